/** The acts upon submits to one model: they come, are answered, and other routes have room or have none. */
import type { Random } from '../../../world/random.js';
import type { Elsewhere } from './naive-submits.js';

export type SubmitsAct =
  | {
      readonly do: 'submit';
      readonly jobs: number;
      readonly fallbacks: readonly string[];
      readonly afterMs: number;
      /** 0: it may begin at any time. */
      readonly withinMs: number;
      readonly isNoted: boolean;
    }
  /** The same job is submitted again. */
  | { readonly do: 'again'; readonly nth: number }
  | { readonly do: 'answer'; readonly nth: number; readonly outcome: Outcome; readonly pauseMs: number }
  /** A job has, or has not, taken what it was told. */
  | { readonly do: 'taken'; readonly nth: number; readonly isTaken: boolean; readonly isFirst: boolean }
  | { readonly do: 'cancel'; readonly nth: number }
  | { readonly do: 'elsewhere'; readonly route: string; readonly is: Elsewhere }
  | { readonly do: 'hold' };

export type Outcome = 'accepted' | 'rejected' | 'not_now' | 'unknown';

const LISTS = [[], [], ['b'], ['b'], ['b', 'c'], ['c']] as const;
const READINESS: readonly Elsewhere[] = ['ready', 'ready', 'wants_probe', 'not_ready', 'not_ready'];

export function submitsAct(random: Random): SubmitsAct {
  const nth = random.below(6);
  return random.weighted<() => SubmitsAct>([
    [
      5,
      () => ({
        do: 'submit',
        jobs: random.pick([1, 1, 2, 4]),
        fallbacks: random.pick(LISTS),
        afterMs: random.pick([0, 0, 0, 100, 999, 1_000, 5_000]),
        withinMs: random.pick([0, 0, 1, 1_000]),
        isNoted: random.chance(0.15),
      }),
    ],
    [0.5, () => ({ do: 'again', nth })],
    [
      5,
      () => ({
        do: 'answer',
        nth,
        outcome: random.pick(['accepted', 'accepted', 'rejected', 'not_now', 'unknown']),
        pauseMs: random.pick([0, 0, 1, 1_000, 1_001, 3_000]),
      }),
    ],
    [4, () => ({ do: 'taken', nth, isTaken: random.chance(0.8), isFirst: random.chance(0.5) })],
    [1, () => ({ do: 'cancel', nth })],
    [2, () => ({ do: 'elsewhere', route: random.pick(['b', 'c']), is: random.pick(READINESS) })],
    [0.4, () => ({ do: 'hold' })],
  ])();
}
