/**
 * Makes histories of a node from seeds.
 *
 * A history has a *character*, drawn first: how many keys, how tight their limits and credit, how dense the
 * requests, which faults. Small and tight worlds are the rule, for in them everything meets everything.
 */

import type { FaultLevel } from '../model.js';
import { Random } from '../random.js';
import { generateFaults } from './generate-faults.js';
import { CHANCES, type Chances, generateScript } from './generate-scripts.js';
import { generateSituation } from './generate-situations.js';
import type {
  ClientCall,
  KeySetup,
  ModelSetup,
  NodeHistory,
  NodeSettings,
  NodeStep,
  RequestStep,
  Stray,
  SubmitCall,
} from './node-history.js';

const STRAYS: readonly Stray[] = [
  'unknown_path',
  'wrong_credential',
  'unknown_key',
  'mistyped_key',
  'no_key',
  'wrong_method',
  'not_json',
  'bad_field',
  'wrong_media_type',
  'unknown_job',
];
const SIMULATED = ['sim/video', 'sim/video-instant', 'sim/video-half', 'sim/video-reject', 'sim/video-flaky'];

const SITUATION_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.15, heavy: 0.25 };

export function generateNodeHistory(seed: number, faults: FaultLevel): NodeHistory {
  const random = new Random(seed);
  const accounts = random.weighted([
    [3, 1],
    [2, 2],
  ]);
  const models = generateModels(random.fork('models'));
  const keys = generateKeys(random.fork('keys'), accounts);
  const requests = new RequestMaker(random.fork('requests'), faults, accounts, keys.length, models).make();
  const durationMs = requests.at(-1)?.at ?? 0;
  const troubles = generateFaults(random.fork('faults'), faults, durationMs);
  const arranged = random.chance(SITUATION_CHANCES[faults])
    ? generateSituation(
        random.fork('situation'),
        models,
        random.below(keys.length),
        random.between(0, durationMs),
      )
    : [];
  const steps = [...requests, ...troubles, ...arranged]
    .sort((a, b) => a.at - b.at)
    .map((step, index): NodeStep => ({ ...step, id: index + 1 }));
  return {
    v: 1,
    model: 'node',
    seed,
    faults,
    setup: { accounts, keys, models, settings: generateSettings(random.fork('settings')) },
    steps: withJobs(steps, random.fork('jobs')),
  };
}

function generateModels(random: Random): readonly ModelSetup[] {
  return Array.from({ length: random.between(1, 3) }, (_, n) => ({
    id: `model/${n}`,
    provider: random.pick(['idempotent', 'forgetful'] as const),
    pricePerSecondMicroDa: random.pick([1, 3, 333_333, 500_000, 1_000_000]),
    deadlineAfterMs: random.pick([3_000, 10_000, 45_000, 120_000]),
  }));
}

function generateKeys(random: Random, accounts: number): readonly KeySetup[] {
  return Array.from({ length: random.between(1, 4) }, () => ({
    account: random.below(accounts),
    rpm: random.weighted([
      [2, random.between(1, 3)],
      [3, random.between(4, 12)],
      [3, 60],
      [2, 1_000],
    ]),
    creditsMicroDa: random.weighted([
      [1, 0],
      [3, random.between(1, 6_000_000)],
      [4, 100_000_000],
    ]),
  }));
}

function generateSettings(random: Random): NodeSettings {
  return {
    openJobsMax: random.weighted([
      [1, random.between(1, 3)],
      [3, 1_000],
    ]),
    idempotencyHours: 24,
    retentionDays: 90,
    gateTimeLimitMs: random.pick([500, 2_000, 10_000]),
    mailboxMax: 10_000,
    residentActorsMax: random.pick([2, 8, 100_000]),
    passivateAfterMs: random.pick([1_000, 10_000, 300_000]),
    managementRpm: 6_000,
    addressRpm: 60,
    bodyTimeoutMs: 10_000,
    drainTimeLimitMs: random.pick([1_000, 10_000]),
    commitMsMax: random.weighted([
      [3, 0],
      [3, 5],
      [2, 200],
    ]),
  };
}

/** Every request that names a job gets one that was submitted before it. */
function withJobs(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const submits: number[] = [];
  return steps.map((step) => {
    if (step.do !== 'request') return step;
    const { call } = step;
    if (call.op === 'submit') submits.push(step.id);
    if (call.op !== 'poll' && call.op !== 'content') return step;
    // Mostly the latest few: those are under way.
    const from = random.chance(0.7) ? Math.max(0, submits.length - 3) : 0;
    const job = submits.length === 0 ? 0 : random.pick(submits.slice(from));
    return { ...step, call: { ...call, job } };
  });
}

class RequestMaker {
  readonly #random: Random;
  readonly #chances: Chances;
  readonly #models: readonly ModelSetup[];
  readonly #accounts: number;
  readonly #submits: SubmitCall[] = [];
  readonly #credits: Extract<ClientCall, { readonly op: 'add_credit' }>[] = [];
  #keys: number;
  #prompts = 0;
  #idempotencyKeys = 0;

