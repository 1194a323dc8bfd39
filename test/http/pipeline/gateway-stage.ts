import { USUAL_LIMITS } from '../../../src/limits/limits.js';
/**
 * A gateway on real actors over the store in memory, with operations that tests make up.
 *
 * On a `VirtualWorld` it is driven by made-up exchanges; on the world of the machine, by a real server.
 */

import { simulatedPeople } from '../../../simulation/world/simulated-people.js';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../../src/actors/credentials/credentials.js';
import { IdMaker } from '../../../src/actors/storage/ids.js';
import { AddressWindows } from '../../../src/actors/windows/address-windows.js';
import {
  type AnswerHead,
  type AnswerOptions,
  type ConnectionFate,
  type ContentStream,
  type Exchange,
  headText,
} from '../../../src/http/exchange.js';
import type { GatewayDeps, Operation } from '../../../src/http/operation.js';
import type { WebPage } from '../../../src/http/pages/page.js';
import { createGateway, type Gateway } from '../../../src/http/pipeline/gateway.js';
import type { PipelineSettings } from '../../../src/http/pipeline/settings.js';
import { type Actors, createActors } from '../../../src/node/assembly/actors.js';
import { ask } from '../../../src/node/assembly/ask.js';
import type { RemoteFile } from '../../../src/outward/outward.js';
import { LoadShedder } from '../../../src/overload/load-shedder.js';
import { People } from '../../../src/people/people.js';
import type { OrderDesk } from '../../../src/routing/order-dispatcher.js';
import { createTextCatalogue } from '../../../src/routing/text/text-catalogue.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { World } from '../../../src/time/world.js';

export const CHOSEN_MANAGEMENT_KEY = 'chosen-by-the-operator/0123456789abcdef';

const ACTOR_SETTINGS = {
  openJobsMax: 1_000,
  openGenerationsMax: 100,
  keysPerAccountMax: 100,
  idempotencyHours: 24,
  retentionDays: 90,
  resultDeadlineMinutes: 120,
  gateTimeLimitMs: 1_000,
  mailboxMax: 10_000,
  residentActorsMax: 10_000,
  residentKeysMax: 1_000,
  managementRpm: 6_000,
  passivateAfterMs: 600_000,
};

const PIPELINE_SETTINGS: PipelineSettings = {
  bodyMaxBytes: 100_000,
  bodyTimeoutMs: 10_000,
  bodiesMaxBytes: 256 * 1_048_576,
  operationTimeLimitMs: 2_000,
  publicUrl: undefined,
  trustedProxies: [],
  corsOrigins: [],
};

const NO_PAYMENTS: OrderDesk = { service: undefined, notice: () => {}, takeNotice: () => false };

export interface StageOptions {
  readonly world: World;
  readonly operations: readonly Operation[];
  readonly publicPages?: readonly WebPage[];
  /** Left out, no payments are taken. */
  readonly orders?: OrderDesk;
  readonly settings?: Partial<PipelineSettings & { readonly addressRpm: number }>;
}

export class GatewayStage {
  readonly defects: { readonly requestId: string; readonly error: unknown }[] = [];
  readonly store = new MemoryStore();
  readonly actors: Actors;
  readonly deps: GatewayDeps;
  readonly gateway: Gateway;
  readonly world: World;
  readonly shedder: LoadShedder;
  isDraining = false;
  readonly #ids: IdMaker;

  constructor({ world, operations, publicPages = [], settings = {}, orders = NO_PAYMENTS }: StageOptions) {
    this.world = world;
    this.#ids = new IdMaker(world);
    this.actors = createActors({
      world,
      store: this.store,
      settings: ACTOR_SETTINGS,
      inspector: {},
      perform: () => {},
      alongWithWindows: () => [],
    });
    this.deps = {
      ...this.actors,
      world,
      ids: this.#ids,
      people: new People({
        ...this.actors,
        ...simulatedPeople(),
        world,
        ids: this.#ids,
      }),
      catalogue: { find: () => undefined, list: () => [] },
      textCatalogue: createTextCatalogue([]),
      texts: { run: () => Promise.reject(new Error('there is no text here')) },
      orders,
      jobs: {
        progressOf: () => undefined,
        nextNewsInMs: () => 0,
        pollsOf: () => undefined,
        routed: (quote) => quote,
      },
      results: {
        open: async () => ({ state: 'gone' }),
        openLink: async () => undefined,
        takesMore: () => true,
        troubleOf: () => undefined,
      },
      settings: { topUpMin: 100, topUpMax: 1_000_000, defaultRpm: 60 },
      limits: USUAL_LIMITS,
    };
    this.shedder = new LoadShedder({
      targetMs: 500,
      mailWaitMs: (now) => this.actors.system.mailWaitMs(now),
    });
    this.gateway = createGateway({
      deps: this.deps,
      operations,
      publicPages,
      settings: { ...PIPELINE_SETTINGS, ...settings },
      journal: this.actors.journal,
      addresses: new AddressWindows(world, this.actors.windows, () => 1_000, settings.addressRpm ?? 60),
      shedder: this.shedder,
      isDraining: () => this.isDraining,
      onDefect: (requestId, error) => this.defects.push({ requestId, error }),
    });
  }

