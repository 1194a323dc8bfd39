/**
 * The head that every answer to an API request has, as bytes: status, media type, request id and the fields
 * of the window that the request counted on. This is the one place that writes them.
 *
 * Most of it is the same in all answers of one status, so it stays in the buffer, and only what differs from
 * the answer before is written.
 *
 * Invariant
 *  1. A head holds until the next of its status is begun: it is sent, or copied, in the call that begins it.
 */

import { statusLine } from '../exchange.js';
import type { RequestId } from '../request/request-ids.js';
import { ByteWriter } from './byte-writer.js';

const JSON_TYPE = 'application/json';

export class AnswerHeads {
  readonly #ofJson: (AnswerHeadWriter | undefined)[] = [];

  /** For answers in JSON. */
  json(status: number): AnswerHeadWriter {
    const known = this.#ofJson[status];
    if (known !== undefined) return known;
    const made = new AnswerHeadWriter(status, JSON_TYPE);
    this.#ofJson[status] = made;
    return made;
  }
}

export class AnswerHeadWriter {
  readonly #beforeId: string;
  readonly #writer = new ByteWriter();
  #idPrefix = '';
  #limitRpm = -1;
  #resetsAt = -1;
  /** The offsets of the end of the id, of the reset, and of what remains. */
  #idEndAt = 0;
  #resetAt = 0;
  #remainingAt = 0;

  /** @param contentType undefined of an answer without a body */
  constructor(status: number, contentType: string | undefined) {
    const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
    this.#beforeId = `${statusLine(status)}${type}\r\nCache-Control: no-store\r\nX-Request-Id: `;
  }

  /**
   * Further fields may be written behind what this writes.
   *
   * @param resetsAt Unix time in whole seconds
   */
  begin(id: RequestId, limitRpm: number, remaining: number, resetsAt: number): ByteWriter {
    const writer = this.#writer;
    if (limitRpm !== this.#limitRpm || id.prefix !== this.#idPrefix) this.#layOut(id, limitRpm, resetsAt);
    else if (resetsAt !== this.#resetsAt) this.#setReset(id, limitRpm, resetsAt);
    writer.putHex(this.#idEndAt, id.number);
    return writer.restart(this.#remainingAt).number(remaining);
  }

  #setReset(id: RequestId, limitRpm: number, resetsAt: number): void {
    if (!hasTenDigits(resetsAt) || !hasTenDigits(this.#resetsAt)) {
      this.#layOut(id, limitRpm, resetsAt);
      return;
    }
    this.#resetsAt = resetsAt;
    this.#writer.putTenDigits(this.#resetAt, resetsAt);
  }

  #layOut(id: RequestId, limitRpm: number, resetsAt: number): void {
    this.#idPrefix = id.prefix;
    this.#limitRpm = limitRpm;
    this.#resetsAt = resetsAt;
    const writer = this.#writer.restart().text(this.#beforeId).text(id.prefix);
    this.#idEndAt = writer.length;
    writer.text(`${id.end}\r\nX-RateLimit-Limit-RPM: `).number(limitRpm).text('\r\nX-RateLimit-Reset: ');
    this.#resetAt = writer.length;
    writer.number(resetsAt).text('\r\nX-RateLimit-Remaining-RPM: ');
    this.#remainingAt = writer.length;
  }
}

/** As Unix times have, from 2001 on, that fit into 31 bits: others are laid out, which takes longer. */
function hasTenDigits(number: number): boolean {
  return number >= 1_000_000_000 && number < 2 ** 31;
}
