/** The forms that no other form was under way with, which they might have waited for. */
import type { Observation } from '../../history/observation.js';
import type { Exchange, Requests } from '../facts/requests.js';

/** A form whose client has gone is done all the same. */
const LEFT_MS = 200;

export class FormsAlone {
  readonly #requests: Requests;
  /** When the latest forms were answered. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #before = Number.NEGATIVE_INFINITY;
  #latest: Exchange | undefined;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    if (exchange === undefined || !isForm(exchange)) return;
    if (seen.what === 'gave_up') this.#endedAt = Math.max(this.#endedAt, seen.at) + LEFT_MS;
    if (seen.what !== 'answered') return;
    this.#before = this.#endedAt;
    this.#endedAt = Math.max(this.#endedAt, seen.at);
    this.#latest = exchange;
  }

  /** Of a form that was answered just now. */
  isAlone(exchange: Exchange): boolean {
    const { sent, bodyAt = 0 } = exchange;
    const endedAt = exchange === this.#latest ? this.#before : this.#endedAt;
    if (endedAt >= bodyAt) return false;
    return [...this.#requests.open].every((one) => one.sent.request === sent.request || !isForm(one));
  }
}

function isForm({ sent }: Exchange): boolean {
  return sent.credential === 'page' && sent.hasBody;
}
