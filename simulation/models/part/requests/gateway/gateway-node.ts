/** The gateway on real keys and windows, with toys for operations and a load shedder that obeys. */
import { BY_THE_NODE } from '../../../../../src/actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../../../../src/actors/credentials/credentials.js';
import { NO_ROW } from '../../../../../src/actors/keys/key-table.js';
import { IdMaker } from '../../../../../src/actors/storage/ids.js';
import { AddressWindows } from '../../../../../src/actors/windows/address-windows.js';
import { WINDOW_KINDS } from '../../../../../src/http/monitoring/gateway-metrics.js';
import type { ObservedRequest } from '../../../../../src/http/monitoring/request-observer.js';
import type { GatewayDeps } from '../../../../../src/http/operation.js';
import { createGateway, type Gateway } from '../../../../../src/http/pipeline/gateway.js';
import type { PipelineSettings } from '../../../../../src/http/pipeline/settings.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { LoadShedder } from '../../../../../src/overload/load-shedder.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { startActors } from '../../lone-actors.js';
import type { Trial } from '../../trial.js';
import type { AskAct, DrawnSettings, GatewayLimits, Script } from './gateway-acts.js';
import type { NaiveKey, NaiveRequest } from './naive-request.js';
import { sentHead } from './sent-head.js';
import { type ToyCall, type ToyDesk, toyOperations } from './toy-operations.js';
import { WatchedExchange } from './watched-exchange.js';

export interface Sent {
  readonly exchange: WatchedExchange;
  readonly script: Script;
  call?: ToyCall;
}

const NAMED = 'https://named.test';
const KINDS = { api_key: 'api', management_key: 'management', address: 'address' } as const;

export class GatewayNode implements ToyDesk {
  readonly keys: readonly (NaiveKey & { readonly secret: string })[];
  drains = false;
  isFrozen = false;
  reason = 'none';
  readonly #told: { n: number; words: string }[] = [];
  readonly #trial: Trial;
  readonly #limits: GatewayLimits;
  readonly #actors: ReturnType<typeof startActors>;
  readonly #gateway: Gateway;
  readonly #sent: Sent[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #judged: string[] = [];
  readonly #rows = new Map<number, number>();
  #finished = 0;
  #bodies = 0;
  #defects = 0;
  #asking = 0;

