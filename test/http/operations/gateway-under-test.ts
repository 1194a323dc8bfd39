import { USUAL_LIMITS } from '../../../src/limits/limits.js';
/**
 * The operations on a real actor system over the store in memory, without HTTP.
 *
 * `call` stands in for the pipeline: it matches the path, validates rights before the body if the operation
 * does, and answers with what the operation said, once it was held against the OpenAPI document. Jobs get no
 * provider; a test reports what one would.
 */

import { simulatedPeople } from '../../../simulation/world/simulated-people.js';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { createAccountBehavior } from '../../../src/actors/accounts/account.js';
import {
  createManagementKeyBehavior,
  type ManagementKeyState,
} from '../../../src/actors/accounts/management-key.js';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { NodeEffect } from '../../../src/actors/effects.js';
import { createGenerationBehavior } from '../../../src/actors/generations/generation.js';
import type { AcceptableQuote, Quote } from '../../../src/actors/jobs/quote.js';
import { createVideoJobBehavior } from '../../../src/actors/jobs/video-job.js';
import { createApiKeyBehavior } from '../../../src/actors/keys/api-key.js';
import type { ApiKeyState } from '../../../src/actors/keys/api-key-messages.js';
import { KeyTable } from '../../../src/actors/keys/key-table.js';
import { createOrderBehavior } from '../../../src/actors/orders/order.js';
import { createInvitationBehavior } from '../../../src/actors/people/invitation.js';
import { createUserBehavior } from '../../../src/actors/people/user.js';
import type { Behavior, Outcome } from '../../../src/actors/runtime/behavior.js';
import { ActorSystem } from '../../../src/actors/runtime/system.js';
import { IdMaker } from '../../../src/actors/storage/ids.js';
import { RollingWindows } from '../../../src/actors/windows/rolling-windows.js';
import type { ApiError } from '../../../src/http/errors.js';
import type { Caller, GatewayDeps, OperationAnswer } from '../../../src/http/operation.js';
import { operations } from '../../../src/http/operations/index.js';
import { microDa } from '../../../src/money/micro-da.js';
import type { RemoteFile } from '../../../src/outward/outward.js';
import { People } from '../../../src/people/people.js';
import type { ModelOffer, Provider } from '../../../src/providers/provider.js';
import type { ProviderReport } from '../../../src/providers/provider-report.js';
import { createCatalogue } from '../../../src/routing/catalogue.js';
import type { JobPolls } from '../../../src/routing/job-progress.js';
import type { OrderDesk } from '../../../src/routing/order-dispatcher.js';
import { createTextCatalogue } from '../../../src/routing/text/text-catalogue.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { assertAnswerShape, assertErrorDocumented } from './answer-shapes.js';

export const BASE_URL = 'https://gateway.example';
export const OPERATOR_ACCOUNT = 'acct_default';
export const NO_SUCH_ULID = '00000000000000000000000000';

