/**
 * Rolling windows of client addresses, for requests that no valid key answers for.
 *
 * At most `max` addresses have a window of their own; while that many are counting, all newcomers share one,
 * so that memory is bounded and guessing from many addresses is still bounded as a whole.
 *
 * Invariant
 *  1. An address gains nothing by coming to a window of its own: all that newcomers count goes along, for it
 *     may be its own. A restart forgets what came along.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { World } from '../../time/world.js';
import { type RollingWindows, WINDOW_MS, type WindowId } from './rolling-windows.js';

export class AddressWindows {
  readonly #world: World;
  readonly #all: RollingWindows;
  readonly #prefix: string;
  readonly #limits: Limits;
  readonly #max: () => number;
  #limitRpm: number;
  readonly #windows = new Map<string, WindowId>();
  #shared: WindowId | undefined;
  #hand: MapIterator<[string, WindowId]> | undefined;

  /**
   * @param max asked at each request of a newcomer; if it is lowered, none is added above it
   * @param limitRpm requests a minute of each
   * @param prefix keeps the subjects apart from all others in `windows`
   */
  constructor(
    world: World,
    windows: RollingWindows,
    max: () => number,
    limitRpm: number,
    prefix = 'address/',
    limits: Limits = USUAL_LIMITS,
  ) {
    this.#world = world;
    this.#all = windows;
    this.#max = max;
    this.#limitRpm = limitRpm;
    this.#prefix = prefix;
    this.#limits = limits;
  }

  /** Applies to the next request of each, and forgets nothing counted. */
  setLimit(limitRpm: number): void {
    if (limitRpm === this.#limitRpm) return;
    this.#limitRpm = limitRpm;
    for (const window of this.#windows.values()) this.#all.setLimit(window, limitRpm);
    if (this.#shared !== undefined) this.#all.setLimit(this.#shared, limitRpm);
  }

  get count(): number {
    return this.#windows.size;
  }

  /** @param network the client's address; of an IPv6 address its /64, in one canonical spelling */
  windowOf(network: string): WindowId {
    const known = this.#windows.get(network);
    if (known !== undefined) return known;
    if (this.#windows.size >= this.#max() && !this.#madeRoom()) {
      this.#shared ??= this.#all.hold(`${this.#prefix}newcomers`, this.#limitRpm);
      return this.#shared;
    }
    const window = this.#all.hold(this.#prefix + network, this.#limitRpm);
    this.#windows.set(network, window);
    this.#takeAlong(window);
    return window;
  }

  /** Counts in a new window what newcomers count. */
  #takeAlong(window: WindowId): void {
    const shared = this.#shared ?? this.#all.find(`${this.#prefix}newcomers`);
    const now = this.#world.steadyMs();
    // A window that counts already is one of before a restart.
    if (shared === undefined || this.#all.counted(window, now) > 0) return;
    this.#all.eachRun(shared, now - WINDOW_MS + 1, now + 1, (atMs, count) =>
      this.#all.restore(window, atMs, count),
    );
  }

  /** Forgets windows that count nothing, of the next few; goes on from there the next time. */
  #madeRoom(): boolean {
    const now = this.#world.steadyMs();
    for (let looked = 0; looked < this.#limits.addressesLookedAt; looked++) {
      this.#hand ??= this.#windows.entries();
      const next = this.#hand.next();
      if (next.done === true) {
        this.#hand = undefined;
        break;
      }
      const [network, window] = next.value;
      if (this.#all.counted(window, now) > 0) continue;
      this.#windows.delete(network);
      this.#all.release(window, now);
    }
    return this.#windows.size < this.#max();
  }
}
