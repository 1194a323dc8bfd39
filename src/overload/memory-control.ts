/**
 * Decides when memory is short: near the end of V8's heap a process spends its time on garbage and is then
 * ended, and one that outgrows its control group is killed.
 *
 * The content of a heap goes up and down between collections, so a reading near the bound says little. The
 * least of the readings of some seconds tells what stays: near its bound V8 collects several times in that
 * time.
 *
 * Invariants
 *  1. Memory is not short before one kind of it was above its mark for `READINGS` readings on end, or above
 *     the last mark once.
 *  2. Short memory is so until every kind is below `ENOUGH_SHARE` of its bound.
 */

/** Of one kind of memory. */
export interface MemoryReading {
  readonly usedBytes: number;
  /** How much may be used; undefined if nothing bounds it. */
  readonly boundBytes: number | undefined;
}

const SHORT_SHARE = 0.85;
const LAST_SHARE = 0.95;
const ENOUGH_SHARE = 0.75;
/** A reading a second. */
const READINGS = 10;

export class MemoryControl {
  readonly #above: number[] = [];
  #isShort = false;

  get isShort(): boolean {
    return this.#isShort;
  }

  /** @param readings one of each kind, always in the same order */
  observe(readings: readonly MemoryReading[]): void {
    const shares = readings.map(({ usedBytes, boundBytes }) =>
      boundBytes === undefined ? 0 : usedBytes / boundBytes,
    );
    shares.forEach((share, kind) => {
      this.#above[kind] = share >= SHORT_SHARE ? (this.#above[kind] ?? 0) + 1 : 0;
    });
    if (this.#isShort) this.#isShort = shares.some((share) => share >= ENOUGH_SHARE);
    else
      this.#isShort = shares.some(
        (share, kind) => share >= LAST_SHARE || (this.#above[kind] ?? 0) >= READINGS,
      );
  }
}
