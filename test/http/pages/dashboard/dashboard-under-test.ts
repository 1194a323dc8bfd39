/**
 * The dashboard on a gateway without sockets, and people as a test has them: their names are their passwords.
 */
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { BY_THE_NODE } from '../../../../src/actors/audit/audit-trail.js';
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import { AddressWindows } from '../../../../src/actors/windows/address-windows.js';
import { ChatWindows } from '../../../../src/actors/windows/chat-windows.js';
import type { GatewayDeps } from '../../../../src/http/operation.js';
import { dashboardPages } from '../../../../src/http/pages/dashboard/dashboard.js';
import type { PeopleOfPages, SignedIn } from '../../../../src/http/pages/dashboard/people.js';
import { RequestWindows } from '../../../../src/http/pages/dashboard/requests/request-windows.js';
import type { SiteParts } from '../../../../src/http/pages/dashboard/site.js';
import { KeyRequests } from '../../../../src/http/pipeline/key-requests.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { ask } from '../../../../src/node/assembly/ask.js';
import type { ModelOffer, Provider } from '../../../../src/providers/provider.js';
import { createCatalogue } from '../../../../src/routing/catalogue.js';
import type { OpenedResult } from '../../../../src/routing/result-files.js';
import { later, type SteadyMs } from '../../../../src/time/clock.js';
import { madeUpFrame } from '../../../cli/top/made-up-frame.js';
import { GatewayStage, type MadeUpExchange, type StageOptions } from '../../pipeline/gateway-stage.js';

/** The account of `owner` and `member`, which is verified, and that of `stranger`, which is not. */
export const STUDIO = 'acct_01kaj2vznq0h8c5d6e7f8g9hst';
export const OTHER = 'acct_01kaj2vznq0h8c5d6e7f8g9hvw';
export const HOST = 'localhost:8080';
export const SESSION_COOKIE = 'tollgate-8080';
const PEER = '192.0.2.1';
const FORM_TURN_MS = 2;
const FORMS_AT_ONCE_MAX = 3;

const PEOPLE: Readonly<Record<string, SignedIn>> = {
  owner: person('owner', STUDIO, 'owner'),
  member: person('member', STUDIO, 'member'),
  stranger: person('stranger', OTHER, 'owner'),
  operator: person('operator', 'acct_default', 'operator'),
};

const OFFER: ModelOffer = {
  id: 'sim/video',
  provider: 'sim',
  pricePerSecondMicroDa: microDa(500_000),
  lengthMinMs: 1_000,
  lengthMaxMs: 60_000,
  lengthDefaultMs: 8_000,
  deadlineAfterMs: 600_000,
  createdAt: 0,
};

/** It is never called: effects of jobs go nowhere on this stage. */
const PROVIDER: Provider = {
  name: 'sim',
  models: [OFFER],
  lostAnswer: { kind: 'unknown' },
  submit: () => Promise.reject(new Error('nobody is called')),
  poll: () => Promise.reject(new Error('nobody is called')),
  content: () => Promise.reject(new Error('nobody is called')),
};

const OPEN_INVITATION: ReturnType<PeopleOfPages['invitationOf']> = {
  id: 'invitation',
  account: STUDIO,
  name: 'owner@studio.dz',
  role: 'owner',
  rights: { role: 'operator', account: 'acct_default' },
  signsIn: false,
  createdAt: 0,
  expiresAt: later(0 as SteadyMs, 1),
  resets: undefined,
};

function person(name: string, account: string, role: SignedIn['role']): SignedIn {
  return {
    user: `user_${name}`,
    name: `${name}@studio.dz`,
    account,
    role,
    session: `of-${name}`,
    grants: [],
    hasPassword: true,
  };
}

/** Of everybody who joined. */
export const PASSWORD = 'three words to keep';

const BY_OPERATOR = { by: BY_THE_NODE, rights: { role: 'operator', account: 'acct_default' } } as const;

/** As the browser goes on that got this answer. */
export function signedInBy({ cookies }: MadeUpExchange): Sent {
  const as = new RegExp(`^${SESSION_COOKIE}=([\\w-]{43});`).exec(cookies[0] ?? '')?.[1];
  if (as === undefined) throw new Error('nobody was signed in');
  return { as };
}

export interface Sent {
  /** Signed in as. */
  readonly as?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly host?: string;
  readonly peer?: string;
}

export class DashboardUnderTest {
  readonly world = new VirtualWorld();
  readonly stage: GatewayStage;
  readonly deps: GatewayDeps;
  demoKey: string | undefined;
  /** Of the node, as its operators see it. */
  frame = madeUpFrame();
  /** The result of every job that is completed. */
  result: OpenedResult = { state: 'gone' };
  /** Sessions that were ended, by id; `*` for all of a user. */
  readonly ended: string[] = [];
  /** Payments as the gateway takes them: a test names the service, and sees which orders were looked at. */
  readonly payments = {
    service: undefined as PaymentService | undefined,
    noticed: [] as string[],
    notice(id: string) {
      this.noticed.push(id);
    },
    takeNotice: () => false,
  };
  readonly #grants = new Map<string, readonly string[]>();

