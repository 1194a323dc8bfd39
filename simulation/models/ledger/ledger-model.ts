/**
 * `--model ledger`: credit, reservations and settlements of keys and accounts, without HTTP and providers.
 */

import { FAULT_SHARE, faultStep } from '../../history/process-faults.js';
import type { FaultLevel, Model } from '../../model.js';
import { Random } from '../../world/random.js';
import {
  type ActorsHistory,
  type ActorsSetup,
  type ActorsStep,
  CREATED_FROM,
  type Saying,
} from '../actors-reference/actors-history.js';
import { ActorsRun } from '../actors-reference/actors-run.js';
import { describeActorsStep } from '../actors-reference/describe-actors-step.js';
import { markedJob } from './marked-job.js';

const NAME = 'ledger';
const MINUTE_MS = 60_000;
const SWEEP_EVERY_MS = 10_000;
const SAYINGS: readonly Saying[] = [
  'accepted',
  'accepted',
  'accepted',
  'accepted_done',
  'rejected',
  'not_now',
  'no_outcome',
  'started',
  'done',
  'done',
  'failed',
  'last_call_done',
  'last_call_silent',
];

export const ledgerModel: Model<ActorsStep, ActorsSetup> = {
  name: NAME,
  generate,
  run: (history, watch) => new ActorsRun(history, watch).play(),
  describe: describeActorsStep,
};

function generate(seed: number, faults: FaultLevel): ActorsHistory {
  const random = new Random(seed).fork(`${NAME}/${faults}`);
  const keys = Array.from({ length: random.between(1, 4) }, () => ({
    account: random.pick([0, 1] as const),
    creditsMicroDa: random.pick([0, 1, 1_500, 4_000]),
  }));
  const setup: ActorsSetup = {
    keys,
    openJobsMax: random.pick([1, 2, 4]),
    keysPerAccountMax: random.pick([2, 4, 100]),
    idempotencyMs: random.pick([2_000, 9_000, 3 * MINUTE_MS]),
    retentionMs: random.pick([1_000, MINUTE_MS, 3 * MINUTE_MS]),
    gateTimeLimitMs: random.pick([50, 1_000]),
    passivateAfterMs: random.pick([4_000, MINUTE_MS]),
    residentActorsMax: random.pick([2, 1_000]),
    commitMs: random.pick([0, 0, 1, 8]),
    hasProviders: false,
  };
  const steps: ActorsStep[] = [];
  let at = 0;
  const count = random.between(5, 60);
  for (let id = 1; id <= count; id++) {
    at = Math.max(at, nextTime(random, at, setup, steps));
    const repeated = random.chance(0.08) ? repeat(random, id, at, setup, steps) : undefined;
    if (repeated !== undefined) {
      at = repeated.at;
      steps.push(repeated);
      continue;
    }
    steps.push(
      random.chance(FAULT_SHARE[faults])
        ? faultStep(random, id, at, { reboots: false, calls: false })
        : plainStep(random, id, at, setup, steps),
    );
  }
  steps.push(...markedJob(random.fork('marked job'), count + 1, at));
  return { v: 1, model: NAME, seed, faults, setup, steps };
}

function plainStep(
  random: Random,
  id: number,
  at: number,
  { keys }: ActorsSetup,
  before: readonly ActorsStep[],
): ActorsStep {
  const made = before.flatMap((step) => (step.do === 'create_key' ? [step.key] : []));
  const key = made.length > 0 && random.chance(0.2) ? random.pick(made) : random.below(keys.length);
  const what = random.weighted([
    [1, 'create_key'],
    [5, 'credit'],
    [2, 'debit'],
    [3, 'transfer'],
    [9, 'submit'],
    [12, 'report'],
    [1, 'set_rpm'],
    [1, 'revoke'],
    [4, 'rotate'],
    [3, 'read'],
  ]);
  switch (what) {
    case 'create_key':
      return {
        id,
        at,
        do: 'create_key',
        key: CREATED_FROM + id,
        account: random.pick([0, 1] as const),
        creditsMicroDa: random.pick([0, 700]),
        ...maybeIdempotent(random),
      };
    case 'credit':
      return {
        id,
        at,
        do: 'credit',
        key,
        amountMicroDa: random.chance(0.05) ? 10 ** 15 - random.below(3_000) : random.between(1, 3) * 500,
        reference: random.below(10),
        ...(random.chance(0.4) && { isMarked: true }),
      };
    case 'debit':
    case 'transfer':
      return withdrawal(
        what,
        random,
        { id, at, key, reference: random.below(10) },
        others(key, keys, before),
      );
    case 'submit':
      return {
        id,
        at,
        do: 'submit',
        key,
        pricePerSecondMicroDa: random.pick([0, 1, 333, 400]),
        lengthMs: random.pick([1, 999, 1_000, 4_001]),
        deadlineAfterMs: random.pick([500, 20_000, 2 * MINUTE_MS]),
        lost: random.pick(['idempotent', 'unknown'] as const),
        fingerprint: random.below(2),
        ...maybeIdempotent(random),
      };
    case 'report':
      return {
        id,
        at,
        do: 'report',
        job: aJob(random, before),
        says: random.pick(SAYINGS),
        outputMs: random.pick([0, 1, 1_234, 999_999]),
      };
    case 'set_rpm':
      return { id, at, do: 'set_rpm', key, rpm: random.between(1, 100) };
    case 'rotate':
      return { id, at, do: 'rotate', key, graceMs: random.pick([0, 1, 900, 5_000, 60_000]) };
    case 'revoke':
      return { id, at, do: 'revoke', key };
    default:
      return { id, at, do: 'read' };
  }
}

