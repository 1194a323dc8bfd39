/**
 * An error as it goes over the wire: its body, and the header fields that belong to it.
 *
 * A refusal must not cost more than what is refused. So of the body of each error what is the same as the
 * last time stays in its buffer; usually only the end of the request id is written anew.
 *
 * Invariant
 *  1. A body holds until the next of its error is printed.
 */

import { type ApiError, ERRORS, type ErrorCode, type ErrorKind } from '../errors.js';
import type { RequestId } from '../request/request-ids.js';
import { ascii, ByteWriter } from './byte-writer.js';

/** Longest wait that an answer names, in ms: no window is longer, and clients stop believing above it. */
const WAIT_MAX_MS = 60_000;
/** The wait of a 503 if no better one is known, in ms. */
const UNAVAILABLE_WAIT_MS = 1_000;

const RETRY_AFTER = ascii('\r\nRetry-After: ');
const RETRY_AFTER_MS = ascii('\r\nretry-after-ms: ');
const BODY_RETRY_AFTER = ascii(',"retry_after":');
const BODY_REQUIRED = ascii(',"required":');
const BODY_BALANCE = ascii(',"balance":');
const BODY_END = ascii('}');

/** Milliseconds to wait, 1 to `WAIT_MAX_MS`; undefined if an error names none. */
function waitOf({ code, retryAfterMs }: ApiError): number | undefined {
  const waitMs = retryAfterMs ?? (ERRORS[code].status === 503 ? UNAVAILABLE_WAIT_MS : undefined);
  return waitMs === undefined ? undefined : Math.min(WAIT_MAX_MS, Math.max(1, Math.ceil(waitMs)));
}

function inSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1_000);
}

/** Writes the header fields that belong to an error behind those that every answer has. */
export function addErrorFields(head: ByteWriter, error: ApiError): void {
  const { status }: ErrorKind = ERRORS[error.code];
  const waitMs = waitOf(error);
  if (waitMs !== undefined)
    head.add(RETRY_AFTER).number(inSeconds(waitMs)).add(RETRY_AFTER_MS).number(waitMs);
  if (status === 401) head.text('\r\nWWW-Authenticate: Bearer');
  if (error.allow !== undefined) head.text(`\r\nAllow: ${error.allow.join(', ')}`);
  if (error.size !== undefined) head.text(`\r\nContent-Range: bytes */${error.size}`);
}

export class ErrorBodies {
  readonly #byCode = new Map<ErrorCode, ErrorBody>();

  print(error: ApiError, id: RequestId): Uint8Array {
    let body = this.#byCode.get(error.code);
    if (body === undefined) {
      body = new ErrorBody(error.code);
      this.#byCode.set(error.code, body);
    }
    return body.print(error, id);
  }
}

class ErrorBody {
  readonly #code: ErrorCode;
  readonly #writer = new ByteWriter();
  #message = '';
  #param: string | undefined;
  #idPrefix = '';
  /** The offsets of the end of the id, and of the text behind `error`. */
  #idEndAt = 0;
  #restAt = 0;

  constructor(code: ErrorCode) {
    this.#code = code;
  }

  print(error: ApiError, id: RequestId): Uint8Array {
    const { message, param, required, balance } = error;
    if (message !== this.#message || param !== this.#param || id.prefix !== this.#idPrefix) {
      this.#layOut(message, param, id);
    }
    const { status }: ErrorKind = ERRORS[this.#code];
    const waitMs = waitOf(error);
    const writer = this.#writer.restart(this.#restAt);
    writer.putHex(this.#idEndAt, id.number);
    if (waitMs !== undefined && (status === 429 || status === 503)) {
      writer.add(BODY_RETRY_AFTER).number(inSeconds(waitMs));
    }
    if (required !== undefined) writer.add(BODY_REQUIRED).da(required);
    if (balance !== undefined) writer.add(BODY_BALANCE).da(balance);
    return writer.add(BODY_END).bytes();
  }

  #layOut(message: string, param: string | undefined, id: RequestId): void {
    this.#message = message;
    this.#param = param;
    this.#idPrefix = id.prefix;
    const { type }: ErrorKind = ERRORS[this.#code];
    const fields = { type, code: this.#code, message, param: param ?? null, request_id: id.text };
    this.#writer.restart().text(`{"error":${JSON.stringify(fields)}`);
    this.#restAt = this.#writer.length;
    this.#idEndAt = this.#restAt - id.end.length - '"}'.length;
  }
}
