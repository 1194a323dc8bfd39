/**
 * Rare meetings, arranged: what chance alone brings about once in tens of thousands of histories.
 *
 * Each situation is a submit with a script of its own, and what befalls the node about then.
 */
import type { Random } from '../world/random.js';
import type { SubmitCall } from './client-call.js';
import type { ModelSetup, NodeStep } from './node-history.js';
import type { ProviderScript } from './provider-script.js';

type Situation = (random: Random, submittedAt: number, deadlineMs: number) => Arranged;

interface Arranged {
  readonly script: ProviderScript;
  readonly troubles: readonly NodeStep[];
}

const COMPLETES = { how: 'completed', outputMs: 1_000 } as const;
/** The provider is given up after so many submits that it does not take. */
const SUBMITS_NOT_TAKEN = 9;
/** Reading has ended by then, at its deadline. */
const READS_NOT_ANSWERED = 30;

/** The process ends while the provider is asked for the last time, and then the disk refuses. */
const endsInFinalPoll: Situation = (random, submittedAt, deadlineMs) => {
  const at = submittedAt + deadlineMs + random.between(0, 300);
  // The result of a job that never ends cannot stand in for the answer to the final poll.
  const end = random.fork('end').pick([COMPLETES, { how: 'never' }] as const);
  return {
    script: {
      submits: [],
      polls: [{ delayMs: 0, do: 'never' }],
      pendingMs: 0,
      runningMs: deadlineMs + 100,
      end,
      askAgainAfterMs: deadlineMs + 7_000,
    },
    troubles: [
      {
        id: 0,
        at,
        do: 'crash',
        on: 'now',
        nth: 1,
        side: 'before',
        undecided: random.pick(['lost', 'kept'] as const),
        downMs: 50,
        times: 1,
        reboot: false,
      },
      { id: 0, at: at + 40, do: 'disk', fault: 'reject', skip: 1, commits: random.between(1, 12) },
    ],
  };
};

/** A poll is under way when the final poll is answered, and contradicts it. */
const contradictsFinalPoll: Situation = (random, _, deadlineMs) => ({
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
});

/** The provider is busy until it is given up. */
const neverTaken: Situation = () => ({
  script: {
    submits: Array.from({ length: SUBMITS_NOT_TAKEN }, () => ({ delayMs: 20, do: 'not_now' }) as const),
    polls: [],
    pendingMs: 0,
    runningMs: 0,
    end: COMPLETES,
  },
  troubles: [],
});

/** The provider makes the result, and never sends it. */
const neverSent: Situation = () => ({
  script: {
    submits: [],
    polls: [],
    reads: Array.from({ length: READS_NOT_ANSWERED }, () => ({ delayMs: 0, do: 'never' }) as const),
    pendingMs: 0,
    runningMs: 100,
    end: COMPLETES,
  },
  troubles: [],
});

/** @param key the number of a key of the setup */
export function generateSituation(
  random: Random,
  models: readonly ModelSetup[],
  key: number,
  at: number,
): readonly NodeStep[] {
  const model = random.pick(models);
  const arrange = random.weighted<Situation>([
    [2, endsInFinalPoll],
    [2, contradictsFinalPoll],
    [1, neverTaken],
    [1, neverSent],
  ]);
  const { script, troubles } = arrange(random, at, model.deadlineAfterMs);
  const call: SubmitCall = {
    op: 'submit',
    key,
    model: model.id,
    prompt: 'An arranged scene',
    seconds: 1,
    script,
  };
  return [{ id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 1 }, ...troubles];
}
