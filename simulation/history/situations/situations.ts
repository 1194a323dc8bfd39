/**
 * Rare meetings, arranged: what chance alone brings about once in tens of thousands of histories.
 *
 * Each situation is a submit with a script of its own, and what befalls the node about then.
 */
import type { NodeStep } from '../node-history.js';
import { SERVICE_NAMES } from '../provider-kinds.js';
import { noteIsRefused, noteIsSlow, stopsWhileItWaits } from './noted-waits.js';
import { ARRANGED_JOB, COMPLETES, type Situation, WELL } from './situation.js';

const CRASH = {
  id: 0,
  do: 'crash',
  on: 'now',
  nth: 1,
  side: 'before',
  undecided: 'kept',
  downMs: 50,
  times: 1,
  reboot: false,
} as const;
/** The provider has forgotten a submit of before. */
const FORGOTTEN_MS = 64_000;
/** Of submits that are given up after 30 s. */
const SILENCES_OF_A_MINUTE = 3;
/** Of a history. */
const MODELS_MAX = 3;
const LONG_DEADLINE_MS = 120_000;
/** The provider is given up after so many submits that it does not take. */
const SUBMITS_NOT_TAKEN = 9;
/** Reading has ended by then, at its deadline. */
const READS_NOT_ANSWERED = 30;
/** The last of them is the final poll, however long the deadline. */
const POLLS_NOT_ANSWERED = 12;
/** So long after its deadline a job is over, whatever its provider does. */
const LONG_MS = 60_000;

/** The process ends while the provider is asked for the last time, and then the disk refuses. */
const endsInFinalPoll: Situation = {
  arrange(random, submittedAt, { deadlineAfterMs: deadlineMs }) {
    const at = submittedAt + deadlineMs + random.between(0, 300);
    // The result of a job that never ends cannot stand in for the answer to the final poll.
    const end = random.fork('end').pick([COMPLETES, { how: 'never' }] as const);
    return {
      script: {
        submits: [],
        polls: [{ delayMs: 0, do: 'never' }],
        pendingMs: random.pick([0, deadlineMs + LONG_MS]),
        runningMs: deadlineMs + 100,
        end,
        askAgainAfterMs: deadlineMs + 7_000,
      },
      troubles: [
        { ...CRASH, at, undecided: random.pick(['lost', 'kept'] as const) },
        { id: 0, at: at + 40, do: 'disk', fault: 'reject', skip: 1, commits: random.between(1, 12) },
      ],
    };
  },
};

/** The operator ends a job whose provider is asked for the last time. */
const endedInFinalPoll: Situation = {
  arrange: (random, submittedAt, { deadlineAfterMs: deadlineMs }) => ({
    script: {
      submits: [],
      polls: Array.from({ length: POLLS_NOT_ANSWERED }, () => ({ delayMs: 0, do: 'never' }) as const),
      pendingMs: random.pick([0, deadlineMs + LONG_MS]),
      runningMs: deadlineMs + LONG_MS,
      end: COMPLETES,
      askAgainAfterMs: deadlineMs + 7_000,
    },
    troubles: [endedByOperator(submittedAt + deadlineMs + random.between(300, 5_000))],
  }),
};

/** A poll is under way when the final poll is answered, and contradicts it. */
const contradictsFinalPoll: Situation = {
  arrange: (random, _, { deadlineAfterMs: deadlineMs }) => ({
    script: {
      submits: [],
      polls: [
        { delayMs: random.between(300, 900), do: 'false_failure' },
        { delayMs: random.between(100, 400), do: 'truth' },
      ],
      pendingMs: 0,
      runningMs: deadlineMs - random.between(100, 600),
      end: COMPLETES,
      askAgainAfterMs: deadlineMs - 200,
    },
    troubles: [],
  }),
};

/**
 * The answer to the submit is lost, and for as long as its provider remembers it the process is gone, or the
 * provider does not answer.
 */
