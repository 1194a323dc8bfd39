/**
 * Finds the windows that count most, for as long as somebody wants to know.
 *
 * Nothing is counted for it: a window knows its last minute, and the journal which windows admitted anything
 * since its last note. Of those at most `LOOKED_AT_MAX` are looked at for each note: the half that admitted
 * first, which busy ones tend to, and every so manieth of the others. A window that was found stays a
 * candidate, so what one note passes over a later one finds; with more than that many active windows it may
 * take some seconds.
 *
 * Invariants
 *  1. A note, and the beginning, cost at most `LOOKED_AT_MAX` looks, whatever the number of windows.
 *  2. A window is told with its count at the time of telling, and none is told twice.
 */
import type { RollingWindows, WindowId } from './rolling-windows.js';

const LOOKED_AT_MAX = 4_096;
/** More than are ever shown, so that those that cool down leave others in their place. */
const CANDIDATES_MAX = 64;

export interface HotWindow {
  readonly subject: string;
  /** Admissions of the last minute; above 0. */
  readonly counted: number;
  readonly limit: number;
}

export class HottestWindows {
  readonly #windows: RollingWindows;
  readonly #concerns: (subject: string) => boolean;
  /** By subject, for the row of a window may become another's. Counts as last seen. */
  readonly #candidates = new Map<string, number>();
  /** A window that counts more than this becomes a candidate. */
  #least = 0;

  /** @param concerns whether a window may be told of, by its subject */
  constructor(windows: RollingWindows, concerns: (subject: string) => boolean) {
    this.#windows = windows;
    this.#concerns = concerns;
  }

  /**
   * Looks for those that were busy before anybody watched: a key at its limit admits nothing for a while.
   * With more rows than are looked at, at every so manieth.
   */
  begin(nowMs: number): void {
    const { rows } = this.#windows;
    const step = Math.max(1, rows / LOOKED_AT_MAX);
    for (let row = 0; row < rows; row += step) this.#look(Math.trunc(row) as WindowId, nowMs);
  }

  /** Takes the windows that admitted anything since the last note, in the order in which they first did. */
  saw(active: readonly WindowId[], nowMs: number): void {
    const first = active.length <= LOOKED_AT_MAX ? active.length : LOOKED_AT_MAX / 2;
    for (let at = 0; at < first; at++) this.#look(active[at] as WindowId, nowMs);
    const step = (active.length - first) / (LOOKED_AT_MAX / 2);
    for (let at = first; at < active.length; at += step) {
      this.#look(active[Math.trunc(at)] as WindowId, nowMs);
    }
  }

  /** The `max` that count most, most first. */
  top(nowMs: number, max: number): readonly HotWindow[] {
    const found: HotWindow[] = [];
    for (const subject of this.#candidates.keys()) {
      const window = this.#windows.find(subject);
      const counted = window === undefined ? 0 : this.#windows.counted(window, nowMs);
      if (window === undefined || counted === 0) continue;
      found.push({ subject, counted, limit: this.#windows.limitOf(window) });
    }
    found.sort((a, b) => b.counted - a.counted || (a.subject < b.subject ? -1 : 1));
    this.#keep(found);
    return found.slice(0, max);
  }

  /** Nobody wants to know any more. */
  forget(): void {
    this.#candidates.clear();
    this.#least = 0;
  }

  #look(window: WindowId, nowMs: number): void {
    const counted = this.#windows.counted(window, nowMs);
    if (counted <= this.#least) return;
    const subject = this.#windows.subjectOf(window);
    if (!this.#concerns(subject)) return;
    this.#candidates.set(subject, counted);
    if (this.#candidates.size >= 2 * CANDIDATES_MAX) this.#cutDown();
  }

  #cutDown(): void {
    const all = [...this.#candidates].map(([subject, counted]) => ({ subject, counted }));
    this.#keep(all.sort((a, b) => b.counted - a.counted));
  }

  /** @param found most first */
  #keep(found: readonly { readonly subject: string; readonly counted: number }[]): void {
    this.#candidates.clear();
    for (const { subject, counted } of found.slice(0, CANDIDATES_MAX)) this.#candidates.set(subject, counted);
    this.#least = found.length < CANDIDATES_MAX ? 0 : (found[CANDIDATES_MAX - 1]?.counted ?? 0);
  }
}
