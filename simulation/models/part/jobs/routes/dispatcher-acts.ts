/** Wishes of jobs, reports on them and answers of jobs, as they come to a dispatcher. */
import type { Refusal } from '../../../../../src/actors/runtime/behavior.js';
import type { Random } from '../../../../world/random.js';

export type WishKind = 'submit' | 'find' | 'watch' | 'forget' | 'final_poll' | 'cancel' | 'read';

export type ReportKind = 'accepted' | 'unknown' | 'rejected' | 'polled';

/** How the job of a report stands by then. */
export interface TakenReport {
  readonly isSettled: boolean;
  /** The handle by which the job knows its provider's; null if it knows none. */
  readonly handle: string | null;
}

/** A job that the run before left unfinished. */
export interface LeftJob {
  readonly handle: string | null;
  /** That it had a call under way. */
  readonly isCalled: boolean;
  readonly hasBegun: boolean;
}

export type DispatcherAct =
  | {
      readonly do: 'wish';
      readonly kind: WishKind;
      readonly delayMs: number;
      /** False if the prompt is on disk alone. */
      readonly hasInput: boolean;
      readonly isWaiting: boolean;
      readonly isLate: boolean;
    }
  | { readonly do: 'report'; readonly kind: ReportKind }
  | { readonly do: 'tell' }
  /** The answer of a job to the `nth` message that it has not answered. */
  | {
      readonly do: 'answer';
      readonly nth: number;
      readonly refusal: Refusal | '';
      readonly taken: TakenReport;
    }
  | { readonly do: 'resume'; readonly jobs: readonly LeftJob[] }
  | { readonly do: 'rest'; readonly forMs: number }
  /** The disk reads nothing for a while. */
  | { readonly do: 'break_disk' }
  | { readonly do: 'mend_disk' };

const KINDS = ['submit', 'submit', 'find', 'watch', 'forget', 'final_poll', 'cancel', 'read'] as const;
const REFUSALS = ['', '', '', 'overloaded', 'storage_unavailable', 'quarantined', 'defect'] as const;

export function dispatcherAct(random: Random): DispatcherAct {
  const taken = { isSettled: random.chance(0.6), handle: random.pick([null, 'handle', 'another']) };
  return random.weighted<() => DispatcherAct>([
    [
      4,
      () => ({
        do: 'wish',
        kind: random.pick(KINDS),
        delayMs: random.pick([0, 1, 200, 5_000]),
        hasInput: random.chance(0.6),
        isWaiting: random.chance(0.3),
        isLate: random.chance(0.3),
      }),
    ],
    [
      4,
      () => ({ do: 'report', kind: random.pick(['accepted', 'accepted', 'unknown', 'rejected', 'polled']) }),
    ],
    [2, () => ({ do: 'tell' })],
    [
      9,
      () => ({
        do: 'answer',
        nth: random.below(5),
        refusal: random.chance(0.01) ? 'shutting_down' : random.pick(REFUSALS),
        taken,
      }),
    ],
    [
      0.5,
      () => ({
        do: 'resume',
        jobs: Array.from({ length: random.between(1, 5) }, () => ({
          handle: random.pick([null, 'handle', 'another']),
          isCalled: random.chance(0.5),
          hasBegun: random.chance(0.5),
        })),
      }),
    ],
    [0.5, () => ({ do: 'rest', forMs: random.pick([0, 5, 500, 4_000]) })],
    [0.4, () => ({ do: 'break_disk' })],
    [1, () => ({ do: 'mend_disk' })],
  ])();
}
