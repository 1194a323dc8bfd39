/**
 * The life of a video job.
 *
 *     waiting ◀─▶ submitting ──accepted──▶ queued ──started──▶ running ──▶ completed
 *    (pending)     (pending)              (pending)         (in_progress)      ▲
 *                   │     ▲                   ▲                   │            │ read
 *                   │     └─ next route       │                   ▼            │
 *                   └──answer lost──▶ finding ┘          made: reading ────────┘
 *                                    (pending)              (in_progress)
 *
 * Every state that is not final leads to `failed`, too. An operator can end a job in any of them. At its
 * deadline a job that is queued or running is polled one last time (in state `lastCall`) before it expires.
 *
 * A job has one route at a time, and takes the next one if its provider surely did not take it. A submit
 * without a known outcome *binds* the job to its route. It is then submitted again (a provider that takes
 * the job's id as an idempotency key), looked for (a provider that can be asked by that id), or it fails.
 *
 * A submit that is not called soon, because its provider is busy or does not answer, has the job go to
 * `waiting`. A restart then knows that no provider has it. The job is back in `submitting` before the call.
 *
 * The machine is pure: it calls nobody and owns no timer. It names its effects (`callSubmit`,
 * `awaitSubmit`, `find`, `watch`, `finalPoll`, `cancel`, `read`, `settle`); the actor that hosts it commits
 * the new state, and only then carries them out, save `settle`, which is part of the same commit. Its
 * deadline is a reminder of its actor, and so is that of reading, which takes its place.
 *
 * Invariants
 *  1. Nothing leaves `completed` or `failed`.
 *  2. `settle` happens exactly once, on entering `completed` or `failed`.
 *  3. `completed` is entered from `running` and `reading` only: a job that finishes while queued passes
 *     through `running`.
 *  4. A submit whose outcome is unknown is repeated only on its route, and only if the provider takes
 *     idempotency keys and the time for which they count is not over.
 *  5. Every state that is not final reacts to DEADLINE, save `lastCall`, which reacts to the end of its one
 *     poll; starting does not lead out of `lastCall`.
 *  6. A state in which a call has to come back before the job goes on is tagged `calling` and reacts to
 *     RESUMED.
 *  7. Every state that is not final reacts to ENDED_BY_OPERATOR: the job fails.
 *  8. A job that is bound keeps its route.
 *  9. No submit is under way in `waiting`: each call is the effect `callSubmit`, which `submitting` wants.
 */
import { assign, raise, setup } from 'xstate';
import {
  ANSWER_LOST,
  EXPIRED,
  endedByOperator,
  failing,
  givingUp,
  itself,
  type JobFailure,
  NOT_READ_IN_TIME,
  notTaken,
  outcomeUnknown,
  resultUnavailable,
} from './job-failures.js';
import { SUBMIT_ATTEMPTS_MAX } from './submit-attempts.js';
import {
  firstContext,
  type MadeResult,
  type ReadOutput,
  type VideoJobContext,
  type VideoJobInput,
} from './video-job-context.js';
import type { VideoJobEvent } from './video-job-events.js';

/** Bumped when a stored snapshot of the previous machine could be misread by this one. */
export const VIDEO_JOB_MACHINE_VERSION = 2;