  constructor(
    random: Random,
    faults: FaultLevel,
    accounts: number,
    keys: number,
    models: readonly ModelSetup[],
  ) {
    this.#random = random;
    this.#chances = CHANCES[faults];
    this.#accounts = accounts;
    this.#keys = keys;
    this.#models = models;
  }

  make(): RequestStep[] {
    const random = this.#random;
    const count = random.between(15, 90);
    const restMs = random.pick([20, 200, 1_500]);
    const steps: RequestStep[] = [];
    let at = 0;
    while (steps.length < count) {
      // Requests come in bursts, some at the very same instant.
      at += random.weighted([
        [3, 0],
        [4, random.between(1, 30)],
        [4, random.between(1, 2 * restMs)],
        [0.3, random.between(55_000, 61_000)],
      ]);
      steps.push(this.#step(at));
    }
    return steps;
  }

  #step(at: number): RequestStep {
    const random = this.#random;
    const call = this.#call();
    return {
      id: 0,
      at,
      do: 'request',
      call,
      client: random.between(1, 3),
      bodyAfterMs: random.chance(0.1) ? random.pick([1, 50, 3_000, 11_000]) : 0,
      ...(random.chance(this.#chances.givesUp) ? { givesUpAfterMs: random.between(0, 400) } : {}),
      ...(random.chance(0.3) ? { obeys: random.pick(['seconds', 'milliseconds'] as const) } : {}),
    };
  }

  #call(): ClientCall {
    const random = this.#random;
    const key = random.below(this.#keys);
    return random.weighted<() => ClientCall>([
      [30, () => this.#submit(key)],
      [6, () => this.#submitAgain(key)],
      [24, () => ({ op: 'poll', key, job: 0 })],
      [1, () => ({ op: 'content', key, job: 0 })],
      [5, () => this.#list(key)],
      [8, () => ({ op: 'credits', key })],
      [1, () => ({ op: 'activity', key })],
      [1, () => ({ op: 'models', key })],
      [2, () => this.#createKey()],
      [1, () => ({ op: 'show_key', key })],
      [1, () => ({ op: 'list_keys' })],
      [3, () => ({ op: 'set_rpm', key, rpm: random.pick([1, 2, 5, 20, 60, 1_000_000]) })],
      [0.7, () => ({ op: 'revoke', key })],
      [6, () => this.#addCredit(key)],
      [2, () => ({ op: 'ledger', key, limit: random.pick([1, 5, 100]) })],
      [5, () => ({ op: 'stray', key, how: random.pick(STRAYS) })],
    ])();
  }

  #submit(key: number): SubmitCall {
    const random = this.#random;
    this.#prompts += 1;
    const call: SubmitCall = {
      op: 'submit',
      key,
      model: random.weighted([
        [12, random.pick(this.#models).id],
        [3, random.pick(SIMULATED)],
        [0.3, 'no/such-model'],
      ]),
      prompt: `Scene ${this.#prompts}`,
      ...(random.chance(0.7) ? { seconds: random.pick([1, 2.5, 4, '8', 60]) } : {}),
      ...(random.chance(0.4) ? { idempotencyKey: `idem-${this.#nextIdempotencyKey()}` } : {}),
      script: generateScript(random.fork(`script ${this.#prompts}`), this.#chances),
    };
    this.#submits.push(call);
    return call;
  }

  /** The same again, as a client that did not hear; seldom another request under the same idempotency key. */
  #submitAgain(key: number): SubmitCall {
    const random = this.#random;
    const keyed = this.#submits.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
    if (keyed.length === 0) return this.#submit(key);
    const first = random.pick(keyed.slice(-5));
    return random.weighted<SubmitCall>([
      [8, first],
      [1, { ...first, key }],
      [1, { ...first, seconds: 3 }],
    ]);
  }

  #list(key: number): ClientCall {
    const status = this.#random.pick([undefined, 'pending', 'in_progress', 'completed', 'failed']);
    return {
      op: 'list_jobs',
      key,
      limit: this.#random.pick([1, 5, 100]),
      ...(status === undefined ? {} : { status }),
    };
  }

  #createKey(): ClientCall {
    const random = this.#random;
    const newKey = this.#keys;
    this.#keys += 1;
    return {
      op: 'create_key',
      newKey,
      account: random.below(this.#accounts),
      ...(random.chance(0.7) ? { rpm: random.pick([2, 10, 600]) } : {}),
      ...(random.chance(0.7) ? { creditsMicroDa: random.between(0, 20_000_000) } : {}),
      ...(random.chance(0.5) ? { idempotencyKey: `idem-${this.#nextIdempotencyKey()}` } : {}),
    };
  }

  #addCredit(key: number): ClientCall {
    const random = this.#random;
    const again = this.#credits.at(-1);
    if (again !== undefined && random.chance(0.25)) {
      return random.chance(0.8) ? again : { ...again, key };
    }
    const call = {
      op: 'add_credit',
      key,
      amountMicroDa: random.pick([1, 999_999, 2_000_000, 40_000_000]),
      reference: `invoice ${this.#credits.length + 1}`,
    } as const;
    this.#credits.push(call);
    return call;
  }

  #nextIdempotencyKey(): number {
    this.#idempotencyKeys += 1;
    return this.#idempotencyKeys;
  }
}
