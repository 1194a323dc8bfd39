/**
 * The actors of a node on a disk that fails on demand, in virtual time, with the provider's part left to the
 * test.
 */

import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { AccountReply } from '../../src/actors/accounts/account.js';
import { Retention } from '../../src/actors/across-accounts/retention.js';
import { BY_THE_NODE } from '../../src/actors/audit/audit-trail.js';
import type { NodeEffect } from '../../src/actors/effects.js';
import type { AcceptableQuote, Quote } from '../../src/actors/jobs/quote.js';
import type {
  VideoJobMessage,
  VideoJobReply,
  VideoJobState,
} from '../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyMessage, ApiKeyReply } from '../../src/actors/keys/api-key-messages.js';
import type { IdempotentRequest } from '../../src/actors/keys/idempotency.js';
import type { Outcome } from '../../src/actors/runtime/behavior.js';
import { type MicroDa, microDa, priceOfLength } from '../../src/money/micro-da.js';
import { type Actors, createActors } from '../../src/node/assembly/actors.js';
import type { ProviderState } from '../../src/providers/provider.js';
import type { ProviderReport } from '../../src/providers/provider-report.js';
import { type CommitFault, MemoryStore } from '../../src/store/memory/memory-store.js';
import type { World } from '../../src/time/world.js';

export const ACCOUNTS = ['acct_1', 'acct_2'] as const;
export const DEADLINE_MS = 1_800_000;
export const TIME_LIMIT_MS = 1_000;

const SETTINGS = {
  openJobsMax: 4,
  openGenerationsMax: 4,
  keysPerAccountMax: 100,
  idempotencyHours: 24,
  retentionDays: 90,
  resultDeadlineMinutes: 120,
  gateTimeLimitMs: TIME_LIMIT_MS,
  mailboxMax: 10_000,
  residentActorsMax: 1_000,
  residentKeysMax: 1_000,
  managementRpm: 6_000,
  passivateAfterMs: 60_000,
};

export class ActorsUnderTest {
  readonly world = new VirtualWorld();
  readonly faults: CommitFault[] = [];
  readonly effects: NodeEffect[] = [];
  readonly defects: unknown[] = [];
  store: MemoryStore;
  actors: Actors;
  retention: Retention;
  readonly #settings: typeof SETTINGS;
  #life = 0;

  private constructor(settings: Partial<typeof SETTINGS>) {
    this.#settings = { ...SETTINGS, ...settings };
    this.store = new MemoryStore({ faults: { next: () => this.faults.shift() ?? 'none' } });
    [this.actors, this.retention] = this.#boot();
  }

  static async open(settings: Partial<typeof SETTINGS> = {}): Promise<ActorsUnderTest> {
    const opened = new ActorsUnderTest(settings);
    for (const id of ACCOUNTS) {
      opened.askAccount(id, {
        type: 'create',
        by: BY_THE_NODE,
        name: id,
        isVerified: true,
        createdAt: 0,
        managementKey: { id: `mkey_${id}`, role: 'account', credentialHash: hashOf(id) },
      });
    }
    await opened.world.settle();
    return opened;
  }

  crash(undecided: 'lost' | 'kept' = 'lost'): void {
    this.store = this.store.crash(undecided);
    [this.actors, this.retention] = this.#boot();
  }

  askAccount(id: string, message: Parameters<Actors['account']['receive']>[1]): Outcome<AccountReply>[] {
    const outcomes: Outcome<AccountReply>[] = [];
    this.actors.system.ask(this.actors.account, id, message, (outcome) => outcomes.push(outcome));
    return outcomes;
  }

  askKey(id: string, message: ApiKeyMessage): Outcome<ApiKeyReply>[] {
    const outcomes: Outcome<ApiKeyReply>[] = [];
    const { system } = this.actors;
    system.ask(this.actors.apiKey, id, message, (outcome) => {
      if (system === this.actors.system) outcomes.push(outcome);
    });
    return outcomes;
  }

  askJob(id: string, message: VideoJobMessage): Outcome<VideoJobReply>[] {
    const outcomes: Outcome<VideoJobReply>[] = [];
    const { system } = this.actors;
    system.ask(this.actors.videoJob, id, message, (outcome) => {
      if (system === this.actors.system) outcomes.push(outcome);
    });
    return outcomes;
  }

  /** Asks a key and waits until the disk has decided, which a sound one does without time. */
  async toldKey(id: string, message: ApiKeyMessage): Promise<ApiKeyReply | undefined> {
    const outcomes = this.askKey(id, message);
    await this.world.settle();
    return replyOf(outcomes);
  }