  constructor(
    settings: StageOptions['settings'] = {},
    windows = { networks: 600, users: 6_000 },
    hasRealPeople = false,
  ) {
    const { world } = this;
    let parts: SiteParts | undefined;
    const demoKey = () => this.demoKey;
    const late = () => {
      if (parts === undefined) throw new Error('a page is asked before the stage stands');
      return parts;
    };
    const publicPages = dashboardPages(
      {
        publicUrl: () => settings.publicUrl,
        live: { refusal: () => undefined },
        nodeFrame: () => this.frame,
        get people() {
          return late().people;
        },
        get deps() {
          return late().deps;
        },
        get windows() {
          return late().windows;
        },
        get demoKey() {
          return demoKey();
        },
        get keyRequests() {
          return late().keyRequests;
        },
        get chatWindows() {
          return late().chatWindows;
        },
      },
      undefined,
    );
    this.stage = new GatewayStage({ world, operations: [], publicPages, settings, orders: this.payments });
    const { windows: rolling, journal } = this.stage.actors;
    this.deps = {
      ...this.stage.deps,
      catalogue: createCatalogue([PROVIDER]),
      results: { ...this.stage.deps.results, open: async () => this.result },
    };
    parts = {
      deps: this.deps,
      live: { refusal: () => undefined },
      nodeFrame: () => this.frame,
      people: hasRealPeople ? this.stage.deps.people : this.#people(),
      publicUrl: () => settings.publicUrl,
      demoKey: undefined,
      keyRequests: new KeyRequests({ ...this.stage.actors, world, shedder: this.stage.shedder }),
      chatWindows: new ChatWindows({ world, windows: rolling, journal }),
      windows: new RequestWindows({
        world,
        windows: rolling,
        journal,
        networks: new AddressWindows(world, rolling, () => 1_000, windows.networks, 'page/'),
        users: new AddressWindows(world, rolling, () => 1_000, windows.users, 'user/'),
      }),
    };
  }

  static async start(...args: ConstructorParameters<typeof DashboardUnderTest>): Promise<DashboardUnderTest> {
    // Loaded before time is virtual: a page has a time limit.
    await import('../../../../src/http/pages/dashboard/site.js');
    const under = new DashboardUnderTest(...args);
    await under.#account('acct_default', true);
    await under.#account(STUDIO, true);
    await under.#account(OTHER, false);
    return under;
  }

  /** An owner grants keys to somebody. */
  grant(as: string, grants: readonly string[]): void {
    this.#grants.set(as, grants);
  }

  /** Waits for the disk: time is virtual here. */
  async settled<T>(doing: Promise<T>): Promise<T> {
    await this.world.settle();
    return await doing;
  }

  /** Invites a person and has them accept, with the password of all; signed in from then on. */
  async joined(name: string, account: string, role: SignedIn['role']): Promise<Sent> {
    const token = await this.invited(name, account, role);
    return signedInBy(await this.post(`/invitation/${token}`, { password: PASSWORD, again: PASSWORD }));
  }

  /** Invites a person; the token of the link. */
  async invited(name: string, account: string, role: SignedIn['role']): Promise<string> {
    const { people } = this.stage.deps;
    const result = await this.settled(people.invite(BY_OPERATOR, { account, name, role }));
    if (result.outcome !== 'invited') throw new Error(result.outcome);
    return result.token;
  }

  /** Hands on a request that came over a socket. */
  async handOn(
    method: string,
    target: string,
    fields: Sent['fields'] = [],
    body = '',
  ): Promise<MadeUpExchange> {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const exchange = this.stage.send({ method, path, query, fields });
    if (method === 'POST') exchange.body(body);
    await this.world.settle();
    if (!exchange.isOver && method === 'POST') await this.world.advance(FORM_TURN_MS);
    return exchange;
  }

  async signedIn(name: string): Promise<Sent> {
    return signedInBy(await this.post('/sign-in', { name, password: PASSWORD }));
  }

  /** Makes a key; its id. */
  async key(account: string, name: string): Promise<string> {
    const { system, apiKey } = this.stage.actors;
    const id = this.stage.deps.ids.next('apiKey');
    const key = { id, account, name, rateLimitRpm: 60, credits: 0, credentialHash: id, createdAt: 0 };
    await this.settled(ask(system, apiKey, id, { type: 'create', by: BY_THE_NODE, key }));
    return id;
  }

  get(path: string, sent: Omit<Sent, 'form'> = {}): Promise<MadeUpExchange> {
    return this.#send('GET', path, sent);
  }

