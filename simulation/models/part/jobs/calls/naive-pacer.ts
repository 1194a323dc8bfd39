/**
 * A bound on a pace as it is promised: in any `t` seconds at most `perSecond × t + burst` times, each at the
 * pace of its time. A list of all that was taken, looked through anew at each question.
 */
export interface Pace {
  readonly perSecond: number;
  readonly burst: number;
}

export class NaivePacer {
  pace: Pace;
  #taken: { readonly at: number; readonly spacingMs: number }[] = [];

  constructor(pace: Pace) {
    this.pace = pace;
  }

  take(at: number): void {
    // Those that are used up by then say nothing any more.
    if (this.#usedUpAt <= at) this.#taken = [];
    this.#taken.push({ at, spacingMs: 1_000 / this.pace.perSecond });
  }

  /** When the bound allows one more. */
  get admitsFrom(): number {
    return this.#usedUpAt - (this.pace.burst - 1) * (1_000 / this.pace.perSecond);
  }

  /** When all that was taken is used up at its pace, whichever one counts from. */
  get #usedUpAt(): number {
    let usedMs = 0;
    let latest = Number.NEGATIVE_INFINITY;
    for (const { at, spacingMs } of [...this.#taken].reverse()) {
      usedMs += spacingMs;
      latest = Math.max(latest, at + usedMs);
    }
    return latest;
  }
}
