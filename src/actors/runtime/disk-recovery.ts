/**
 * Brings a disk back to what it held before a commit that failed, and finds out when it takes writes again.
 *
 * The commit that puts the old values back is repeated with back-off until it succeeds. It also writes
 * ballast, twice as much as the failed batch, so that a disk with room for a handful of bytes is not declared
 * healthy.
 *
 * Invariants
 *  1. At most one commit of a recovery is under way, and none begins after `stop`.
 *  2. `onRecovered` is called once for each recovery, when the old values and the ballast are on disk.
 */
import type { Limits } from '../../limits/limits.js';
import { type Entry, type Store, type Write, withPrefix } from '../../store/store.js';
import type { World } from '../../time/world.js';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;
export const BALLAST_PREFIX = 'room_probe/';

export class DiskRecovery {
  readonly #store: Store;
  readonly #world: World;
  readonly #limits: Limits;
  #isStopped = false;

  constructor(store: Store, world: World, limits: Limits) {
    this.#store = store;
    this.#world = world;
    this.#limits = limits;
  }

  /**
   * @param undoing puts back what stood before the failed batch
   * @param failedCharacters length of that batch's values
   * @param onRecovered gets the keys of the ballast that is then on disk, which is to be removed
   */
  begin(
    undoing: readonly Write[],
    failedCharacters: number,
    onRecovered: (ballast: readonly Entry[]) => void,
  ): void {
    const writes = [...ballastFor(failedCharacters, this.#limits), ...undoing];
    this.#attempt(writes, RETRY_FIRST_MS, onRecovered);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** All there is: a batch that was to remove some may have failed, a process may have been killed before. */
  ballastOnDisk(): Entry[] {
    return [...this.#store.range('meta', withPrefix(BALLAST_PREFIX))];
  }

  #attempt(
    writes: readonly Write[],
    retryMs: number,
    onRecovered: (ballast: readonly Entry[]) => void,
  ): void {
    if (this.#isStopped) return;
    this.#commit(writes).then(onRecovered, () => {
      const nextRetryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
      this.#world.after(retryMs, () => this.#attempt(writes, nextRetryMs, onRecovered));
    });
  }

  async #commit(writes: readonly Write[]): Promise<Entry[]> {
    await this.#store.commit(writes);
    return this.ballastOnDisk();
  }
}

function ballastFor(failedCharacters: number, { ballastPartCharacters, ballastParts }: Limits): Write[] {
  const parts = Math.min(Math.ceil((2 * failedCharacters) / ballastPartCharacters) + 1, ballastParts);
  const value = '.'.repeat(ballastPartCharacters);
  return Array.from({ length: parts }, (_, part) => ({ table: 'meta', key: BALLAST_PREFIX + part, value }));
}
