/** Counts as they are promised: lists of all that was counted, looked through anew at each question. */
import { NaiveWindow } from '../../../window/naive-window.js';

const DAY_MS = 86_400_000;

/** A rolling window for each name. */
export class NaiveWindows {
  readonly #windows = new Map<string, NaiveWindow>();

  of(name: string): NaiveWindow {
    const window = this.#windows.get(name) ?? new NaiveWindow();
    this.#windows.set(name, window);
    return window;
  }

  /** Counts it on all of them, unless one of them has had as many: the ms until none has. */
  waitMsOfAll(now: number, bounds: readonly (readonly [name: string, limit: number])[]): number {
    const waitMs = Math.max(...bounds.map(([name, limit]) => this.of(name).waitMs(now, limit)));
    if (waitMs === 0) for (const [name, limit] of bounds) this.of(name).ask(now, limit);
    return waitMs;
  }
}

/** The bounds on passwords that are typed for a name, from a network that is not known for it. */
export function boundsOfGuesses(name: number, network: number): readonly (readonly [string, number])[] {
  return [
    [`${name} from ${network}`, 10],
    [`from ${network}`, 30],
    [`${name}`, 100],
  ];
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
