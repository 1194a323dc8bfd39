/** When memory is short, by the readings of two kinds of it. */
import { MemoryControl } from '../../../../../src/overload/memory-control.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface MemoryAct {
  readonly do: 'read';
  /** Of the bound of each kind; null if nothing bounds it. */
  readonly shares: readonly (number | null)[];
  readonly times: number;
}

const BOUND_BYTES = 1_000;
const SHORT = 0.85;
const LAST = 0.95;
const ENOUGH = 0.75;
const READINGS = 10;

export function memoryPart(make = () => new MemoryControl()): Part<null, MemoryAct> {
  return {
    name: 'memory',
    limits: () => null,
    act: (random) => ({
      do: 'read',
      shares: [drawnShare(random), drawnShare(random)],
      times: random.pick([1, 1, 2, 4, 9, 10]),
    }),
    pauseMs: () => 1_000,
    begin: (trial) => new MemoryCourse(trial, make()),
  };
}

function drawnShare(random: Random): number | null {
  if (random.chance(0.05)) return null;
  return random.pick([0.1, 0.74, 0.749, 0.75, 0.8, 0.849, 0.85, 0.86, 0.9, 0.949, 0.95]);
}

class MemoryCourse implements Course<MemoryAct> {
  readonly #trial: Trial;
  readonly #control: MemoryControl;
  readonly #read: (readonly number[])[] = [];

  constructor(trial: Trial, control: MemoryControl) {
    this.#trial = trial;
    this.#control = control;
  }

  take({ shares, times }: MemoryAct): void {
    for (let n = 0; n < times; n++) {
      this.#read.push(shares.map((share) => share ?? 0));
      this.#control.observe(
        shares.map((share) =>
          share === null
            ? { usedBytes: BOUND_BYTES, boundBytes: undefined }
            : { usedBytes: share * BOUND_BYTES, boundBytes: BOUND_BYTES },
        ),
      );
      this.compare();
    }
  }

  /** Short since a reading that made it so, unless each kind was below enough since. */
  compare(): void {
    const made = this.#read.findLastIndex((_, at) => this.#makesShort(at));
    const isOver = this.#read.slice(made + 1).some((shares) => shares.every((share) => share < ENOUGH));
    this.#trial.same('short', this.#control.isShort, made >= 0 && !isOver);
  }

  #makesShort(at: number): boolean {
    const lately = this.#read.slice(Math.max(0, at - READINGS + 1), at + 1);
    return (this.#read[at] ?? []).some(
      (share, kind) =>
        share >= LAST ||
        (lately.length === READINGS && lately.every((shares) => (shares[kind] ?? 0) >= SHORT)),
    );
  }
}
