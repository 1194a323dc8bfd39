/**
 * When requests are turned away for a queue, as it is promised: a list of all ticks and of all requests that
 * were turned away, looked through anew at each question.
 *
 *  - It begins once every tick of an interval saw the delay above the target, at a tick or at a request that
 *    would wait for longer than the target.
 *  - While it lasts, each is turned away that would wait for longer than half of the target, and none else.
 *  - It ends with the first tick that comes an interval after the delay was last above half of the target.
 */
const INTERVAL_MS = 1_000;

interface Seen {
  readonly is: 'tick' | 'shed';
  readonly at: number;
  readonly delayMs: number;
}

export class NaiveShedding {
  readonly #targetMs: number;
  /** Since it ended last. */
  #seen: Seen[] = [];
  #isShedding = false;

  constructor(targetMs: number) {
    this.#targetMs = targetMs;
  }

  get isShedding(): boolean {
    return this.#isShedding;
  }

  tick(at: number, delayMs: number): void {
    this.#seen.push({ is: 'tick', at, delayMs });
    if (!this.#isShedding) this.#beginIfStanding(at);
    else if (delayMs <= this.#targetMs / 2 && at - this.#lastOver >= INTERVAL_MS) {
      this.#isShedding = false;
      this.#seen = [];
    }
  }

  /** Whether a request is turned away; undefined if either is right, for much may be under way. */
  sheds(at: number, delayMs: number, mayBeEnough: boolean): boolean | undefined {
    if (delayMs > this.#targetMs) this.#beginIfStanding(at);
    if (!this.#isShedding) return false;
    if (delayMs > this.#targetMs / 2) return true;
    return mayBeEnough ? undefined : false;
  }

  /** One was turned away. */
  shed(at: number, delayMs: number): void {
    this.#seen.push({ is: 'shed', at, delayMs });
  }

  #beginIfStanding(now: number): void {
    if (this.#isShedding) return;
    const ticks = this.#seen.filter(({ is }) => is === 'tick');
    const late = ticks.slice(ticks.findLastIndex(({ delayMs }) => delayMs <= this.#targetMs) + 1);
    const since = late[0]?.at ?? Number.POSITIVE_INFINITY;
    if (now - since < INTERVAL_MS) return;
    this.#isShedding = true;
    // It was seen above the target now.
    this.#seen = [{ is: 'shed', at: now, delayMs: Number.POSITIVE_INFINITY }];
  }

  get #lastOver(): number {
    const over = this.#seen.filter(({ is, delayMs }) => is === 'shed' || delayMs > this.#targetMs / 2);
    return Math.max(...over.map(({ at }) => at));
  }
}
