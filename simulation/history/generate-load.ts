/** Makes long histories of an ordinary day: many keys, a steady rate of requests and jobs. */

import type { FaultLevel } from '../model.js';
import { Random } from '../world/random.js';
import type { ClientCall } from './client-call.js';
import { generateFaults } from './generate-faults.js';
import { CHANCES, generateScript } from './generate-scripts.js';
import type { ModelSetup, NodeHistory, NodeStep, RequestStep } from './node-history.js';
import { WIDE_SETTINGS } from './setup/plain-setup.js';

export interface Load {
  readonly keys: number;
  /** Reads; submits come on top. */
  readonly requestsPerSecond: number;
  readonly jobsPerSecond: number;
  readonly minutes: number;
  readonly faults: FaultLevel;
}

const MINUTE_MS = 60_000;
/** The script of a provider whose jobs take some ten seconds. */
const ASK_AGAIN_AFTER_MS = 2_000;
const MODELS: readonly ModelSetup[] = (['idempotent', 'forgetful'] as const).map((provider) => ({
  id: `model/${provider}`,
  provider,
  pricePerSecondMicroDa: 500_000,
  deadlineAfterMs: 120_000,
}));

export function generateLoad(seed: number, load: Load): NodeHistory {
  const random = new Random(seed);
  const reads = arrivals(random.fork('reads'), load.requestsPerSecond - load.jobsPerSecond, load.minutes);
  const submits = arrivals(random.fork('submits'), load.jobsPerSecond, load.minutes);
  const chances = CHANCES[load.faults];
  const of = random.fork('calls');
  const requests = [
    ...reads.map((at) => request(at, readOf(of, load.keys), of)),
    ...submits.map((at, n) => {
      const script = {
        ...generateScript(random.fork(`script ${n}`), chances),
        askAgainAfterMs: ASK_AGAIN_AFTER_MS,
      };
      const model = of.pick(MODELS).id;
      const call = { op: 'submit', key: of.below(load.keys), model, prompt: `Scene ${n}`, script } as const;
      return request(at, call, of);
    }),
  ];
  const faults = random.fork('faults');
  const troubles = Array.from({ length: load.minutes }, (_, minute) =>
    generateFaults(faults, load.faults, MINUTE_MS).map((one) => ({
      ...one,
      at: one.at + minute * MINUTE_MS,
    })),
  ).flat();
  const steps = [...requests, ...troubles]
    .sort((a, b) => a.at - b.at)
    .map((step, index): NodeStep => ({ ...step, id: index + 1 }));
  return {
    v: 1,
    model: 'node',
    seed,
    faults: load.faults,
    setup: {
      accounts: 2,
      keys: Array.from({ length: load.keys }, (_, n) => ({
        account: n % 2,
        rpm: 60,
        creditsMicroDa: 1_000_000_000,
      })),
      models: MODELS,
      settings: { ...WIDE_SETTINGS, commitMsMax: 5 },
    },
    steps: withJobs(steps, of),
  };
}

/** Times of arrival, in ms, whose gaps are exponential: a Poisson process. */
function arrivals(random: Random, perSecond: number, minutes: number): readonly number[] {
  const times: number[] = [];
  for (let at = 0; at < minutes * MINUTE_MS; ) {
    at += (-Math.log(1 - random.fraction()) * 1000) / perSecond;
    times.push(Math.floor(at));
  }
  return times;
}

function request(at: number, call: ClientCall, random: Random): RequestStep {
  return { id: 0, at, do: 'request', call, client: random.between(1, 50), bodyAfterMs: 0 };
}

function readOf(random: Random, keys: number): ClientCall {
  const key = random.below(keys);
  return random.weighted<ClientCall>([
    [8, { op: 'poll', key, job: 0 }],
    [2, { op: 'credits', key }],
  ]);
}

/** Each poll asks for one of the latest jobs, with the key that submitted it. */
function withJobs(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const submits: { readonly job: number; readonly key: number }[] = [];
  return steps.map((step) => {
    if (step.do !== 'request') return step;
    if (step.call.op === 'submit') submits.push({ job: step.id, key: step.call.key });
    if (step.call.op !== 'poll' || submits.length === 0) return step;
    return { ...step, call: { op: 'poll', ...random.pick(submits.slice(-20)) } };
  });
}