  constructor(trial: Trial, limits: GatewayLimits) {
    const { world } = trial;
    const ids = new IdMaker(world);
    this.#trial = trial;
    this.#limits = limits;
    const made = (kind: 'api' | 'management', role: NaiveKey['role'], credits: number) => ({
      ...{ id: ids.next(kind === 'api' ? 'apiKey' : 'managementKey'), role, credits },
      account: role === 'operator' ? 'acct_default' : 'acct_1',
      secret: makeCredential(kind, (count) => world.randomBytes(count)),
    });
    this.keys = [
      made('api', undefined, 12_345_678),
      made('api', undefined, 0),
      made('management', 'operator', 0),
      made('management', 'account', 0),
    ];
    const settings = { managementRpm: limits.managementRpm };
    const store = new MemoryStore();
    this.#actors = startActors({ world, store, limits: USUAL_LIMITS, settings });
    const { journal, windows } = this.#actors;
    this.#gateway = createGateway({
      deps: { ...this.#actors, world, ids, limits: USUAL_LIMITS } as unknown as GatewayDeps,
      operations: toyOperations(this),
      publicPages: [],
      settings: this.#settings(limits.settings),
      journal,
      addresses: new AddressWindows(world, windows, () => 100, limits.addressRpm),
      shedder: this.#shedder(),
      isDraining: () => this.drains,
      onDefect: () => {
        this.#defects += 1;
      },
      observer: {
        fields: [],
        began: (request) => this.#numbers.set(request.requestId.text, this.#asking),
        answered: (request, status) => this.#observe(request, `answered ${status}`),
        abandoned: (request) => this.#observe(request, 'left'),
      },
    });
  }

  get observed(): readonly string[] {
    return [...this.#told].sort((one, other) => one.n - other.n).map(({ words }) => words);
  }

  async populate(): Promise<void> {
    const { system, account, apiKey } = this.#actors;
    for (const { id: keyId, role, account: owner, secret, credits } of this.keys.toReversed()) {
      const credentialHash = hashCredential(secret);
      if (role !== undefined) {
        const managementKey = { id: keyId, role, credentialHash };
        const named = { name: owner, isVerified: true, createdAt: 0, managementKey };
        system.ask(account, owner, { type: 'create', by: BY_THE_NODE, ...named }, () => {});
      } else {
        const rateLimitRpm = this.#limits.rpm[this.keys.findIndex(({ id }) => id === keyId)] ?? 1;
        const key = { id: keyId, account: owner, name: null, rateLimitRpm, credits };
        const made = { ...key, credentialHash, createdAt: 0 };
        system.ask(apiKey, keyId, { type: 'create', by: BY_THE_NODE, key: made }, () => {});
      }
      await this.#trial.world.settle();
    }
  }

  send(n: number, act: AskAct): Sent {
    const secret = this.keys[act.key]?.secret ?? '';
    const exchange = new WatchedExchange(sentHead(n, act, secret), () => this.#trial.now);
    const sent: Sent = { exchange, script: act.script };
    this.#sent.push(sent);
    this.#asking = n;
    this.#gateway.handle(exchange, act.surface);
    return sent;
  }

  scriptOf(n: number): Script {
    const { script } = this.#sent[n] ?? {};
    if (script === undefined) throw new Error(`there is no request ${n}`);
    return script;
  }

  called(n: number, call: ToyCall): void {
    const sent = this.#sent[n];
    if (sent === undefined || sent.call !== undefined) this.#trial.broke('called', `request ${n} once more`);
    else sent.call = call;
  }

  /** False if they are refused. */
  configure(settings: DrawnSettings, isBroken: boolean): boolean {
    const made = this.#settings(settings);
    try {
      this.#gateway.configure(isBroken ? { ...made, trustedProxies: ['10.0.0.0/99'] } : made);
      return true;
    } catch {
      return false;
    }
  }

  async setLimit(key: number, rateLimitRpm: number): Promise<void> {
    const { system, apiKey } = this.#actors;
    const id = this.keys[key]?.id ?? '';
    system.ask(apiKey, id, { type: 'update', by: BY_THE_NODE, rateLimitRpm }, () => {});
    await this.#trial.world.settle();
  }

  async revoke(key: number): Promise<void> {
    const { system, apiKey } = this.#actors;
    system.ask(apiKey, this.keys[key]?.id ?? '', { type: 'revoke', by: BY_THE_NODE }, () => {});
    await this.#trial.world.settle();
  }

  isPinned(key: number): boolean {
    const { keys } = this.#actors;
    const found = keys.find(`Bearer ${this.keys[key]?.secret}`);
    const row = this.#rows.get(key) ?? found;
    if (row !== NO_ROW) this.#rows.set(key, row);
    return keys.pins.has(row as Parameters<typeof keys.pins.has>[0]);
  }

  /** The call of a toy as it should have seen its request. */
  seenBy({ act, path, route, key = 0, settings, isBodyRead }: NaiveRequest): object {
    const { id, account, role } = this.keys[key] ?? {};
    const isTrusted = settings.trustsProxy && act.peer === '10.0.0.1';
    const client = isTrusted && act.forwardedFor !== '' ? act.forwardedFor : act.peer;
    const host = isTrusted && act.forwardedHost !== '' ? act.forwardedHost : 'gate.test';
    const text = act.body?.text ?? '';
    return {
      caller: id,
      kind: role === undefined ? 'api' : 'management',
      account,
      role,
      id: path?.id,
      address: role === undefined || route?.isRead === true ? undefined : client,
      repeat: act.repeat === '' ? undefined : act.repeat,
      body: isBodyRead ? JSON.parse(text === '' ? '{}' : text) : undefined,
      baseUrl: settings.isNamed ? NAMED : `http${act.isTls ? 's' : ''}://${host}`,
    };
  }

  counts(): object {
    return {
      finished: this.#finished,
      bodies: this.#bodies,
      judged: this.#judged,
      defects: this.#defects,
      gone: this.#gateway.metrics.gone,
      waiting: this.#gateway.refusalsWaiting,
    };
  }

  figures() {
    const { metrics } = this.#gateway;
    const [answers, timed]: Record<string, number>[] = [{}, {}];
    const verdicts: Record<string, number> = {};
    for (const { method, path, byStatus, durations } of metrics.routes) {
      for (const [status, count] of byStatus)
        Object.assign(answers ?? {}, { [`${method} ${path} ${status}`]: count });
      for (const [ofClass, { count }] of durations)
        Object.assign(timed ?? {}, { [`${method} ${path} ${ofClass}`]: count });
    }
    for (const kind of WINDOW_KINDS) {
      for (const [verdict, count] of Object.entries(metrics.verdictsOf(kind)))
        if (count > 0) verdicts[`${KINDS[kind]} ${verdict}`] = count;
    }
    return { answers, timed, refusals: Object.fromEntries(metrics.refusals), verdicts };
  }

  #observe({ requestId, method, route, keyId }: ObservedRequest, what: string): void {
    const n = this.#numbers.get(requestId.text) ?? -1;
    this.#told.push({ n, words: `${n} ${what} ${method} ${route} ${keyId}` });
  }

  #settings({ isNamed, trustsProxy, origins, ...bodies }: DrawnSettings): PipelineSettings {
    return {
      ...bodies,
      operationTimeLimitMs: this.#limits.timeLimitMs,
      publicUrl: isNamed ? NAMED : undefined,
      trustedProxies: trustsProxy ? ['10.0.0.0/8'] : [],
      corsOrigins: origins,
    };
  }

  #shedder(): LoadShedder {
    const shedder = {
      admit: (kind: string) => {
        this.#judged.push(kind);
        const isFree = this.reason === 'none' || (this.reason === 'disk_space' && kind === 'walk');
        return isFree ? undefined : this.reason;
      },
      finished: () => {
        this.#finished += 1;
      },
      waitMs: (reason: string) => (reason === 'queue' ? 7_000 : 5_000),
      count: () => {
        this.#bodies += 1;
      },
    };
    return shedder as unknown as LoadShedder;
  }
}
