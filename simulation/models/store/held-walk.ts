/** A walk that steps of a history begin, go on with and leave, beside the walk that it has to be. */
import type { Entry, RangeOptions, StoreReader, Table } from '../../../src/store/store.js';
import type { ExpectedStore, ExpectedWalk } from './expected-store.js';
import { attempt, firstDifference, seenIn } from './seen-records.js';

export class HeldWalk {
  /** True once a commit has failed: that may have ended it. */
  mayBeInterrupted = false;
  isOver = false;
  readonly #real: Iterator<Entry>;
  readonly #expected: ExpectedWalk;

  constructor(real: StoreReader, expected: ExpectedStore, table: Table, range: RangeOptions) {
    this.#real = real.range(table, range)[Symbol.iterator]();
    this.#expected = expected.walk(table, range);
  }

  /**
   * Takes so many entries, if it has them.
   *
   * @returns in what it differs from the walk that it has to be; undefined if it does not
   */
  take(count: number): string | undefined {
    for (let left = count; left > 0 && !this.isOver; left--) {
      const found = attempt(() => this.#real.next());
      const expected = this.#expected.next();
      const isInterrupted = found.name !== '' && this.mayBeInterrupted;
      this.isOver = isInterrupted || expected.name !== '' || expected.value?.done === true;
      if (isInterrupted || (found.name !== '' && expected.name !== '')) return undefined;
      if (found.name !== expected.name) return `it threw ${found.name || 'nothing'}`;
      const difference = firstDifference(
        seenIn(entryOf(found.value)),
        this.#expected.seen(entryOf(expected.value)),
      );
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  leave(): void {
    this.#real.return?.();
  }
}

function entryOf(step: IteratorResult<Entry> | undefined): readonly Entry[] {
  return step === undefined || step.done === true ? [] : [step.value];
}
