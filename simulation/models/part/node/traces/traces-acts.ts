/** Requests, commits, effects and calls as traces are told of them, in an order of chance. */
import type { Random } from '../../../../world/random.js';

export type TracesAct =
  | {
      readonly do: 'begin';
      readonly request: number;
      readonly parent: string | null;
      readonly isPicked: boolean;
      readonly method: string;
      readonly id: number;
    }
  | {
      readonly do: 'over';
      readonly request: number;
      readonly status: number | null;
      readonly key: string | null;
    }
  | {
      readonly do: 'commit';
      readonly isDone: boolean;
      readonly turns: number;
      readonly writes: number;
      readonly tookMs: number;
    }
  | {
      readonly do: 'effect';
      readonly job: number;
      readonly type: 'find' | 'watch' | 'cancel' | 'forget';
      readonly error: string | null;
      readonly isTold: boolean;
    }
  | { readonly do: 'take_up'; readonly job: number }
  | {
      readonly do: 'call';
      readonly job: number;
      readonly kind: (typeof KINDS)[number];
      readonly result: (typeof RESULTS)[number];
    }
  | { readonly do: 'open'; readonly job: number; readonly isThere: boolean };

export interface TracesLimits {
  /** Of the requests, those that are logged. */
  readonly share: number;
}

const KINDS = ['submit', 'find', 'poll', 'last_call', 'cancel'] as const;
const RESULTS = ['answered', 'accepted', 'rejected', 'not_now', 'timeout', 'error', 'garbage'] as const;
export const TRACE = 'a'.repeat(32);
export const SPAN = 'b'.repeat(16);
const PARENTS = [
  null,
  null,
  `00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-00`,
  'x',
  '',
];
export const METHODS = {
  GET: 'GET',
  POST: 'POST',
  get: undefined,
  OPTIONSS: undefined,
  QX: undefined,
} as const;
export const IDS = 2 ** 32;

export function drawAct(random: Random): TracesAct {
  const [job, request] = [random.below(3), random.below(3)];
  return random.pick<() => TracesAct>([
    () => ({
      do: 'begin',
      request,
      parent: random.pick(PARENTS),
      isPicked: random.chance(0.5),
      method: random.pick(Object.keys(METHODS)),
      id: random.pick([0, IDS / 4 - 1, IDS / 4, IDS - 1]),
    }),
    () => ({
      do: 'over',
      request,
      status: random.pick([null, 200, 202, 404, 499, 500, 503]),
      key: random.pick([null, 'key_1']),
    }),
    () => ({
      do: 'commit',
      isDone: random.chance(0.7),
      turns: random.below(9),
      writes: random.below(20),
      tookMs: random.below(50),
    }),
    () => ({
      do: 'effect',
      job,
      type: random.pick(['find', 'watch', 'cancel', 'forget'] as const),
      error: random.pick([null, 'expired']),
      isTold: random.chance(0.7),
    }),
    () => ({ do: 'take_up', job }),
    () => ({ do: 'call', job, kind: random.pick(KINDS), result: random.pick(RESULTS) }),
    () => ({ do: 'open', job, isThere: random.chance(0.5) }),
  ])();
}
