/** All that may happen to a machine and to those who watch it. */
import type { Readiness } from '../../../../../../src/node/assembly/readiness.js';
import type { Random } from '../../../../../world/random.js';
import type { Disk, ListenEnd, NaiveMachine } from './naive-machine.js';

export interface WatchLimits {
  readonly descriptors: number;
  readonly reserveBytes: number;
}

export type WatchAct =
  | { readonly do: 'ticks'; readonly times: number; readonly lateMs: number; readonly busyShare: number }
  | { readonly do: 'descriptors'; readonly left: number }
  | { readonly do: 'memory'; readonly is: NaiveMachine['memory']; readonly kind: 0 | 1 }
  /** The answer to the question that is open, and to those to come; null while the disk hangs. */
  | { readonly do: 'disk'; readonly answer: Disk | 'unknown' | null }
  | { readonly do: 'listen_end'; readonly end: ListenEnd }
  | { readonly do: 'state'; readonly takesWrites: boolean; readonly phase: Readiness['phase'] }
  | { readonly do: 'queue'; readonly isQueue: boolean };

/** A second of ticks, and a little more. */
const LOOKED = 21;

export function watchAct(random: Random, { reserveBytes }: WatchLimits): WatchAct {
  const totalBytes = random.pick([500_000, 1_000_000, 100_000_000]);
  const least = Math.min(reserveBytes, totalBytes / 50);
  const freeBytes = random.pick([least - 1, least, least + 1, totalBytes]);
  return random.weighted<() => WatchAct>([
    [
      10,
      () => ({
        do: 'ticks',
        times: random.pick([1, LOOKED, LOOKED]),
        lateMs: random.pick([0, 0, 0, 949, 999, 1_000]),
        busyShare: random.pick([0, 0.5, 1]),
      }),
    ],
    [4, () => ({ do: 'descriptors', left: random.pick([0, 0, 1, 7, 8, 15, 16, 17, 23, 24, 100]) })],
    [2, () => ({ do: 'memory', is: random.pick(['low', 'so', 'high']), kind: random.pick([0, 1] as const) })],
    [3, () => ({ do: 'disk', answer: random.pick([null, 'unknown', { freeBytes, totalBytes }]) })],
    [2, () => ({ do: 'listen_end', end: random.pick(['fine', 'fine', 'no_socket', 'refused']) })],
    [
      1,
      () => ({
        do: 'state',
        takesWrites: random.chance(0.7),
        phase: random.pick(['serving', 'serving', 'serving', 'starting', 'draining']),
      }),
    ],
    [1, () => ({ do: 'queue', isQueue: random.chance(0.5) })],
  ])();
}