  post(path: string, form: Readonly<Record<string, string>>, sent: Sent = {}): Promise<MadeUpExchange> {
    return this.#send('POST', path, { fields: [['sec-fetch-site', 'same-origin']], ...sent, form });
  }

  /** Makes an order of 2,500 DA that waits for its payment; its id. */
  async simulatedOrder(service: PaymentService = { kind: 'simulated', isLive: false }): Promise<string> {
    const { system, order, apiKey } = this.stage.actors;
    const { ids } = this.stage.deps;
    const by = BY_THE_NODE;
    const account = STUDIO;
    const key = {
      ...{ id: ids.next('apiKey'), account, name: 'Paid for', rateLimitRpm: 60, credits: 0, createdAt: 0 },
      credentialHash: ids.next('apiKey'),
    };
    await this.settled(ask(system, apiKey, key.id, { type: 'create', by, key }));
    const id = ids.next('order');
    const amount = microDa(2_500_000_000);
    const create = {
      type: 'create',
      account,
      key: key.id,
      amount,
      service,
      by,
      idempotency: undefined,
    } as const;
    await this.settled(ask(system, order, id, create));
    const checkout = { id, url: `/pay/${id}` };
    const report = { about: 'create', outcome: 'created', checkout } as const;
    await this.settled(ask(system, order, id, { type: 'report', report }));
    return id;
  }

  async #send(method: string, target: string, { as, form, fields = [], host = HOST, peer = PEER }: Sent) {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const cookie = as === undefined ? [] : [['cookie', `${SESSION_COOKIE}=${as}`] as const];
    const body = form === undefined ? '' : new URLSearchParams(form).toString();
    const about = [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-length', String(body.length)],
    ] as const;
    const exchange = this.stage.send({
      method,
      path,
      query,
      peer,
      fields: [
        ['host', host],
        ['accept', 'text/html,*/*;q=0.8'],
        ...cookie,
        ...(form === undefined ? [] : about),
        ...fields.filter(([name]) => name !== 'accept'),
      ],
    });
    if (form !== undefined) exchange.body(body);
    await this.world.settle();
    // A form waits for its turn, behind those that came at the same moment.
    for (let turns = 0; turns < FORMS_AT_ONCE_MAX && !exchange.isOver && form !== undefined; turns++)
      await this.world.advance(FORM_TURN_MS);
    const [defect] = this.stage.defects;
    if (defect !== undefined) throw defect.error;
    return exchange;
  }

  #people(): PeopleOfPages {
    const now = this.world.steadyMs();
    const times = { createdAt: 1_795_119_200, madeAt: now, seenAt: now };
    const done = async (text: string) => {
      this.ended.push(text);
      return { ok: true, reply: { outcome: 'removed' } } as const;
    };
    const signedIn = (token: string, device = 'new-device') =>
      ({ outcome: 'signed_in', user: `user_${token}`, token, device }) as const;
    return {
      sessionOf: (token) => {
        const known = PEOPLE[token];
        return known && { ...known, grants: this.#grants.get(token) ?? [] };
      },
      signIn: async ({ name, password, device }) => {
        const token = name.split('@')[0] ?? '';
        if (password === 'guess') return { outcome: 'too_many_guesses', retryAfterMs: 30_500 };
        if (password === 'crowd') return { outcome: 'unable', refusal: 'overloaded' };
        return PEOPLE[token] !== undefined && password === token
          ? signedIn(token, device)
          : { outcome: 'wrong' };
      },
      signOut: ({ session }, other = session) => done(other),
      signOutEverywhere: ({ user }) => done(`* of ${user}`),
      sessionsOf: ({ user }) => [
        { ...times, id: user.replace('user_', 'of-'), address: '192.0.2.1', agent: '' },
      ],
      signUp: this.stage.deps.people.signUp,
      forgotten: this.stage.deps.people.forgotten,
      invitationOf: (token) => (token === 'open' ? OPEN_INVITATION : undefined),
      changePassword: async (_, { password }) => ({ outcome: password === 'right' ? 'changed' : 'wrong' }),
      acceptInvitation: async (token) =>
        token === 'open' ? signedIn('owner') : { outcome: 'no_such_invitation' },
      links: {
        isOpen: (token) => token === 'open',
        use: async (token) => (token === 'open' ? signedIn('operator') : { outcome: 'over' }),
      },
    };
  }

  async #account(id: string, isVerified: boolean): Promise<void> {
    const { system, account } = this.stage.actors;
    await this.settled(
      ask(system, account, id, {
        type: 'create',
        by: BY_THE_NODE,
        name: id,
        isVerified,
        createdAt: 0,
        managementKey: { id: `mkey_${id}`, role: 'account', credentialHash: id },
      }),
    );
  }
}
