/**
 * Rolling windows of client addresses, for requests that no valid key answers for.
 *
 * At most `max` addresses have a window of their own; while that many are counting, all newcomers share one,
 * so that memory is bounded and guessing from many addresses is still bounded as a whole.
 */
import type { World } from '../time/world.js';
import type { RollingWindow } from './rolling-window.js';
import type { WindowJournal } from './window-journal.js';

const SUBJECT_PREFIX = 'address/';
const SHARED_SUBJECT = `${SUBJECT_PREFIX}newcomers`;

export class AddressWindows {
  readonly #world: World;
  readonly #journal: WindowJournal;
  readonly #max: number;
  readonly #windows = new Map<string, RollingWindow>();
  #shared: RollingWindow | undefined;
  #sweptAt = 0;

  constructor(world: World, journal: WindowJournal, max: number) {
    this.#world = world;
    this.#journal = journal;
    this.#max = max;
  }

  get count(): number {
    return this.#windows.size;
  }

  /** @param network the client's address; of an IPv6 address its /64, in one canonical spelling */
  windowOf(network: string): RollingWindow {
    const known = this.#windows.get(network);
    if (known !== undefined) return known;
    if (this.#windows.size >= this.#max && !this.#madeRoom()) {
      this.#shared ??= this.#journal.take(SHARED_SUBJECT);
      return this.#shared;
    }
    const window = this.#journal.take(SUBJECT_PREFIX + network);
    this.#windows.set(network, window);
    return window;
  }

  /** Forgets windows that count nothing; looks at all of them at most once a second. */
  #madeRoom(): boolean {
    const now = this.#world.steadyMs();
    if (now - this.#sweptAt < 1_000) return false;
    this.#sweptAt = now;
    for (const [network, window] of this.#windows) {
      if (window.counted(now) === 0) this.#windows.delete(network);
    }
    return this.#windows.size < this.#max;
  }
}