export interface Said {
  readonly status: number | 'error' | 'content' | 'stream' | 'upgrade';
  readonly answer: OperationAnswer;
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  readonly json: any;
  readonly error: ApiError | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a management answer, in micro-DA. */
  readonly balance: number | bigint | undefined;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class GatewayUnderTest {
  readonly world = new VirtualWorld();
  readonly store: MemoryStore;
  readonly effects: NodeEffect[] = [];
  readonly progress = new Map<string, number>();
  readonly contents = new Map<string, RemoteFile>();
  readonly deps: GatewayDeps;
  nextNewsInMs = 450;
  polls: JobPolls | undefined;
  /** How the routes of a quote stand. */
  routed: (quote: AcceptableQuote) => Quote = (quote) => quote;
  takesMore = true;
  readonly orders: { service: OrderDesk['service'] } & Omit<OrderDesk, 'service'> = {
    service: { kind: 'chargily', isLive: true },
    notice: () => {},
    takeNotice: () => false,
  };
  readingTrouble: string | undefined;

  constructor(
    options: {
      readonly openJobsMax?: number;
      readonly keysPerAccountMax?: number;
      readonly store?: MemoryStore;
    } = {},
  ) {
    this.store = options.store ?? new MemoryStore();
    const { world } = this;
    const windows = new RollingWindows(0);
    const keys = new KeyTable({ world, windows, max: 1_000, managementRpm: 6_000 });
    const idempotencyKeptMs = 86_400_000;
    const keysPerAccountMax = options.keysPerAccountMax ?? 100;
    const managementKey = createManagementKeyBehavior((key) => keys.managementKeyCommitted(key));
    const account = createAccountBehavior(managementKey);
    const apiKey = createApiKeyBehavior({ keys, idempotencyKeptMs, keysPerAccountMax, account });
    const videoJob = createVideoJobBehavior({
      keptMs: 90 * 86_400_000,
      readingLimitMs: 7_200_000,
      idempotencyKeptMs,
      openJobsMax: options.openJobsMax ?? 1_000,
      apiKey,
    });
    const order = createOrderBehavior({ openOrdersMax: 100, idempotencyKeptMs, apiKey });
    const generation = createGenerationBehavior({
      keptMs: 90 * 86_400_000,
      idempotencyKeptMs,
      openGenerationsMax: 100,
      apiKey,
    });
    const user = createUserBehavior(account);
    const invitation = createInvitationBehavior({ idempotencyKeptMs, user });
    const system = new ActorSystem<NodeEffect>({
      world,
      store: this.store,
      behaviors: [apiKey, managementKey, account, videoJob, generation, user, invitation, order],
      perform: (effect) => this.effects.push(effect),
      gateTimeLimitMs: 1_000,
      mailboxMax: 10_000,
      residentMax: 10_000,
      passivateAfterMs: 60_000,
    });
    const ids = new IdMaker(world);
    const partitionOf = () => ({ store: this.store, system });
    this.deps = {
      world,
      ids,
      system,
      partitionOf,
      windows,
      keys,
      apiKey,
      managementKey,
      account,
      videoJob,
      generation,
      textCatalogue: createTextCatalogue([]),
      texts: { run: () => Promise.reject(new Error('there is no text here')) },
      people: new People({
        world,
        ids,
        partitionOf,
        windows,
        journal: { admitted: () => {} },
        user,
        invitation,
        ...simulatedPeople(),
      }),
      catalogue: createCatalogue([providerUnderTest]),
      jobs: {
        progressOf: (id) => this.progress.get(id),
        nextNewsInMs: () => this.nextNewsInMs,
        pollsOf: () => this.polls,
        routed: (quote) => this.routed(quote),
      },
      results: {
        open: async (job) => {
          const file = this.contents.get(job.machine.context.output?.location ?? '');
          return file === undefined ? { state: 'gone' } : { state: 'open', file, fileName: `${job.id}.mp4` };
        },
        openLink: async () => undefined,
        takesMore: () => this.takesMore,
        troubleOf: () => this.readingTrouble,
      },
      order,
      orders: this.orders,
      settings: { defaultRpm: 60, topUpMin: 100, topUpMax: 1_000_000 },
      limits: USUAL_LIMITS,
    };
  }

  /** Makes the account that the first start makes; its operator key. */
  async operator(): Promise<Caller> {
    const id = this.deps.ids.next('managementKey');
    await this.#ask(this.deps.account, OPERATOR_ACCOUNT, {
      type: 'create',
      by: BY_THE_NODE,
      name: 'Default account',
      isVerified: true,
      createdAt: 1_795_219_200,
      managementKey: { id, role: 'operator', credentialHash: 'hash of the operator key' },
    });
    return this.managementCaller(id);
  }

  managementCaller(id: string): Caller {
    const key = this.deps.system.view(this.deps.managementKey, id);
    if (key === undefined) throw new Error(`no management key ${id}`);
    return { kind: 'management', id, account: key.account, role: key.role };
  }

  apiKey(id: string): ApiKeyState | undefined {
    return this.deps.system.view(this.deps.apiKey, id);
  }

  managementKey(id: string): ManagementKeyState | undefined {
    return this.deps.system.view(this.deps.managementKey, id);
  }

  apiCaller(id: string): Caller {
    const key = this.deps.system.view(this.deps.apiKey, id);
    if (key === undefined) throw new Error(`no key ${id}`);
    return { kind: 'api', id, account: key.account, balances: key.balances };
  }

  /** Creates an account through the API; its own management key. */
  async account(
    operator: Caller,
    verified = true,
  ): Promise<{ readonly id: string; readonly caller: Caller }> {
    const { json } = await this.call(operator, 'POST', '/api/accounts', {
      body: { name: 'Studio', verified },
    });
    return { id: json.id, caller: this.managementCaller(json.management_key.id) };
  }

  /** Creates a key through the API; its id. */
  async key(operator: Caller, fields: Record<string, unknown> = {}): Promise<string> {
    const { json } = await this.call(operator, 'POST', '/api/keys', { body: { credits: 100, ...fields } });
    return json.id;
  }

  /** Reports of a job what a provider would. */
  async report(jobId: string, report: ProviderReport): Promise<void> {
    await this.#ask(this.deps.videoJob, jobId, { type: 'report', report });
  }

  async complete(jobId: string, outputMs: number, location = '/results/clip'): Promise<void> {
    const state = { state: 'completed', outputMs, location } as const;
    await this.report(jobId, { about: 'submit', outcome: 'accepted', handle: 'h', state });
  }

  async call(caller: Caller, method: string, target: string, options: CallOptions = {}): Promise<Said> {
    const url = new URL(target, BASE_URL);
    for (const operation of operations) {
      const id = operation.method === method ? match(operation.path, url.pathname) : undefined;
      if (id === undefined) continue;
      const input = {
        caller,
        requestId: 'req_test',
        address: '203.0.113.7',
        id,
        query: url.searchParams,
        header: (name: string) =>
          operation.headers?.includes(name) === true ? options.headers?.[name] : undefined,
        baseUrl: BASE_URL,
        signal: new AbortController().signal,
      };
      const refusal = operation.validateRights?.(input, this.deps);
      if (refusal !== undefined) return said({ kind: 'error', error: refusal });
      const answering = operation.handle({ ...input, body: options.body }, this.deps);
      await this.world.settle();
      const heard = said(await answering);
      if (typeof heard.status === 'number')
        assertAnswerShape(method, operation.path, heard.status, heard.json);
      if (heard.error !== undefined) assertErrorDocumented(method, operation.path, heard.error.code);
      return heard;
    }
    throw new Error(`no operation ${method} ${target}`);
  }

  async #ask<S, M, R>(behavior: Behavior<S, M, R, NodeEffect>, id: string, message: M): Promise<R> {
    const outcomes: Outcome<R>[] = [];
    this.deps.system.ask(behavior, id, message, (outcome) => outcomes.push(outcome));
    await this.world.settle();
    const [outcome] = outcomes;
    if (outcome?.ok !== true)
      throw new Error(`${behavior.kind} ${id} answered ${outcome?.refusal ?? 'nothing'}`);
    return outcome.reply;
  }
}

