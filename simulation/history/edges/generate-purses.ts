/**
 * Makes keys with credit for so many jobs and no more, and clients that repeat those jobs once nothing is
 * left.
 *
 * If the bound on unfinished jobs is small, it is reached by the jobs that take all of the credit: which of
 * two refusals comes first shows then.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall, SubmitCall } from '../client-call.js';
import { CHANCES, generateScript } from '../generate-scripts.js';
import { lengthsOf } from '../model-routes.js';
import type { ModelSetup, NodeSettings, NodeStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const PURSES_CHANCE = 0.3;
/** No other step makes keys of these numbers. */
const FIRST_KEY = 2_000;
const RPM = 600;
/** A bound on unfinished jobs that a purse can reach. */
const FEW = 3;
const MICRO_DA_MAX = 1_000_000_000_000_000;

export interface PurseFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  readonly models: readonly ModelSetup[];
  readonly settings: NodeSettings;
  readonly durationMs: number;
}

export function generatePurses(random: Random, facts: PurseFacts): readonly NodeStep[] {
  if (!random.chance(PURSES_CHANCE)) return [];
  return Array.from({ length: random.between(1, 2) }, (_, n) => purse(random, FIRST_KEY + n, facts)).flat();
}

function purse(random: Random, key: number, facts: PurseFacts): readonly NodeStep[] {
  const { models, settings, accounts, durationMs } = facts;
  const model = random.pick(models);
  const { lengthDefaultMs } = lengthsOf(model);
  const jobs = settings.openJobsMax <= FEW ? settings.openJobsMax : random.between(1, 2);
  const price = Number((BigInt(model.pricePerSecondMicroDa) * BigInt(lengthDefaultMs) + 999n) / 1000n);
  const creditsMicroDa = Math.max(0, jobs * price + random.pick([0, 0, 0, 1, -1]));
  if (creditsMicroDa > MICRO_DA_MAX) return [];
  const made: ClientCall = {
    op: 'create_key',
    newKey: key,
    account: random.below(accounts),
    rpm: RPM,
    creditsMicroDa,
  };
  const firstAt = random.between(0, durationMs);
  let at = firstAt + random.between(20, 400);
  const steps: NodeStep[] = [edgeStep(firstAt, made)];
  const submits = Array.from({ length: jobs }, (_, n): SubmitCall => {
    const script = generateScript(random.fork(`script ${key} ${n}`), CHANCES[facts.faults]);
    const prompt = `Purse ${key}.${n}`;
    return { op: 'submit', key, model: model.id, prompt, idempotencyKey: `purse-${key}-${n}`, script };
  });
  for (const submit of submits) {
    steps.push(edgeStep(at, submit));
    at += random.between(0, 30);
  }
  for (let n = random.between(2, 5); n > 0; n--) {
    at += random.pick([0, 5, 50, 400, 3_000, 30_000]);
    steps.push(edgeStep(at, again(random, random.pick(submits), n)));
  }
  return steps;
}

/** The same job, another one under its key, one too many, or one that has more against it than money. */
function again(random: Random, submit: SubmitCall, n: number): ClientCall {
  const { script: _, idempotencyKey: __, ...other } = submit;
  const prompt = `${submit.prompt} once more ${n}`;
  return random.weighted<ClientCall>([
    [5, submit],
    [1, { ...submit, prompt }],
    [2, { ...other, prompt }],
    [0.7, { ...other, prompt, model: 'no/such-model' }],
    [0.7, { ...other, prompt, seconds: random.pick([0.999, 60.001, 61, '1000']) }],
    [0.3, { ...other, prompt, seconds: random.pick([0, -4, '4.0001', 'soon']) }],
    [0.7, { op: 'debit', key: submit.key, amountMicroDa: 2, reference: `purse ${submit.key} ${n}` }],
  ]);
}
