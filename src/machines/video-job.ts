/**
 * The life of a video job.
 *
 *     submitting ──accepted──▶ queued ──started──▶ running ──▶ completed
 *      (pending)              (pending)         (in_progress)
 *          └──────────────────────┴──────────────────┴────────▶ failed
 *
 * An operator can end it in any state that is not final. At its deadline a job that is queued or running is
 * polled one last time (in state `lastCall`) before it expires.
 *
 * The machine is pure: it calls nobody and owns no timer. It names its effects (`callSubmit`, `watch`,
 * `finalPoll`, `settle`); the actor that hosts it commits the new state, and only then carries them out, save
 * `settle`, which is part of the same commit. Its deadline is a reminder of its actor.
 *
 * Invariants
 *  1. Nothing leaves `completed` or `failed`.
 *  2. `settle` happens exactly once, on entering `completed` or `failed`.
 *  3. `completed` is entered from `running` only: a job that finishes while queued passes through it.
 *  4. A submit whose outcome is unknown is repeated only towards a provider that takes idempotency keys.
 *  5. Every state that is not final reacts to DEADLINE, save `lastCall`, which reacts to the end of its one
 *     poll; starting does not lead out of `lastCall`.
 *  6. A state in which a call has to come back before the job goes on is tagged `calling` and reacts to
 *     RESUMED.
 *  7. Every state that is not final reacts to ENDED_BY_OPERATOR: the job fails.
 */
import { assign, raise, setup } from 'xstate';
import type { FailureSlug } from '../providers/provider.js';

/** Bumped when a stored snapshot of the previous machine could be misread by this one. */
export const VIDEO_JOB_MACHINE_VERSION = 1;

/** How often a submit is tried before the job fails. */
export const SUBMIT_ATTEMPTS_MAX = 8;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;

export interface VideoJobContext {
  /** Submits begun, the one under way included. */
  readonly attempt: number;
  /** Whether the provider takes the job's id as an idempotency key. */
  readonly idempotentSubmit: boolean;
  readonly handle: string | null;
  readonly output: { readonly lengthMs: number; readonly location: string } | null;
  readonly failure: { readonly slug: FailureSlug; readonly message: string } | null;
}

export type VideoJobEvent =
  | { readonly type: 'SUBMIT_ACCEPTED'; readonly handle: string }
  | { readonly type: 'SUBMIT_REJECTED'; readonly slug: FailureSlug; readonly message: string }
  | { readonly type: 'SUBMIT_NOT_TAKEN'; readonly message: string }
  | { readonly type: 'SUBMIT_WITHOUT_OUTCOME'; readonly slug: FailureSlug; readonly message: string }
  | { readonly type: 'STARTED' }
  | { readonly type: 'COMPLETED'; readonly lengthMs: number; readonly location: string }
  | { readonly type: 'FAILED'; readonly slug: FailureSlug; readonly message: string }
  | { readonly type: 'DEADLINE' }
  /** The final poll told of no end of the job, or was not answered. */
  | { readonly type: 'FINAL_POLL_UNSETTLED' }
  /** An operator wants the job to end now; the message is for its owner. */
  | { readonly type: 'ENDED_BY_OPERATOR'; readonly message: string }
  /** The node restarted: calls of the provider that were under way are gone. */
  | { readonly type: 'RESUMED' };

export type VideoJobEventType = VideoJobEvent['type'];

