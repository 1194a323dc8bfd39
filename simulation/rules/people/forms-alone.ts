/** The forms that no other form was under way with, which they might have waited for. */
import type { Observation } from '../../history/observation.js';
import type { Exchange, Requests } from '../facts/requests.js';

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
    if (seen.what !== 'answered' || exchange === undefined || !isForm(exchange)) return;
    [this.#before, this.#endedAt, this.#latest] = [this.#endedAt, seen.at, exchange];
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
