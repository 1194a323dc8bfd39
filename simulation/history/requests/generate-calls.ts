/**
 * Makes what clients ask for, from a stream of chance: one call after the other, some of them repeating
 * others.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { type ClientCall, PATHS_OF_OTHERS, STRAYS, type SubmitCall } from '../client-call.js';
import { LINKED_PROMPT } from '../edges/generate-links.js';
import { RANGED_PROMPT } from '../edges/generate-ranges.js';
import { BEHIND_LINK, placeBehindLink } from '../edges/results/generate-result-links.js';
import { CHANCES, type Chances, generateScript } from '../generate-scripts.js';
import type { NodeStep } from '../node-history.js';
import { ARRANGED_PROMPT } from '../situations/generate-situations.js';
import { ARRANGED_JOB } from '../situations/situation.js';
import { fieldsOfJob } from '../texts/fields.js';

const SIMULATED = ['sim/video', 'sim/video-instant', 'sim/video-half', 'sim/video-reject', 'sim/video-flaky'];

export interface CallFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  /** How many keys stand before the first call. */
  readonly keys: number;
  /** Ids of the models that most jobs are for. */
  readonly models: readonly string[];
  /** How likely a submit has an Idempotency-Key. */
  readonly idempotencyKeyChance?: number;
}

const IDEMPOTENCY_KEY_CHANCE = 0.4;

/**
 * Every request that names a job gets one that was submitted before it; a situation's, the job of that, and a
 * part of a result and a request by another name, the job that was made for it.
 */
export function withJobs(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const submits: number[] = [];
  let arranged = 0;
  let ranged = 0;
  let linked = 0;
  const behindLinks: number[] = [];
  return steps.map((step) => {
    if (step.do !== 'request') return step;
    const { call } = step;
    if (call.op === 'submit' && call.prompt.startsWith(BEHIND_LINK)) behindLinks.push(step.id);
    else if (call.op === 'submit' && call.prompt === RANGED_PROMPT) ranged = step.id;
    else if (call.op === 'submit' && call.prompt === LINKED_PROMPT) linked ||= step.id;
    else if (call.op === 'submit') submits.push(step.id);
    if (call.op === 'submit' && call.prompt === ARRANGED_PROMPT) arranged = step.id;
    const place = 'job' in call ? placeBehindLink(call.job) : undefined;
    if (place !== undefined)
      return { ...step, call: { ...call, job: behindLinks[place] ?? 0 } as ClientCall };
    if (call.op !== 'poll' && call.op !== 'content' && call.op !== 'fail_job') return step;
    // A step of its own generator is meant.
    if (call.job < 0 && call.job !== ARRANGED_JOB) return step;
    if (step.asked !== undefined) return { ...step, call: { ...call, job: linked } };
    if (call.op === 'content' && call.range !== undefined) return { ...step, call: { ...call, job: ranged } };
    if (call.job === ARRANGED_JOB) return { ...step, call: { ...call, job: arranged } };
    // Mostly the latest few: those are under way.
    const from = random.chance(0.7) ? Math.max(0, submits.length - 3) : 0;
    const job = submits.length === 0 ? 0 : random.pick(submits.slice(from));
    return { ...step, call: { ...call, job } };
  });
}

export class CallMaker {
  readonly #random: Random;
  readonly #chances: Chances;
  readonly #models: readonly string[];
  readonly #accounts: number;
  readonly #idempotencyKeyChance: number;
  readonly #submits: SubmitCall[] = [];
  readonly #credits: Extract<ClientCall, { readonly op: 'add_credit' }>[] = [];
  #keys: number;
  #prompts = 0;
  #idempotencyKeys = 0;
  #repeats = 0;
  #strays = 0;

  constructor(random: Random, { faults, accounts, keys, models, idempotencyKeyChance }: CallFacts) {
    this.#random = random;
    this.#chances = CHANCES[faults];
    this.#accounts = accounts;
    this.#keys = keys;
    this.#models = models;
    this.#idempotencyKeyChance = idempotencyKeyChance ?? IDEMPOTENCY_KEY_CHANCE;
  }

  /**
   * A poll, the fetching of a result, or the end that an operator puts to a job names no job yet: see
   * `withJobs`.
   */
  next(): ClientCall {
    const random = this.#random;
    const key = random.below(this.#keys);
    return random.weighted<() => ClientCall>([
      [30, () => this.#submit(key)],
      [6, () => this.#submitAgain(key)],
      [24, () => ({ op: 'poll', key, job: 0 })],
      [1, () => ({ op: 'content', key, job: 0 })],
      [1.5, () => ({ op: 'fail_job', job: 0, reason: 'it hangs' })],
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
      [5, () => this.#stray(key)],
    ])();
  }

  #stray(key: number): ClientCall {
    const how = this.#random.pick(STRAYS);
    this.#strays += 1;
    if (how !== 'wrong_credential') return { op: 'stray', key, how };
    const path = this.#random.fork(`stray ${this.#strays}`).pick(PATHS_OF_OTHERS);
    return { op: 'stray', key, how, path };
  }

  #submit(key: number): SubmitCall {
    const random = this.#random;
    this.#prompts += 1;
    const call: SubmitCall = {
      op: 'submit',
      key,
      model: random.weighted([
        [12, random.pick(this.#models)],
        [3, random.pick(SIMULATED)],
        [0.3, 'no/such-model'],
      ]),
      prompt: `Scene ${this.#prompts}`,
      ...(random.chance(0.7) ? { seconds: random.pick([1, 2.5, 4, 6, '8', 60]) } : {}),
      ...fieldsOfJob(random.fork(`fields ${this.#prompts}`)),
      ...(random.chance(this.#idempotencyKeyChance)
        ? { idempotencyKey: `idem-${this.#nextIdempotencyKey()}` }
        : {}),
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
    this.#repeats += 1;
    const again = random.weighted<SubmitCall>([
      [8, first],
      [1, { ...first, key }],
      [1, { ...first, seconds: 3 }],
    ]);
    const hasOthers = random.fork(`repeat ${this.#repeats}`).chance(0.08);
    return hasOthers ? { ...again, fields: { seed: 8 } } : again;
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
