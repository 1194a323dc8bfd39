/**
 * Steady time as the contract has it: exact within one run of the machine, bridged by the wall clock across a
 * reboot.
 */
import { storedAnchor } from '../../../src/node/clock/steady-anchor.js';
import type { StoreReader } from '../../../src/store/store.js';
import type { RunRecord } from '../../world/run-record.js';
import type { VirtualWorld } from '../../world/virtual-world.js';

interface Moment {
  readonly steady: number;
  readonly steadyOffset: number;
  readonly wall: number;
  readonly boot: number;
}

export class SteadyReference {
  readonly #world: VirtualWorld;
  readonly #record: RunRecord;
  /** Steady time less that of the virtual world. */
  #offset = 0;
  #boot = 0;
  /** The moments that anchors stand for, by their text. */
  readonly #anchors = new Map<string, Moment>();

  constructor(world: VirtualWorld, record: RunRecord) {
    this.#world = world;
    this.#record = record;
  }

  get nowMs(): number {
    return this.#world.steadyMs() + this.#offset;
  }

  /** A process begins on this disk. */
  starting(store: StoreReader, boot: number): void {
    this.#boot = boot;
    const now = this.#world.steadyMs();
    const text = storedAnchor(store);
    const known = text === undefined ? undefined : this.#anchors.get(text);
    if (text !== undefined && known === undefined)
      this.#record.broke('steady', `an anchor of no moment: ${text}`);
    if (known === undefined) this.#offset = this.#world.wallMs() - now;
    else if (known.boot === boot) this.#offset = known.steadyOffset;
    else this.#offset = known.steady + Math.max(0, this.#world.wallMs() - known.wall) - now;
  }

  /** An anchor was made, which stands for the present moment. */
  anchored(text: string): void {
    this.#anchors.set(text, {
      steady: this.nowMs,
      steadyOffset: this.#offset,
      wall: this.#world.wallMs(),
      boot: this.#boot,
    });
  }
}