  /** The job after the message; undefined if there is none. */
  async toldJob(id: string, message: VideoJobMessage): Promise<VideoJobState | undefined> {
    const outcomes = this.askJob(id, message);
    await this.world.settle();
    const reply = replyOf(outcomes);
    return reply?.outcome === 'job' ? reply.job : undefined;
  }

  askSubmit(
    key: string,
    jobId: string,
    quote: Quote,
    idempotency?: IdempotentRequest,
  ): Outcome<VideoJobReply>[] {
    return this.askJob(jobId, { type: 'create', key, quote, prompt: 'a cat', extra: {}, idempotency });
  }

  async toldSubmit(...request: Parameters<ActorsUnderTest['askSubmit']>): Promise<VideoJobReply | undefined> {
    const outcomes = this.askSubmit(...request);
    await this.world.settle();
    return replyOf(outcomes);
  }

  #boot(): [Actors, Retention] {
    this.#life += 1;
    const life = this.#life;
    const world = mortal(this.world, () => life === this.#life);
    const actors = createActors({
      world,
      store: this.store,
      settings: this.#settings,
      inspector: { defect: ({ error }) => this.defects.push(error) },
      perform: (effect) => {
        if (life === this.#life) this.effects.push(effect);
      },
      alongWithWindows: () => [],
    });
    actors.system.start();
    const retention = new Retention(world, actors.system, actors.videoJob, actors.generation);
    return [actors, retention];
  }
}

/** A world as one process sees it: what it meant to do later dies with it. */
function mortal(world: World, isAlive: () => boolean): World {
  const whileAlive = (task: () => void) => () => {
    if (isAlive()) task();
  };
  return {
    steadyMs: () => world.steadyMs(),
    wallMs: () => world.wallMs(),
    wallMsAt: () => world.wallMs(),
    stopwatchMs: () => world.stopwatchMs(),
    after: (delayMs, task) => world.after(delayMs, whileAlive(task)),
    soon: (task) => world.soon(whileAlive(task)),
    randomBytes: (count) => world.randomBytes(count),
    random: () => world.random(),
  };
}

/** In the shape of a SHA-256. */
export function hashOf(id: string): string {
  return Buffer.from(id).toString('hex').padStart(64, '0');
}

function replyOf<Reply>(outcomes: readonly Outcome<Reply>[]): Reply | undefined {
  const [outcome] = outcomes;
  return outcome?.ok === true ? outcome.reply : undefined;
}

export function createKey(
  id: string,
  account: string,
  credits: number,
): Extract<ApiKeyMessage, { type: 'create' }> {
  return {
    type: 'create',
    by: BY_THE_NODE,
    key: {
      id,
      account,
      name: null,
      rateLimitRpm: 60,
      credits,
      credentialHash: hashOf(id),
      createdAt: 0,
    },
  };
}

export function credit(amount: number, reference: string): ApiKeyMessage {
  return { type: 'credit', ...referenced(amount, reference) };
}

export function debit(amount: number, reference: string): ApiKeyMessage {
  return { type: 'debit', ...referenced(amount, reference) };
}

export function transfer(to: string, amount: number, reference: string): ApiKeyMessage {
  return { type: 'transfer', to, ...referenced(amount, reference) };
}

function referenced(amount: number, reference: string) {
  return { by: BY_THE_NODE, amount: microDa(amount), reference, referenceHash: `ref-${reference}` };
}

export function quoteFor(lengthMs: number, pricePerSecond: number, idempotentSubmit = true): AcceptableQuote {
  const reserve = priceOfLength(microDa(pricePerSecond), lengthMs) as MicroDa;
  const model = idempotentSubmit ? 'sim/video' : 'other/video';
  return {
    ok: true,
    model,
    route: {
      provider: 'simulated',
      model,
      lostAnswer: { kind: idempotentSubmit ? 'idempotent' : 'unknown' },
    },
    fallbacks: [],
    lengthMs,
    pricePerSecond: microDa(pricePerSecond),
    reserve,
    deadlineAfterMs: DEADLINE_MS,
  };
}

export function report(of: ProviderReport): VideoJobMessage {
  return { type: 'report', report: of };
}

export const PENDING: ProviderState = { state: 'pending' };
export const STARTED: ProviderState = { state: 'in_progress' };
export const FAILED: ProviderState = { state: 'failed', slug: 'provider_error', message: 'it broke' };

export function completed(outputMs: number): ProviderState {
  return { state: 'completed', outputMs, location: 'there' };
}

export function accepted(state: ProviderState = PENDING): VideoJobMessage {
  return report({ about: 'submit', outcome: 'accepted', handle: 'h-1', state });
}

export function news(state: ProviderState): VideoJobMessage {
  return report({ about: 'poll', state });
}

export function lastCall(state: ProviderState | undefined): VideoJobMessage {
  return report({ about: 'final_poll', state });
}