const offer: ModelOffer = {
  id: 'sim/video',
  provider: 'simulated',
  pricePerSecondMicroDa: microDa(500_000),
  lengthMinMs: 1_000,
  lengthMaxMs: 60_000,
  lengthDefaultMs: 5_000,
  deadlineAfterMs: 1_800_000,
  createdAt: 1_795_219_200,
};

export const providerUnderTest: Provider = {
  name: 'simulated',
  models: [offer, { ...offer, id: 'sim/video-half' }],
  lostAnswer: { kind: 'idempotent' },
  submit: () => Promise.reject(new Error('not asked in these tests')),
  poll: () => Promise.reject(new Error('not asked in these tests')),
  content: () => Promise.resolve(undefined),
};

/** The part that stands for `{id}`; '' if the pattern has none, undefined if the path is another. */
function match(pattern: string, path: string): string | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  let id = '';
  for (const [at, part] of wanted.entries()) {
    const value = decodeURIComponent(parts[at] ?? '');
    if (part === '{id}') id = value;
    else if (part !== value) return undefined;
  }
  return id;
}

function said(answer: OperationAnswer): Said {
  return {
    status: answer.kind === 'json' ? answer.status : answer.kind,
    answer,
    json: answer.kind === 'json' ? JSON.parse(Buffer.from(answer.body).toString()) : undefined,
    error: answer.kind === 'error' ? answer.error : undefined,
    headers: Object.fromEntries(answer.kind === 'json' ? (answer.headers ?? []) : []),
    balance: answer.kind === 'json' ? answer.balance : undefined,
  };
}