export const videoJobMachine = setup({
  types: {
    context: {} as VideoJobContext,
    events: {} as VideoJobEvent,
    input: {} as { readonly idempotentSubmit: boolean },
    tags: {} as 'pending' | 'in_progress' | 'completed' | 'failed' | 'calling',
  },
  actions: {
    // Effects: carried out by the hosting actor, which gets their names from the step.
    callSubmit: () => {},
    watch: () => {},
    finalPoll: () => {},
    settle: () => {},
    keepHandle: assign({ handle: (_, params: { handle: string }) => params.handle }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    keepOutput: assign({
      output: (_, { lengthMs, location }: { lengthMs: number; location: string }) => ({ lengthMs, location }),
    }),
    keepFailure: assign({
      failure: (_, { slug, message }: { slug: FailureSlug; message: string }) => ({ slug, message }),
    }),
  },
  guards: {
    mayTryAgain: ({ context }) => context.attempt < SUBMIT_ATTEMPTS_MAX,
    isIdempotent: ({ context }) => context.idempotentSubmit,
    mayRepeat: ({ context }) => context.idempotentSubmit && context.attempt < SUBMIT_ATTEMPTS_MAX,
  },
}).createMachine({
  id: 'videoJob',
  context: ({ input }) => ({
    attempt: 1,
    idempotentSubmit: input.idempotentSubmit,
    handle: null,
    output: null,
    failure: null,
  }),
  initial: 'submitting',
  states: {
    submitting: {
      tags: ['pending', 'calling'],
      entry: 'callSubmit',
      on: {
        SUBMIT_ACCEPTED: {
          target: 'queued',
          actions: [{ type: 'keepHandle', params: ({ event }) => event }, 'watch'],
        },
        SUBMIT_REJECTED: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        SUBMIT_NOT_TAKEN: [
          { guard: 'mayTryAgain', target: 'submitting', reenter: true, actions: 'countAttempt' },
          {
            target: 'failed',
            actions: {
              type: 'keepFailure',
              params: ({ event }) => ({ slug: 'provider_unavailable', message: event.message }),
            },
          },
        ],
        SUBMIT_WITHOUT_OUTCOME: [
          { guard: 'mayRepeat', target: 'submitting', reenter: true, actions: 'countAttempt' },
          {
            guard: 'isIdempotent',
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: outcomeUnknown } },
        ],
        RESUMED: [
          { guard: 'isIdempotent', target: 'submitting', reenter: true },
          { target: 'failed', actions: { type: 'keepFailure', params: outcomeUnknown } },
        ],
        DEADLINE: { target: 'failed', actions: { type: 'keepFailure', params: expired } },
        ENDED_BY_OPERATOR: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => endedByOperator(event) },
        },
      },
    },
    queued: {
      tags: 'pending',
      initial: 'watched',
      states: {
        watched: { on: { DEADLINE: { target: 'lastCall', actions: 'finalPoll' } } },
        lastCall: {
          tags: 'calling',
          on: {
            RESUMED: { actions: 'finalPoll' },
            STARTED: '#videoJob.running.lastCall',
            FINAL_POLL_UNSETTLED: {
              target: '#videoJob.failed',
              actions: { type: 'keepFailure', params: expired },
            },
          },
        },
      },
      on: {
        STARTED: 'running',
        COMPLETED: { target: 'running', actions: raise(({ event }) => event) },
        FAILED: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ENDED_BY_OPERATOR: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => endedByOperator(event) },
        },
      },
    },
    running: {
      tags: 'in_progress',
      initial: 'watched',
      states: {
        watched: { on: { DEADLINE: { target: 'lastCall', actions: 'finalPoll' } } },
        lastCall: {
          tags: 'calling',
          on: {
            RESUMED: { actions: 'finalPoll' },
            FINAL_POLL_UNSETTLED: {
              target: '#videoJob.failed',
              actions: { type: 'keepFailure', params: expired },
            },
          },
        },
      },
      on: {
        COMPLETED: { target: 'completed', actions: { type: 'keepOutput', params: ({ event }) => event } },
        FAILED: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ENDED_BY_OPERATOR: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => endedByOperator(event) },
        },
      },
    },
    completed: { type: 'final', tags: 'completed', entry: 'settle' },
    failed: { type: 'final', tags: 'failed', entry: 'settle' },
  },
});

/** How long to wait before submit number `attempt`, in ms; the caller adds jitter. */
export function submitBackOffMs(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(RETRY_FIRST_MS * 2 ** (attempt - 2), RETRY_MAX_MS);
}

function outcomeUnknown(): { slug: FailureSlug; message: string } {
  return {
    slug: 'outcome_unknown',
    message: 'The provider was sent the job, its answer was lost, and it cannot be asked again.',
  };
}

/** Expired before its time: of the slugs the one that blames neither the request nor the provider. */
function endedByOperator({ message }: { readonly message: string }): { slug: FailureSlug; message: string } {
  return { slug: 'expired', message };
}

function expired(): { slug: FailureSlug; message: string } {
  return { slug: 'expired', message: 'The job was not finished at its deadline.' };
}