/** The other keys of the account of a key, revoked or not. */
function others(key: number, keys: ActorsSetup['keys'], before: readonly ActorsStep[]): readonly number[] {
  const all = [
    ...keys.map(({ account }, number) => ({ account, key: number })),
    ...before.flatMap((step) => (step.do === 'create_key' ? [step] : [])),
  ];
  const own = all.find((one) => one.key === key)?.account;
  return all.flatMap((one) => (one.key !== key && one.account === own ? [one.key] : []));
}

/** A debit if there is no key to transfer to. */
function withdrawal(
  what: 'debit' | 'transfer',
  random: Random,
  step: { readonly id: number; readonly at: number; readonly key: number; readonly reference: number },
  recipients: readonly number[],
): ActorsStep {
  const amountMicroDa = random.pick([1, 500, 500, 1_000, 1_500]);
  if (what === 'debit' || recipients.length === 0) return { ...step, do: 'debit', amountMicroDa };
  return { ...step, do: 'transfer', to: random.pick(recipients), amountMicroDa };
}

/** The id of an earlier submit, the latest of them more often. */
function aJob(random: Random, before: readonly ActorsStep[]): number {
  const submits = before.filter((step) => step.do === 'submit');
  if (submits.length === 0) return 0;
  return random.pick(random.chance(0.6) ? submits.slice(-3) : submits).id;
}

function maybeIdempotent(random: Random): { readonly idempotencyKey?: number } {
  return random.chance(0.4) ? { idempotencyKey: random.below(3) } : {};
}

/** The same request again, as its idempotency key ceases to count, or as a sweep may remove it. */
function repeat(
  random: Random,
  id: number,
  at: number,
  setup: ActorsSetup,
  before: readonly ActorsStep[],
): ActorsStep | undefined {
  const known = before.filter((step) => step.do === 'submit' && step.idempotencyKey !== undefined);
  if (known.length === 0) return undefined;
  const first = random.pick(known.slice(-4));
  const ceases = first.at + setup.idempotencyMs + random.between(-1, 1);
  const sweep = nextSweep(Math.max(at, ceases), setup.commitMs) - random.between(0, setup.commitMs + 1);
  return { ...first, id, at: Math.max(at, random.pick([ceases, ceases, sweep])) };
}

/**
 * Often the same instant, sometimes that of a sweep, or the one at which an idempotency key counts no more.
 */
function nextTime(random: Random, at: number, setup: ActorsSetup, before: readonly ActorsStep[]): number {
  return random.weighted([
    [8, () => at],
    [6, () => at + random.between(1, 20)],
    [3, () => at + random.between(1, 3_000)],
    [1, () => at + random.between(1, 40_000)],
    [2, () => nextSweep(at, setup.commitMs) - random.between(0, setup.commitMs + 1)],
    [1, () => nextSweep(at, setup.commitMs) - random.between(1, 2_500)],
    [
      1,
      () => (before.length === 0 ? at : random.pick(before).at + setup.idempotencyMs + random.between(-1, 1)),
    ],
  ])();
}

/**
 * Sweeps count from the start of the process, steps from when the setup stands, two commits and 1 ms later.
 */
function nextSweep(at: number, commitMs: number): number {
  const setUpMs = 2 * commitMs + 1;
  return Math.ceil((at + setUpMs + 1) / SWEEP_EVERY_MS) * SWEEP_EVERY_MS - setUpMs;
}