const forgottenSubmit: Situation = {
  fits: ({ idempotentForMs }, { deadlineAfterMs }) =>
    idempotentForMs !== undefined && deadlineAfterMs >= LONG_DEADLINE_MS,
  arrange: (random, submittedAt) =>
    random.fork('silence').chance(0.5)
      ? {
          script: {
            ...WELL,
            submits: [
              { delayMs: 20, do: 'accept_then_error' },
              ...Array.from({ length: SILENCES_OF_A_MINUTE }, () => ({ delayMs: 0, do: 'never' }) as const),
            ],
          },
          troubles: [],
        }
      : {
          script: { ...WELL, submits: [{ delayMs: 20, do: 'accept_then_never' }] },
          troubles: [{ ...CRASH, at: submittedAt + random.between(100, 2_000), downMs: FORGOTTEN_MS }],
        },
};

/** The connection to a real service ends, or its answer makes no sense, when the submit has left. */
const unheardByService: Situation = {
  fits: (_, { provider }) => SERVICE_NAMES.some((name) => name === provider),
  arrange: (random) => ({
    script: {
      ...WELL,
      submits: [{ delayMs: 20, do: random.pick(['error', 'accept_then_garbage'] as const) }],
    },
    troubles: [],
  }),
};

/** The price changes while a job is made, and another job is accepted at the new one. */
const repriced: Situation = {
  arrange: (random, submittedAt) => ({
    script: { ...WELL, runningMs: 1_500 },
    troubles: [
      {
        id: 0,
        at: submittedAt + 300,
        do: 'reload',
        isMistaken: false,
        prices: Array.from({ length: MODELS_MAX }, () => random.pick([2, 444_444, 999_999])),
      },
    ],
    againAt: submittedAt + 600,
  }),
};

/** The provider goes on for ever, and the deadline is a long one. */
const neverEnds: Situation = {
  fits: (_, { deadlineAfterMs }) => deadlineAfterMs >= LONG_DEADLINE_MS,
  arrange: () => ({ script: { ...WELL, end: { how: 'never' } }, troubles: [] }),
};

/** The provider is busy until it is given up. */
const neverTaken: Situation = {
  arrange: () => ({
    script: {
      submits: Array.from({ length: SUBMITS_NOT_TAKEN }, () => ({ delayMs: 20, do: 'not_now' }) as const),
      polls: [],
      pendingMs: 0,
      runningMs: 0,
      end: COMPLETES,
    },
    troubles: [],
  }),
};

/** The provider makes the result, and never sends it; the operator may end the job meanwhile. */
const neverSent: Situation = {
  fits: ({ results }) => results === 'read',
  arrange: (random, submittedAt) => ({
    script: {
      submits: [],
      polls: [],
      reads: Array.from({ length: READS_NOT_ANSWERED }, () => ({ delayMs: 0, do: 'never' }) as const),
      pendingMs: 0,
      runningMs: 100,
      end: COMPLETES,
    },
    troubles: random.chance(0.5) ? [endedByOperator(submittedAt + random.between(3_000, 25_000))] : [],
  }),
};

/** The answer to the submit is lost; looked for, the job is one that the provider has refused. */
const refusedUnheard: Situation = {
  fits: ({ lostAnswer }) => lostAnswer === 'findable',
  arrange: () => ({
    script: {
      submits: [{ delayMs: 20, do: 'accept_then_error' }],
      finds: [{ delayMs: 20, do: 'reject' }],
      polls: [],
      pendingMs: 0,
      runningMs: 0,
      end: COMPLETES,
    },
    troubles: [],
  }),
};

/** With its weight among those that fit. */
export const SITUATIONS: readonly (readonly [number, Situation])[] = [
  [4, endsInFinalPoll],
  [2, endedInFinalPoll],
  [4, contradictsFinalPoll],
  [1, neverTaken],
  [2, neverSent],
  [1, refusedUnheard],
  [4, forgottenSubmit],
  [4, unheardByService],
  [2, stopsWhileItWaits],
  [4, noteIsRefused],
  [4, noteIsSlow],
  [2, repriced],
  [2, neverEnds],
];

function endedByOperator(at: number): NodeStep {
  const call = { op: 'fail_job', job: ARRANGED_JOB, reason: 'it hangs' } as const;
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 1 };
}
