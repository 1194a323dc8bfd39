/** The time of one text: how long anybody waits for it, and when its generation hears of it. */
import type { DrawnText, RunsAct } from './drawn-runs.js';

const USAGE_MAX_MS = 5_000;
const AGAIN_FIRST_MS = 100;
const AGAIN_MAX_MS = 5_000;

/** How a wait ended: with what came, at its bound, or since nobody waits any more. */
export type Wait = 'came' | 'late' | 'left';
export type Fields = Readonly<Record<string, unknown>>;

export class RunClock {
  /** Messages to the generation, with their times; without an event if it refuses them. */
  readonly reports: (readonly [at: number, type: string, event?: Fields])[] = [];
  readonly goneAt: number;
  now = 0;
  overAt = 0;
  readonly #act: RunsAct;
  readonly #text: DrawnText;
  readonly #isReadOn: boolean;
  readonly #givenUpAt: number;
  #limitAt: number;
  #refusals: number;

  /** @param othersReadOn texts whose clients have gone, and that are read on at a time */
  constructor(act: RunsAct, text: DrawnText, othersReadOn: (at: number) => number) {
    this.#act = act;
    this.#text = text;
    this.#refusals = text.refusals;
    this.#limitAt = text.isStreamed ? act.firstTokenMaxMs : act.wholeTextMaxMs;
    const { leavesAtMs: goneAt = Number.POSITIVE_INFINITY } = text;
    const { drainsAtMs: drainsAt = Number.POSITIVE_INFINITY } = act;
    this.goneAt = goneAt;
    this.#isReadOn = goneAt > drainsAt || othersReadOn(goneAt) < act.textsAbandoned;
    const readOnUntil = goneAt + act.abandonedStreamMaxMs;
    const givenUpAt = goneAt > drainsAt ? readOnUntil : Math.min(readOnUntil, drainsAt);
    this.#givenUpAt = this.#isReadOn ? givenUpAt : goneAt;
  }

  /** Whether it is read on at a time although its client has gone. */
  isReadOnAt(at: number): boolean {
    return this.#isReadOn && this.goneAt < at && this.overAt > at;
  }

  wait(ms: number): Wait {
    const until = this.now + ms;
    const stopAt = Math.min(this.#limitAt, this.#givenUpAt);
    this.now = Math.max(this.now, Math.min(until, stopAt));
    if (until < stopAt) return 'came';
    return this.#limitAt < this.#givenUpAt ? 'late' : 'left';
  }

  /** To the next token or, behind the end of a text, to the end of its stream. */
  limitPause(isFinished: boolean): void {
    const { tokenPauseMaxMs } = this.#act;
    this.#limitAt = this.now + (isFinished ? Math.min(tokenPauseMaxMs, USAGE_MAX_MS) : tokenPauseMaxMs);
  }

  /** A client that reads nothing yet holds its provider up. That time is none of the provider's. */
  waitForRoom(): void {
    const until = Math.min(this.#text.readsFromMs, this.goneAt);
    if (!this.#act.isNarrow || this.now >= until) return;
    this.#limitAt += until - this.now;
    this.now = until;
  }

  /** @returns false if the generation refuses it */
  tell(type: string, event: Fields): boolean {
    return this.#isTaken(this.now, type, event);
  }

  /** An end is told until it is taken. @returns whether it was taken at once, and is on disk */
  settle(type: string, event: Fields): boolean {
    const isSettled = this.tell(type, event);
    let at = this.now;
    for (let pauseMs = AGAIN_FIRST_MS; !isSettled && !this.#isTaken(at, type, event); pauseMs *= 2)
      at += Math.min(pauseMs, AGAIN_MAX_MS);
    if (isSettled) this.now += this.#text.commitMs;
    this.overAt = this.now;
    return isSettled;
  }

  /** Its generation failed with the last word of its last route. */
  over(): void {
    this.overAt = this.now;
  }

  #isTaken(at: number, type: string, event: Fields): boolean {
    const isTaken = this.#refusals === 0;
    if (!isTaken) this.#refusals -= 1;
    this.reports.push(isTaken ? [at, type, event] : [at, type]);
    return isTaken;
  }
}
