/**
 * `--model job`: the lives of video jobs. Half of the histories bring any report to a job in any state; in
 * the other half jobs are sent to providers that answer by a script: late, never, garbage, one thing after
 * another.
 */

import { FAULT_SHARE, faultStep } from '../../history/process-faults.js';
import type { FaultLevel, Model } from '../../model.js';
import { Random } from '../../world/random.js';
import {
  type ActorsHistory,
  type ActorsSetup,
  type ActorsStep,
  type ProviderScript,
  SAYINGS,
  type ScriptedAnswer,
  type SubmitStep,
} from '../actors-reference/actors-history.js';
import { ActorsRun } from '../actors-reference/actors-run.js';
import { describeActorsStep } from '../actors-reference/describe-actors-step.js';

const NAME = 'job';
const MINUTE_MS = 60_000;
const OUTAGE_CHANCE = 0.05;
const READ_ON_CHANCE = 0.05;
/** Around the time limits of calls: 30 s for a submit, 10 s for a poll, 5 s for a final poll. */

const ANSWERS_AFTER_MS = [0, 0, 1, 40, 700, 4_999, 5_000, 9_999, 10_000, 12_000, 29_999, 30_000, 31_000];

export const jobModel: Model<ActorsStep, ActorsSetup> = {
  name: NAME,
  generate,
  run: (history, watch) => new ActorsRun(history, watch).play(),
  describe: describeActorsStep,
};

function generate(seed: number, faults: FaultLevel): ActorsHistory {
  const random = new Random(seed).fork(`${NAME}/${faults}`);
  const hasProviders = random.chance(0.5);
  const setup: ActorsSetup = {
    keys: [{ account: 0, creditsMicroDa: 1_000_000 }],
    openJobsMax: 1_000,
    keysPerAccountMax: 100,
    idempotencyMs: MINUTE_MS,
    retentionMs: random.pick([10_000, 3 * MINUTE_MS]),
    gateTimeLimitMs: random.pick([50, 1_000]),
    passivateAfterMs: random.pick([4_000, MINUTE_MS]),
    residentActorsMax: random.pick([2, 1_000]),
    commitMs: random.pick([0, 0, 1, 8]),
    hasProviders,
  };
  const outage = random.fork('outage');
  if (hasProviders && outage.chance(OUTAGE_CHANCE)) {
    return { v: 1, model: NAME, seed, faults, setup, steps: outageSteps(outage) };
  }
  const readOn = random.fork('read on');
  const isReadOn = !hasProviders && readOn.chance(READ_ON_CHANCE);
  const steps: ActorsStep[] = isReadOn ? [...readOnSteps(readOn)] : [];
  let at = isReadOn ? 3 * MINUTE_MS : 0;
  const first = steps.length + 1;
  const count = hasProviders ? random.between(2, 25) : random.between(8, 50);
  for (let id = first; id < first + count; id++) {
    at += pause(random, hasProviders);
    if (random.chance(FAULT_SHARE[faults])) {
      steps.push(faultStep(random, id, at, { reboots: false, calls: hasProviders }));
    } else steps.push(hasProviders ? callsStep(random, id, at) : reportsStep(random, id, at, steps));
  }
  return { v: 1, model: NAME, seed, faults, setup, steps };
}

/** One provider fails until it is called no longer, and is well when it is called again. */
function outageSteps(random: Random): readonly SubmitStep[] {
  const step = (id: number, at: number, script: ProviderScript): SubmitStep => {
    const { others: _, ...one } = submit(random, id, at, true);
    return { ...one, lost: 'idempotent', deadlineAfterMs: 4 * MINUTE_MS, script };
  };
  const pending = { says: 'pending', afterMs: 0 } as const;
  return [
    step(1, 0, { submits: [{ says: 'error', afterMs: 0 }], polls: [pending], outputMs: 0 }),
    step(2, random.between(20_000, 40_000), { submits: [pending], polls: [pending], outputMs: 0 }),
  ];
}