export const videoJobMachine = setup({
  types: {
    context: {} as VideoJobContext,
    events: {} as VideoJobEvent,
    input: {} as VideoJobInput,
    tags: {} as 'pending' | 'in_progress' | 'completed' | 'failed' | 'calling',
  },
  actions: {
    // Effects: carried out by the hosting actor, which gets their names from the step.
    callSubmit: () => {},
    awaitSubmit: () => {},
    find: () => {},
    watch: () => {},
    finalPoll: () => {},
    cancel: () => {},
    read: () => {},
    settle: () => {},
    takeNextRoute: assign(({ context: { route, fallbacks } }) => ({
      route: fallbacks[0] ?? route,
      fallbacks: fallbacks.slice(1),
      attempt: 1,
    })),
    bind: assign({ isBound: true, fallbacks: [] }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    keepHandle: assign({ handle: (_, params: { handle: string }) => params.handle, fallbacks: [] }),
    keepMade: assign({
      made: (_, { location, saidMs }: MadeResult) =>
        saidMs === undefined ? { location } : { location, saidMs },
    }),
    keepOutput: assign({
      output: (_, { lengthMs, location }: { lengthMs: number; location: string }) => ({ lengthMs, location }),
    }),
    keepReadOutput: assign({
      output: ({ context: { made } }, { lengthMs, link, file }: ReadOutput) =>
        made === null ? null : { lengthMs, location: made.location, link, file },
      made: null,
    }),
    keepFailure: assign({
      failure: (_, { slug, message }: JobFailure) => ({ slug, message }),
      fallbacks: [],
    }),
  },
  guards: {
    mayTakeNextRoute: ({ context }) => !context.isBound && context.fallbacks.length > 0,
    mayTryAgain: ({ context }, { isTooLate }: { isTooLate: boolean }) =>
      context.attempt < SUBMIT_ATTEMPTS_MAX && !(context.isBound && isTooLate),
    isBound: ({ context }) => context.isBound,
    isIdempotent: ({ context }, { isTooLate }: { isTooLate: boolean }) =>
      context.route.lostAnswer.kind === 'idempotent' && !isTooLate,
    mayRepeat: ({ context }, { isTooLate }: { isTooLate: boolean }) =>
      context.route.lostAnswer.kind === 'idempotent' && !isTooLate && context.attempt < SUBMIT_ATTEMPTS_MAX,
    isFindable: ({ context }) => context.route.lostAnswer.kind === 'findable',
  },
}).createMachine({
  id: 'videoJob',
  context: ({ input }) => firstContext(input),
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
        SUBMIT_REJECTED: failing(itself),
        SUBMIT_NOT_TAKEN: [
          { guard: 'mayTakeNextRoute', target: 'submitting', reenter: true, actions: 'takeNextRoute' },
          {
            guard: { type: 'mayTryAgain', params: ({ event }) => event },
            target: 'submitting',
            reenter: true,
            actions: 'countAttempt',
          },
          { guard: 'isBound', ...failing(outcomeUnknown) },
          failing(notTaken),
        ],
        SUBMIT_WITHOUT_OUTCOME: [
          {
            guard: { type: 'mayRepeat', params: ({ event }) => event },
            target: 'submitting',
            reenter: true,
            actions: ['bind', 'countAttempt'],
          },
          { guard: 'isFindable', target: 'finding', actions: 'bind' },
          failing(outcomeUnknown),
        ],
        RESUMED: [
          {
            guard: { type: 'isIdempotent', params: ({ event }) => event },
            target: 'submitting',
            reenter: true,
            actions: 'bind',
          },
          { guard: 'isFindable', target: 'finding', actions: 'bind' },
          failing(() => ANSWER_LOST),
        ],
        SUBMIT_WAITS: 'waiting',
        // The disk did not take that it waits.
        SUBMIT_BEGINS: { actions: 'callSubmit' },
        DEADLINE: failing(() => EXPIRED),
        ENDED_BY_OPERATOR: failing(endedByOperator),
      },
    },
    waiting: {
      tags: ['pending', 'calling'],
      on: {
        SUBMIT_BEGINS: 'submitting',
        // Of its provider only the breaker was asked: that counts as no attempt.
        SUBMIT_NOT_TAKEN: { target: 'submitting', actions: 'takeNextRoute' },
        RESUMED: { actions: 'awaitSubmit' },
        DEADLINE: failing(() => EXPIRED),
        ENDED_BY_OPERATOR: failing(endedByOperator),
      },
    },
    finding: {
      tags: ['pending', 'calling'],
      entry: 'find',
      on: {
        SUBMIT_ACCEPTED: {
          target: 'queued',
          actions: [{ type: 'keepHandle', params: ({ event }) => event }, 'watch'],
        },
        SUBMIT_REJECTED: failing(itself),
        NOT_FOUND: failing(() => ANSWER_LOST),
        RESUMED: { actions: 'find' },
        DEADLINE: givingUp(() => EXPIRED),
        ENDED_BY_OPERATOR: givingUp(endedByOperator),
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
            FINAL_POLL_UNSETTLED: givingUp(() => EXPIRED),
          },
        },
      },
      on: {
        STARTED: 'running',
        COMPLETED: { target: 'running', actions: raise(({ event }) => event) },
        MADE: { target: 'running', actions: raise(({ event }) => event) },
        FAILED: failing(itself),
        ENDED_BY_OPERATOR: givingUp(endedByOperator),
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
            FINAL_POLL_UNSETTLED: givingUp(() => EXPIRED),
          },
        },
      },
      on: {
        COMPLETED: { target: 'completed', actions: { type: 'keepOutput', params: ({ event }) => event } },
        MADE: { target: 'reading', actions: { type: 'keepMade', params: ({ event }) => event } },
        FAILED: failing(itself),
        ENDED_BY_OPERATOR: givingUp(endedByOperator),
      },
    },
    reading: {
      tags: ['in_progress', 'calling'],
      entry: 'read',
      on: {
        RESULT_READ: {
          target: 'completed',
          actions: { type: 'keepReadOutput', params: ({ event }) => event },
        },
        RESULT_UNREADABLE: failing(resultUnavailable),
        RESUMED: { actions: 'read' },
        DEADLINE: failing(() => NOT_READ_IN_TIME),
        ENDED_BY_OPERATOR: failing(endedByOperator),
      },
    },
    completed: { type: 'final', tags: 'completed', entry: 'settle' },
    failed: { type: 'final', tags: 'failed', entry: 'settle' },
  },
});
