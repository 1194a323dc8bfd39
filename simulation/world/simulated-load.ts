/** The load of a computer: its memory, the disk of the data folder and its time, which run short as told. */
import { ConnectionGuard } from '../../src/http/uws/connection-guard.js';
import { LoadWatch, type LoadWatchOptions } from '../../src/node/machine/load-watch.js';
import type { Machine } from '../../src/node/machine/machine-readings.js';
import type { World } from '../../src/time/world.js';
import type { Shortage } from './shortages.js';

const MEMORY_BYTES = 1_000;
/** More than requests may wait. */
const LATE_MS = 1_500;
const BUSY_AFTER_MS = 6_000;
const RESERVE_BYTES = 10_000;
/** No more than a fiftieth of a disk is kept free: of the first less than that, of the other no more. */
const DISKS = [
  { totalBytes: 1_000_000, keptBytes: RESERVE_BYTES },
  { totalBytes: 300_000, keptBytes: 6_000 },
] as const;
/** Of the memory: the highest that is near its bound only if it stays is 95 %. */
const USED = { usually: 0.5, memory: 0.9, last_memory: 0.97 };

export class SimulatedLoad {
  readonly #world: Pick<World, 'steadyMs'>;
  readonly #until = new Map<Shortage, number>();
  readonly #disk: (typeof DISKS)[number];

  constructor(world: Pick<World, 'steadyMs'>, seed: number) {
    this.#world = world;
    this.#disk = seed % 2 === 0 ? DISKS[0] : DISKS[1];
  }

  beShort(of: Shortage, forMs: number): void {
    this.#until.set(of, Math.max(this.#until.get(of) ?? 0, this.#world.steadyMs() + forMs));
  }

  /** As a process watches it from its start on. */
  watchedBy(parts: Pick<LoadWatchOptions, 'world' | 'shedder' | 'onMemory'>): LoadWatch {
    const { world } = parts;
    return new LoadWatch({
      ...parts,
      world: {
        steadyMs: () => world.steadyMs(),
        after: (ms, call) => world.after(ms + (this.#isShort('time') ? LATE_MS : 0), call),
      },
      machine: this.#readings(),
      diskReserveBytes: RESERVE_BYTES,
      connections: new ConnectionGuard(Number.POSITIVE_INFINITY),
      listeners: { stopListening: () => {}, listenAgain: () => undefined },
      log: { warn: () => {}, error: () => {} },
    });
  }

  #readings(): Machine {
    const reading = (share: number) => ({ usedBytes: share * MEMORY_BYTES, boundBytes: MEMORY_BYTES });
    return {
      memory: () => {
        const short = (['last_memory', 'memory'] as const).find((of) => this.#isShort(of));
        return [reading(USED.usually), reading(USED[short ?? 'usually'])];
      },
      diskSpace: async () => ({
        // As little as is enough, or a byte less.
        freeBytes: this.#disk.keptBytes - Number(this.#isShort('disk')),
        totalBytes: this.#disk.totalBytes,
      }),
      takeDescriptor: () => () => {},
      loopBusyShare: () => Number(this.#isShort('time', BUSY_AFTER_MS)),
      descriptorsMax: undefined,
    };
  }

  /** @param afterMs that long after it, too */
  #isShort(of: Shortage, afterMs = 0): boolean {
    const until = this.#until.get(of);
    return until !== undefined && this.#world.steadyMs() < until + afterMs;
  }
}