/** A result is read, and read on by further processes, until the deadline for it. */
function readOnSteps(random: Random): readonly ActorsStep[] {
  const times = [10, 20, random.between(1_000, 25_000), random.between(26_000, 50_000)];
  const sayings = ['accepted', 'made', 'resume', 'resume'] as const;
  return [
    { ...submit(random, 1, 0, false), deadlineAfterMs: 2 * MINUTE_MS },
    ...times.map((at, n): ActorsStep => {
      return { id: 2 + n, at, do: 'report', job: 1, says: sayings[n] ?? 'resume', outputMs: 2_000 };
    }),
  ];
}

function callsStep(random: Random, id: number, at: number): ActorsStep {
  return random.chance(0.3)
    ? { id, at, do: 'read' }
    : { ...submit(random, id, at, true), script: script(random) };
}

function reportsStep(random: Random, id: number, at: number, before: readonly ActorsStep[]): ActorsStep {
  const jobs = before.filter((step) => step.do === 'submit').slice(-3);
  if (jobs.length === 0 || random.chance(0.15)) {
    return { ...submit(random, id, at, false), deadlineAfterMs: random.pick([1, 300, 3_000, 15_000]) };
  }
  if (random.chance(0.05)) return { id, at, do: 'read' };
  // A job that ends at once sees little of what there is.
  const says = random.chance(0.4)
    ? random.pick(['accepted', 'started', 'deadline', 'no_outcome'] as const)
    : random.pick(SAYINGS);
  return {
    id,
    at,
    do: 'report',
    job: random.pick(jobs).id,
    says,
    outputMs: random.pick([0, 1, 2_000, 99_999]),
  };
}

function routes(random: Random, hasProviders: boolean): Pick<SubmitStep, 'lost' | 'others'> {
  const kinds = hasProviders
    ? (['idempotent', 'unknown'] as const)
    : (['findable', 'idempotent', 'findable', 'unknown'] as const);
  const lost = random.pick(kinds);
  return random.chance(0.3)
    ? { lost, others: [...new Set(kinds)].filter((kind) => kind !== lost) }
    : { lost };
}

function submit(random: Random, id: number, at: number, hasProviders: boolean): SubmitStep {
  return {
    id,
    at,
    do: 'submit',
    key: 0,
    pricePerSecondMicroDa: random.pick([1, 250]),
    lengthMs: random.pick([1, 1_000, 4_000]),
    deadlineAfterMs: random.pick([1, 300, 15_000, 2 * MINUTE_MS, 4 * MINUTE_MS]),
    ...routes(random, hasProviders),
    fingerprint: 0,
  };
}

function script(random: Random): ProviderScript {
  // Of some, nothing new is to be learned until their deadline.
  if (random.chance(0.15)) {
    const pending = { says: 'pending', afterMs: random.pick([0, 700]) } as const;
    return { submits: [pending], polls: [pending], outputMs: 0 };
  }
  return {
    submits: Array.from({ length: random.between(1, 4) }, () => submitAnswer(random)),
    polls: Array.from({ length: random.between(1, 5) }, () => pollAnswer(random)),
    outputMs: random.pick([0, 1_000, 99_999]),
  };
}

function submitAnswer(random: Random): ScriptedAnswer {
  const says = random.weighted<ScriptedAnswer['says']>([
    [5, 'pending'],
    [1, 'started'],
    [1, 'done'],
    [1, 'failed'],
    [1, 'rejected'],
    [3, 'not_now'],
    [2, 'error'],
    [1, 'garbage'],
    [1, 'never'],
  ]);
  return { says, afterMs: random.pick(ANSWERS_AFTER_MS) };
}

function pollAnswer(random: Random): ScriptedAnswer {
  const says = random.weighted<ScriptedAnswer['says']>([
    [3, 'pending'],
    [3, 'started'],
    [3, 'done'],
    [1, 'failed'],
    [2, 'error'],
    [1, 'garbage'],
    [1, 'never'],
  ]);
  return { says, afterMs: random.pick(ANSWERS_AFTER_MS) };
}

function pause(random: Random, hasProviders: boolean): number {
  return random.weighted([
    [6, 0],
    [6, random.between(1, 20)],
    [4, random.between(1, 3_000)],
    [hasProviders ? 3 : 1, random.between(1, 40_000)],
  ]);
}
