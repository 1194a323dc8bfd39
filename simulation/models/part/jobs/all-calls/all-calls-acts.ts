/** All that is asked of the one caller of providers, and what providers answer. */
import type { Random } from '../../../../world/random.js';

/** Bounds of one provider that the configuration has. */
export interface ProviderBounds {
  readonly waitingMax: number;
  readonly finalPolls: number;
  readonly submitLimitMs: number;
  /** The usual one, if it is left out. */
  readonly pollLimitMs?: number;
}

export interface AllBounds {
  /** Of the four, those that are configured. */
  readonly providers: readonly string[];
  readonly of: Readonly<Record<string, ProviderBounds>>;
}

export type Asked = 'submit' | 'poll' | 'find' | 'last_call' | 'cancel';

export type Said =
  | { readonly is: 'pending'; readonly hintMs?: number }
  | { readonly is: 'in_progress'; readonly progress?: number }
  | { readonly is: 'over' | 'not_now' | 'absent' | 'garbage' | 'error' };

export type AllCallsAct =
  | { readonly do: 'submit'; readonly job: number; readonly afterMs: number }
  | { readonly do: 'take_back' | 'unwatch' | 'final_poll' | 'find'; readonly job: number }
  | { readonly do: 'watch'; readonly job: number; readonly afterMs: number; readonly isBegun: boolean }
  | { readonly do: 'take_up'; readonly job: number; readonly sinceMs: number; readonly isBegun: boolean }
  | { readonly do: 'cancel'; readonly job: number; readonly knowsHandle: boolean }
  | { readonly do: 'answer'; readonly kind: Asked; readonly nth: number; readonly said: Said }
  | { readonly do: 'content'; readonly provider: string; readonly location: string }
  | { readonly do: 'link'; readonly path: string }
  | { readonly do: 'configure'; readonly bounds: AllBounds }
  | { readonly do: 'hold' };

/** `c` and `d` may be known to stored jobs alone. */
export const PROVIDERS = ['a', 'b', 'c', 'd'] as const;
export const MODELS = ['film', 'clip'] as const;
const JOBS = 16;

export interface DrawnJob {
  readonly jobId: string;
  readonly provider: string;
  readonly model: string;
}

export function jobOf(nth: number): DrawnJob {
  const [provider = '', model = ''] = [PROVIDERS[nth % 4], MODELS[Math.floor(nth / 4) % 2]];
  return { jobId: `job_${nth}`, provider, model };
}

export function drawnBounds(random: Random): AllBounds {
  const bounds = () => ({
    waitingMax: random.pick([1, 2, 1_000]),
    finalPolls: random.pick([1, 50]),
    submitLimitMs: random.pick([700, 30_000]),
    ...random.pick([{}, { pollLimitMs: 900 }]),
  });
  return {
    providers: random.pick([
      ['a', 'b'],
      ['a', 'b', 'd'],
      ['b', 'a', 'c'],
      ['d', 'a'],
    ]),
    of: Object.fromEntries(PROVIDERS.map((provider) => [provider, bounds()])),
  };
}

export function allCallsAct(random: Random): AllCallsAct {
  const job = random.below(JOBS);
  const isBegun = random.chance(0.3);
  const afterMs = random.pick([0, 0, 0, 300, 2_500]);
  return random.weighted<() => AllCallsAct>([
    [4, () => ({ do: 'submit', job, afterMs })],
    [3, () => ({ do: 'watch', job, afterMs, isBegun })],
    [1.5, () => ({ do: 'take_up', job, sinceMs: random.pick([-400, 0, 260, 700, 9_000, 400_000]), isBegun })],
    [2, () => ({ do: random.pick(['take_back', 'unwatch', 'final_poll', 'find'] as const), job })],
    // They are of one model, so that one waits for the turn of the other.
    [6, () => ({ do: random.pick(['take_back', 'final_poll', 'find'] as const), job: random.pick([0, 8]) })],
    [1, () => ({ do: 'cancel', job, knowsHandle: random.chance(0.5) })],
    [10, () => answerAct(random)],
    [1, () => ({ do: 'content', provider: random.pick(PROVIDERS), location: drawnLocation(random) })],
    [1, () => ({ do: 'link', path: random.pick(['a', 'd', 'ad', 'bd', 'none']) })],
    [0.6, () => ({ do: 'configure', bounds: drawnBounds(random) })],
    [0.15, () => ({ do: 'hold' })],
  ])();
}

function answerAct(random: Random): AllCallsAct {
  const kind = random.pick(['submit', 'poll', 'poll', 'find', 'last_call', 'cancel'] as const);
  return { do: 'answer', kind, nth: random.below(4), said: drawnSaid(random, kind) };
}

function drawnSaid(random: Random, kind: Asked): Said {
  const hint = random.chance(0.3) ? { hintMs: random.pick([0, 49, 3_000, 90_000]) } : {};
  const progress = random.chance(0.7) ? { progress: random.pick([0, 10, 60]) } : {};
  return random.weighted<Said>([
    [2, { is: 'pending', ...hint }],
    [3, { is: 'in_progress', ...progress }],
    [2, { is: 'over' }],
    [1, { is: 'not_now' }],
    [kind === 'find' ? 6 : 0, { is: 'absent' }],
    [1, { is: 'garbage' }],
    [1, { is: 'error' }],
  ]);
}

function drawnLocation(random: Random): string {
  return random.pick(['abcd', 'none', 'garbage', 'error']);
}
