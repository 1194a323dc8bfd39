/** The dashboard over plain records, without a node behind it: its actors answer what they are told to. */
import { readAccount } from '../../../../src/actors/accounts/account.js';
import { readManagementKey } from '../../../../src/actors/accounts/management-key.js';
import { readVideoJob } from '../../../../src/actors/jobs/video-job-records.js';
import { encodeApiKey, readApiKey } from '../../../../src/actors/keys/api-key-record.js';
import { RollingWindows } from '../../../../src/actors/windows/rolling-windows.js';
import type { RoutePath } from '../../../../src/http/pages/dashboard/routes.js';
import { parseIpAddress } from '../../../../src/http/request/ip-address.js';
import { USUAL_LIMITS } from '../../../../src/limits/limits.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { People } from '../../../../src/people/people.js';
import { simulatedPeople } from '../../../world/simulated-people.js';
import { PlainRecords } from '../plain-records.js';
import type { Trial } from '../trial.js';
import { idOf, OPERATORS } from './orders/drawn-orders.js';
import { ToldPage } from './told-page.js';
import { KEYS, OTHER, STUDIO, type Viewer } from './viewers.js';

/** An actor's answer. */
export type Answer = { readonly outcome: string } & Readonly<Record<string, unknown>>;

/** One request of a page, or the form of one. */
export interface Asked {
  readonly path: RoutePath;
  /** The end of the path. */
  readonly rest?: string;
  readonly query?: string;
  /** Left out of a GET. */
  readonly form?: URLSearchParams;
  /** The origin that the browser opened; that of the public URL if left out. */
  readonly opened?: string;
  readonly address?: string;
  /** The mark of a browser that signed in before. */
  readonly device?: string | undefined;
  /** Another language, in which it has to tell the same. */
  readonly alsoIn?: 'fr' | 'ar' | undefined;
}

interface MoreOfKey {
  readonly rateLimitRpm: number;
  readonly marked: number;
  readonly charged: number;
  readonly withdrawn: number;
  readonly createdAt: number;
  readonly entries: number;
  readonly rotations: number;
}

const PREFIXES: Readonly<Record<string, string>> = {
  account: 'acct',
  apiKey: 'key',
  managementKey: 'mkey',
  user: 'user',
};
export const NEW_NUMBER = 999_999;
const READERS = { account: readAccount, api_key: readApiKey, video_job: readVideoJob } as const;
const KINDS = ['account', 'api_key', 'video_job', 'management_key', 'user', 'invitation'] as const;

export class PageDesk {
  readonly records = new PlainRecords();
  /** Messages to actors: the kind of actor, its id, and the message. */
  readonly heard: (readonly [kind: string, id: string, message: Readonly<Record<string, unknown>>])[] = [];
  /** Undefined if the disk takes nothing now. */
  reply: Answer | ((message: Readonly<Record<string, unknown>>) => Answer) | undefined;
  /** In the place of `reply`, an actor that answers when it has done what it is told. */
  actor: ((id: string, message: Readonly<Record<string, unknown>>) => Promise<unknown>) | undefined;
  readonly #trial: Trial;
  readonly #parts: object;
  #viewer: Viewer | undefined;

