/** Calls to the embedded provider, by chance, and how its models behave by the contract. */
import type { Random } from '../../../../world/random.js';

export type SimulatedAct =
  | { readonly do: 'submit'; readonly model: string; readonly lengthMs: number }
  /** The `nth` of its jobs, from the latest on. */
  | { readonly do: 'again' | 'poll'; readonly nth: number }
  /** With the handle of another job, or of another model. */
  | { readonly do: 'poll_wrong'; readonly nth: number; readonly wrong: 'job' | 'model' | 'handle' }
  | { readonly do: 'read'; readonly nth: number; readonly from: number; readonly bytes: number }
  | { readonly do: 'read_wrong'; readonly nth: number; readonly at: number }
  | { readonly do: 'restart' };

interface Facts {
  readonly pendingMs: number;
  readonly runningMs: number;
  readonly newsEveryMs: number;
}

export const AT_ONCE = { pendingMs: 0, runningMs: 0, newsEveryMs: 500 };
export const MODELS: Readonly<Record<string, Facts>> = {
  'sim/video': { pendingMs: 500, runningMs: 1_500, newsEveryMs: 500 },
  'sim/video-instant': AT_ONCE,
  'sim/video-slow': { ...AT_ONCE, runningMs: 600_000, newsEveryMs: 20_000 },
  'sim/video-half': AT_ONCE,
  'sim/video-flaky': { pendingMs: 200, runningMs: 600, newsEveryMs: 500 },
};
export const REJECTING = 'sim/video-reject';
export const FLAKY = 'sim/video-flaky';
const ASKED = [...Object.keys(MODELS), 'sim/video', 'sim/video-slow', FLAKY, FLAKY, REJECTING, 'sim/none'];

export function simulatedAct(random: Random): SimulatedAct {
  const nth = random.pick([0, 0, 0, 1, 2, 3]);
  const lengthMs = random.pick([1_000, 1_001, 2_999, 5_000, 12_345, 60_000]);
  return random.weighted<() => SimulatedAct>([
    [3, () => ({ do: 'submit', model: random.pick(ASKED), lengthMs })],
    [0.3, () => ({ do: 'submit', model: 'sim/video', lengthMs: random.pick([1, 60_001, 1_000_000]) })],
    [1, () => ({ do: 'again', nth })],
    [8, () => ({ do: 'poll', nth })],
    [1, () => ({ do: 'poll_wrong', nth, wrong: random.pick(['job', 'model', 'handle']) })],
    [2, () => ({ do: 'read', nth, from: random.pick([0, 1, 4_000]), bytes: random.pick([1, 500, 70_000]) })],
    [0.5, () => ({ do: 'read_wrong', nth, at: random.pick([9, 12, 20, 40, 60]) })],
    [0.5, () => ({ do: 'restart' })],
  ])();
}
