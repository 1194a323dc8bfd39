/** Counts as they are promised: lists of all that was counted, looked through anew at each question. */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** All that was admitted, each with the names that it counts for. */
export class NaiveMinutes {
  readonly #admitted: { readonly at: number; readonly names: readonly string[] }[] = [];

  admit(names: readonly string[], at: number): void {
    this.#admitted.push({ at, names });
  }

  /** The times that count for a name, the oldest first. */
  counted(name: string, now: number): readonly number[] {
    const counting = this.#admitted.filter(({ at, names }) => at > now - MINUTE_MS && names.includes(name));
    return counting.map(({ at }) => at);
  }

  /** Until one more is below the limit; 0 if it is now. */
  waitMs(name: string, limit: number, now: number): number {
    const counted = this.counted(name, now);
    const toLeave = counted[counted.length - limit];
    return toLeave === undefined ? 0 : toLeave + MINUTE_MS - now;
  }
}

/** The counts of a day begin anew when the day is another one than at the question before. */
export class NaiveDays {
  readonly #asked: { readonly day: number; readonly name: string; readonly isAdmitted: boolean }[] = [];

  admit(name: string, max: number, wallMs: number): boolean {
    const day = Math.floor(wallMs / DAY_MS);
    const today = this.#asked.slice(this.#asked.findLastIndex((one) => one.day !== day) + 1);
    const isAdmitted = today.filter((one) => one.name === name && one.isAdmitted).length < max;
    this.#asked.push({ day, name, isAdmitted });
    return isAdmitted;
  }
}