  /** @param more parts of the gateway that the pages stand on */
  constructor(trial: Trial, isMailed: boolean, more: object = {}, beside: object = {}) {
    this.#trial = trial;
    const { world } = trial;
    const kinds = Object.fromEntries(KINDS.map((kind) => [kind, { kind }]));
    const { account, api_key: apiKey, video_job: videoJob, management_key: managementKey } = kinds;
    const system = this.#system();
    const ids = { next: (kind: string) => idOf(PREFIXES[kind] ?? kind, NEW_NUMBER) };
    const partitionOf = () => ({ system });
    const mail = {
      mailer: isMailed ? { send: () => {} } : undefined,
      publicUrl: () => 'https://gateway.test',
    };
    const parts = { world, ids, partitionOf, windows: new RollingWindows(1), journal: { admitted() {} } };
    const { user, invitation } = kinds;
    const people = new People({ ...parts, user, invitation, ...simulatedPeople() } as never, mail as never);
    Object.assign(people, { sessionOf: () => signedInOf(this.#viewer) });
    const deps = { world, system, partitionOf, ids, account, apiKey, videoJob, managementKey, people };
    this.#parts = {
      deps: { ...deps, limits: USUAL_LIMITS, settings: { defaultRpm: 60 }, ...more },
      people,
      windows: { admit: () => true },
      publicUrl: () => undefined,
      ...beside,
    };
    for (const [number, { account: id, name, isRevoked }] of KEYS.entries())
      this.putKey(number, { account: id, name, isRevoked });
    for (const [name, id] of [
      ['Studio', STUDIO],
      ['Other', OTHER],
      ['Operators', OPERATORS],
    ] as const)
      this.records.put('accounts', id, accountRecord(name, true));
  }

  putKey(
    number: number,
    key: { readonly account: string; readonly name: string | null; readonly isRevoked: boolean },
    balances: { readonly balance: number; readonly reserved: number } = { balance: 5_000_000, reserved: 0 },
    more: Partial<MoreOfKey> = {},
  ): void {
    const id = idOf('key', number);
    const { balance, reserved } = balances;
    const state = {
      ...key,
      id,
      rateLimitRpm: more.rateLimitRpm ?? 60,
      createdAt: more.createdAt ?? 1,
      balances: {
        credited: microDa(balance + reserved + (more.charged ?? 0)),
        charged: microDa(more.charged ?? 0),
        reserved: microDa(reserved),
        withdrawn: microDa(more.withdrawn ?? 0),
        marked: microDa(more.marked ?? 0),
      },
      open: { video_job: 0, generation: 0 },
      entries: more.entries ?? 0,
      credentialHash: '0'.repeat(64),
      rotations: more.rotations ?? 0,
      earlier: [],
    };
    this.records.put('keys', id, encodeApiKey(state));
    this.records.put('account_keys', `${key.account}/${id}`, '1');
  }

  /** A form to nobody's page, or the page of nobody, leads to the sign-in. */
  async ask(viewer: Viewer | undefined, { alsoIn, ...asked }: Asked): Promise<ToldPage> {
    const page = await this.#serve(viewer, asked, 'en');
    this.#trial.same('times', page.wrongTimes, []);
    if (alsoIn === undefined) return page;
    const other = await this.#serve(viewer, asked, alsoIn);
    this.#trial.same('languages', [other.result, ...other.facts], [page.result, ...page.facts]);
    this.#trial.same('times', other.wrongTimes, []);
    return page;
  }

  /** All that actors were told since. */
  told(): readonly string[] {
    return this.heard.splice(0).map((one) => inOrder(one));
  }

  async #serve(
    viewer: Viewer | undefined,
    asked: Omit<Asked, 'alsoIn'>,
    language: string,
  ): Promise<ToldPage> {
    const { serve } = await import('../../../../src/http/pages/dashboard/site.js');
    this.#viewer = viewer;
    const { path, rest = '', query = '', form, opened = 'https://gateway.test', device } = asked;
    const fields: Readonly<Record<string, string>> = {
      'sec-fetch-site': 'same-origin',
      'accept-language': language,
    };
    const input = {
      rest,
      query,
      client: parseIpAddress(asked.address ?? '192.0.2.1'),
      baseUrl: 'https://gateway.test',
      requested: opened,
      signal: new AbortController().signal,
      cookies: new Map([
        ['__Host-tollgate', 'token'],
        ['tollgate-8080', 'token'],
        ...(device === undefined ? [] : [[`${deviceCookieOf(opened)}`, device] as const]),
      ]),
      newRequestId: () => 'req_1',
      header: (name: string) => fields[name],
    };
    return new ToldPage(await serve(path, input, form, this.#parts as Parameters<typeof serve>[3]));
  }

  #system() {
    const { records, heard } = this;
    return {
      records,
      view: ({ kind }: { readonly kind: string }, id: string) =>
        kind === 'management_key'
          ? readManagementKey(id, records)
          : READERS[kind as keyof typeof READERS](id, records),
      reportDefect: (_: string, error: unknown) => {
        throw error;
      },
      ask: (
        { kind }: { readonly kind: string },
        id: string,
        message: Readonly<Record<string, unknown>>,
        resolve: (outcome: unknown) => void,
      ) => {
        heard.push([kind, id, message]);
        const { reply, actor } = this;
        if (actor !== undefined) void actor(id, message).then(resolve);
        else if (reply === undefined) resolve({ ok: false, refusal: 'overloaded' });
        else resolve({ ok: true, reply: typeof reply === 'function' ? reply(message) : reply });
      },
    };
  }
}

/** Each port of plain HTTP has its own. */
function deviceCookieOf(opened: string): string {
  return opened.startsWith('https:') ? '__Host-tollgate-device' : 'tollgate-device-8080';
}

export function accountRecord(name: string, verified: boolean): string {
  const none = { credited: '0', charged: '0', reserved: '0', keys: 0 };
  return JSON.stringify({ v: 1, name, verified, created_at: 0, made_at: 0, ...none });
}

/** Their names are beside those of all people of a history. */
export function nameOfUser(number: number): string {
  return `person${number}@people.test`;
}

function signedInOf(viewer: Viewer | undefined) {
  if (viewer === undefined) return undefined;
  const { number, account, role, grants } = viewer;
  return {
    user: idOf('user', number),
    name: nameOfUser(number),
    account,
    role,
    session: 'session',
    grants: grants.map((key) => idOf('key', key)),
    hasPassword: true,
  };
}

/** JSON with its fields in one order, for messages that say the same. */
export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