  /** Makes the default account; the plain text of its operator key. */
  async managementKey(plainText = CHOSEN_MANAGEMENT_KEY): Promise<string> {
    const { system, account } = this.actors;
    await ask(system, account, 'acct_default', {
      type: 'create',
      by: BY_THE_NODE,
      name: 'Default account',
      isVerified: true,
      createdAt: 0,
      managementKey: { id: 'mkey_operator', role: 'operator', credentialHash: hashCredential(plainText) },
    });
    return plainText;
  }

  /** Makes an API key of the default account; its plain text and its id. */
  async apiKey({
    rpm = 60,
    credits = 1_000_000,
  } = {}): Promise<{ readonly text: string; readonly id: string }> {
    const { system, apiKey } = this.actors;
    const id = this.#ids.next('apiKey');
    const text = makeCredential('api', (count) => this.world.randomBytes(count));
    const key = {
      id,
      account: 'acct_default',
      name: null,
      rateLimitRpm: rpm,
      credits,
      credentialHash: hashCredential(text),
      createdAt: 0,
    };
    await ask(system, apiKey, id, { type: 'create', by: BY_THE_NODE, key });
    return { text, id };
  }

  async revoke(keyId: string): Promise<void> {
    await ask(this.actors.system, this.actors.apiKey, keyId, { type: 'revoke', by: BY_THE_NODE });
  }

  async setRpm(keyId: string, rateLimitRpm: number): Promise<void> {
    await ask(this.actors.system, this.actors.apiKey, keyId, {
      type: 'update',
      by: BY_THE_NODE,
      rateLimitRpm,
    });
  }

  /** Sends one request through the gateway, without a socket. */
  send(request: MadeUpRequest): MadeUpExchange {
    const exchange = new MadeUpExchange(request);
    this.gateway.handle(exchange);
    return exchange;
  }
}

export interface MadeUpRequest {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly key?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly peer?: string;
}

export class MadeUpExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  isOver = false;
  readonly isTls = false;
  status = 0;
  headers: Record<string, string> = {};
  readonly cookies: string[] = [];
  text = '';
  connection: ConnectionFate | undefined;
  streamed: ContentStream | undefined;
  takesBody = false;
  readonly #fields: readonly (readonly [name: string, value: string])[];
  readonly #peer: string;
  #take: ((chunk: Uint8Array, isLast: boolean) => void) | undefined;
  #notifyGone: (() => void) | undefined;

  constructor({
    method = 'GET',
    path = '/v1/things',
    query = '',
    key,
    fields = [],
    peer = '192.0.2.1',
  }: MadeUpRequest) {
    this.method = method;
    this.path = path;
    this.query = query;
    const host = fields.some(([name]) => name === 'host') ? [] : [['host', 'gateway.test'] as const];
    const authorization = key === undefined ? [] : [['authorization', `Bearer ${key}`] as const];
    this.#fields = [...host, ...authorization, ...fields];
    this.#peer = peer;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  get json(): any {
    return JSON.parse(this.text);
  }

  get code(): string {
    return this.json.error.code;
  }

  eachField(visit: (name: string, value: string) => void): void {
    for (const [name, value] of this.#fields) visit(name, value);
  }

  remoteAddress(): string {
    return this.#peer;
  }

  onGone(notify: () => void): void {
    this.#notifyGone = notify;
  }

  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void {
    this.takesBody = true;
    this.#take = take;
  }

  answer(head: AnswerHead, body: string | Uint8Array, options: AnswerOptions): void {
    this.#begin(headText(head), options);
    if (!options.isHead) this.text = typeof body === 'string' ? body : Buffer.from(body).toString();
  }

  stream(head: string, content: ContentStream, options: AnswerOptions): void {
    this.#begin(head, options);
    this.streamed = content;
  }

  /** The client sends a piece of the body. */
  body(text: string | Uint8Array, isLast = true): this {
    this.#take?.(typeof text === 'string' ? Buffer.from(text) : text, isLast);
    return this;
  }

  /** The client goes away. */
  goAway(): void {
    this.isOver = true;
    this.#notifyGone?.();
  }

  #begin(head: string, { connection }: AnswerOptions): void {
    if (this.isOver) throw new Error('an exchange was answered that is over');
    this.isOver = true;
    this.connection = connection;
    this.status = Number(head.slice(0, 3));
    for (const line of head.split('\r\n').slice(1)) {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
      if (name === 'Set-Cookie') this.cookies.push(value);
      else if (name.toLowerCase() in this.headers) throw new Error(`the field ${name} came twice`);
      else this.headers[name.toLowerCase()] = value;
    }
  }
}

/** An operation that a test makes up; a GET of `/v1/things` that answers `{}` if nothing else is said. */
export function operation(parts: Partial<Operation>): Operation {
  return {
    method: 'GET',
    path: '/v1/things',
    credential: 'api',
    body: 'none',
    isRead: true,
    handle: () => ({ kind: 'json', status: 200, body: '{}' }),
    ...parts,
  };
}

/** The bytes from `from` to `to` of made-up content: byte `n` is `n % 251`. */
export function bytesOfContent(from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  for (let n = 0; n < bytes.length; n++) bytes[n] = (from + n) % 251;
  return bytes;
}

export function content(size: number, chunkBytes = 1_000): RemoteFile {
  return {
    contentType: 'video/mp4',
    size,
    takesRanges: true,
    async *read(from, to = size) {
      for (let at = from; at < to; at += chunkBytes) yield bytesOfContent(at, Math.min(to, at + chunkBytes));
    },
  };
}
