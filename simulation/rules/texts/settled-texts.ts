/** When the texts of a node have to be settled: soon after their providers' calls are over. */
import type { Observation } from '../../history/observation.js';
import { WellSince } from '../facts/ends/well-since.js';
import type { TextBook } from './text-book.js';

/** As for those that a start finds open. */
const SETTLED_WITHIN_MS = 10_000;
const GATE_TIMES = 2;

export class SettledTexts {
  readonly #book: TextBook;
  readonly #well = new WellSince();
  readonly #withinMs: number;
  #startedAt = Number.NEGATIVE_INFINITY;

  /** @param book that its owner keeps up to date */
  constructor(book: TextBook, gateTimeLimitMs: number) {
    this.#book = book;
    this.#withinMs = SETTLED_WITHIN_MS + GATE_TIMES * gateTimeLimitMs;
  }

  observe(seen: Observation): void {
    this.#well.observe(seen);
    if (seen.what === 'started') this.#startedAt = seen.at;
  }

  /** Whether a text is surely settled that is looked at now. */
  isSettledAt(id: string, at: number): boolean {
    return at - Math.max(this.#overAt(id), this.#well.at) > this.#withinMs;
  }

  /** Whether a text was surely settled when the process ended. */
  wasSettledAtEnd(id: string): boolean {
    const { endedAt, lastedMs } = this.#well;
    return Math.min(lastedMs, endedAt - this.#overAt(id)) > this.#withinMs;
  }

  /** When nothing more was to come of a text; `Infinity` if that is not known. */
  #overAt(id: string): number {
    const last = this.#book.callsOf(id).at(-1);
    // Another route may be asked.
    if (last === undefined || last.over === 'not_now') return Number.POSITIVE_INFINITY;
    return last.over === undefined && last.called.at < this.#startedAt ? this.#startedAt : last.overAt;
  }
}
