/**
 * A node with two accounts, and everybody who may ask about them. The first account has one of each thing;
 * all of its texts bear a mark by which an answer that shows one of them is recognised.
 */
import { TABLES, type Table, withPrefix } from '../../../src/store/store.js';
import { OPERATOR_KEY } from '../../contract/support/client.js';
import type { MadeUpExchange } from '../pipeline/gateway-stage.js';
import { SocketlessGateway } from '../socketless-gateway.js';

export const PAGE_COLUMNS = ['nobody', 'member', 'granted', 'owner', 'stranger', 'operator'] as const;
export const API_COLUMNS = ['nobody', 'key', 'strangers-key', 'account', 'stranger', 'operator'] as const;
export type Column = (typeof PAGE_COLUMNS | typeof API_COLUMNS)[number];

const MARK = 'marigold';
const HOST = 'localhost:8080';
const PASSWORD = 'three words to keep';
const NO_ULID = '0'.repeat(26);
/** Ids that nothing has. */
const NOTHING: Readonly<Record<string, string>> = {
  account: `acct_${NO_ULID}`,
  key: `key_${NO_ULID}`,
  'second-key': `key_${NO_ULID}`,
  job: `video_${NO_ULID}`,
  'completed-job': `video_${NO_ULID}`,
  order: `order_${NO_ULID}`,
  generation: `req_${'0'.repeat(28)}`,
  user: `user_${NO_ULID}`,
  invitation: `invitation_${'0'.repeat(64)}`,
  token: '0'.repeat(43),
  session: '0'.repeat(64),
};

type Fields = readonly (readonly [name: string, value: string])[];

interface Browsing {
  readonly body?: string | Uint8Array;
  readonly fields?: Fields;
  readonly cookies?: string;
}

export class TwoAccounts {
  readonly #gateway: SocketlessGateway;
  /** Things of the first account, by the word that stands for each in a table. */
  readonly #things = new Map<string, string>();
  readonly #cookies = new Map<Column, string>();
  readonly #keys = new Map<Column, string>([['operator', OPERATOR_KEY]]);
  #networks = 0;

  constructor(gateway: SocketlessGateway) {
    this.#gateway = gateway;
  }

  /** @param fields a form for a page, JSON for the API; '' for none */
  async ask(
    as: Column,
    method: string,
    target: string,
    fields: string,
    things: 'real' | 'none' = 'real',
  ): Promise<MadeUpExchange> {
    const filled = (text: string) =>
      things === 'real'
        ? this.filled(text)
        : text.replace(/\{([a-z-]+)\}/g, (_, name: string) => NOTHING[name] ?? '');
    const isApi = /^\/(api|v1)\//.test(target);
    return isApi
      ? await this.#call(method, filled(target), filled(fields), this.#keys.get(as))
      : await this.#browse(method, filled(target), filled(fields), this.#cookies.get(as));
  }

  /** Everything on disk. */
  records(): string {
    return this.#recordsWith(['']);
  }

  /** Everything on disk that is the first account's, or names it, save when its people asked for anything. */
  recordsOfFirst(): string {
    const tables = TABLES.filter((table) => table !== 'windows');
    return this.#recordsWith([MARK, ...this.#things.values()], tables);
  }

  /** @param own the request, which an answer may repeat */
  tracesIn(text: string, own: string): readonly string[] {
    const things = [...this.#things].filter(([name]) => !own.includes(`{${name}}`));
    return [['mark', MARK] as const, ...things]
      .filter(([, thing]) => text.includes(thing))
      .map(([name]) => name);
  }

  /** An answer without the ids in it, and without its own. */
  withoutIds(text: string): string {
    const ids = [...this.#things.values(), ...Object.values(NOTHING)];
    return ids.reduce((left, id) => left.replaceAll(id, '…'), text).replace(/req_\w+/g, '…');
  }

  async build(): Promise<void> {
    const gateway = this.#gateway;
    const first = await gateway.createAccount({ name: `${MARK} studio` });
    const second = await gateway.createAccount({ name: 'Another studio' });
    this.#keep('account', first.id);
    this.#keys.set('account', first.managementKey);
    this.#keys.set('stranger', second.managementKey);
    const key = await gateway.createKey({ account: first.id, name: `${MARK} key` });
    const strangersKey = await gateway.createKey({ account: second.id, name: 'another key' });
    const secondKey = await gateway.createKey({ account: first.id, name: `${MARK} second key` });
    this.#keep('key', key.id);
    this.#keep('second-key', secondKey.id);
    this.#keys.set('key', key.key);
    this.#keys.set('strangers-key', strangersKey.key);
    const job = await gateway.submit(key.key, { model: 'sim/video-slow', prompt: `a ${MARK} in the rain` });
    this.#keep('job', job.json.id);
    const completed = await gateway.submit(key.key, {
      model: 'sim/video-instant',
      prompt: `${MARK} at dawn`,
    });
    this.#keep('completed-job', completed.json.id);
    const messages = [{ role: 'user', content: `a ${MARK} in words` }];
    const text = { key: key.key, json: { model: 'sim/chat', messages } };
    this.#keep('generation', (await gateway.call('POST', '/v1/chat/completions', text)).json.id);
    const json = { key: key.id, amount: 100 };
    this.#keep('order', (await this.#made('/api/orders', json)).id);
    await this.#people(first.id, second.id, key.id);
    await gateway.settled(key.key, completed.json.id);
    await gateway.pause(2_000);
  }

  async #people(first: string, second: string, key: string): Promise<void> {
    await this.#join('owner', first, `owner@${MARK}.dz`, 'owner');
    await this.#join('member', first, `member@${MARK}.dz`, 'member');
    const granted = await this.#join('granted', first, `granted@${MARK}.dz`, 'member');
    await this.#gateway.call('PATCH', `/api/users/${granted}`, { key: OPERATOR_KEY, json: { keys: [key] } });
    this.#keep('user', granted);
    const [session] = this.#gateway.store.range('user_sessions', withPrefix(`${granted}/`));
    this.#keep('session', session?.key.slice(granted.length + 1) ?? '');
    await this.#join('stranger', second, 'stranger@example.dz', 'owner');
    await this.#join('operator', 'acct_default', 'operator@example.dz', 'operator');
    const invited = await this.#made(`/api/accounts/${first}/invitations`, { name: `new@${MARK}.dz` });
    this.#keep('invitation', invited.id);
    this.#keep('token', tokenOf(invited.url));
  }

  /** Invites somebody, who sets a password and is signed in; the id of the user. */
  async #join(as: Column, account: string, name: string, role: string): Promise<string> {
    const invited = await this.#made(`/api/accounts/${account}/invitations`, { name, role });
    const form = new URLSearchParams({ password: PASSWORD, again: PASSWORD }).toString();
    const { cookies } = await this.#browse('POST', `/invitation/${tokenOf(invited.url)}`, form, undefined);
    this.#cookies.set(as, cookies.map((cookie) => cookie.split(';')[0]).join('; '));
    const users = await this.#gateway.call('GET', `/api/accounts/${account}/users`, { key: OPERATOR_KEY });
    return users.json.data[0].id;
  }

  async #made(path: string, json: unknown) {
    const answer = await this.#gateway.call('POST', path, { key: OPERATOR_KEY, json });
    if (answer.status !== 201) throw new Error(`${path} made nothing: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  async #call(method: string, target: string, json: string, key: string | undefined) {
    const fields = json === '' ? [] : [['content-type', 'application/json'] as const];
    return await this.#send(method, target, json, fields, key === undefined ? {} : { key });
  }

  /**
   * Asks for a page as a browser that sends these fields in the place of its own, and these cookies too. Each
   * request is from a network of its own, so that none is refused for the number of those before.
   */
  async browse(
    as: Column,
    method: string,
    target: string,
    { body = '', fields = [], cookies = '' }: Browsing = {},
  ): Promise<MadeUpExchange> {
    const cookie = [this.#cookies.get(as), cookies || undefined].filter((one) => one !== undefined);
    this.#networks += 1;
    const peer = `10.${this.#networks >> 16}.${(this.#networks >> 8) & 255}.${this.#networks & 255}`;
    return await this.#browse(method, target, body, cookie.join('; ') || undefined, fields, peer);
  }

  /** A text with the things of the first account in the place of their names in braces. */
  filled(text: string): string {
    return text.replace(/\{([a-z-]+)\}/g, (_, name: string) => this.#thing(name));
  }

  async #browse(
    method: string,
    target: string,
    form: string | Uint8Array,
    cookie: string | undefined,
    fields: Fields = [],
    peer?: string,
  ): Promise<MadeUpExchange> {
    const own: Fields = [
      ['host', HOST],
      ['accept', 'text/html'],
      ['sec-fetch-site', 'same-origin'],
      ...(cookie === undefined ? [] : [['cookie', cookie] as const]),
      ...(method === 'POST' ? [['content-type', 'application/x-www-form-urlencoded'] as const] : []),
    ];
    const kept = own.filter(([name]) => !fields.some(([other]) => other === name));
    return await this.#send(method, target, form, [...kept, ...fields], peer === undefined ? {} : { peer });
  }

  async #send(
    method: string,
    target: string,
    body: string | Uint8Array,
    fields: Fields,
    from: { readonly key?: string; readonly peer?: string },
  ): Promise<MadeUpExchange> {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const bytes = Buffer.from(body);
    const length =
      method === 'GET' || method === 'HEAD' ? [] : [['content-length', String(bytes.length)] as const];
    const request = { method, path, query, fields: [...fields, ...length], ...from };
    const exchange = await this.#gateway.send(request, bytes);
    // A text takes a while to write.
    if (!exchange.isOver) await this.#gateway.pause(2_000);
    if (!exchange.isOver) throw new Error(`${method} ${target} was not answered`);
    return exchange;
  }

  #recordsWith(texts: readonly string[], tables: readonly Table[] = TABLES): string {
    const { store } = this.#gateway;
    return tables
      .flatMap((table) => [...store.range(table, {})].map(({ key, value }) => `${table} ${key} ${value}`))
      .filter((record) => texts.some((text) => record.includes(text)))
      .join('\n');
  }

  #keep(name: string, id: string): void {
    this.#things.set(name, id);
  }

  #thing(name: string): string {
    const thing = this.#things.get(name);
    if (thing === undefined) throw new Error(`nothing is called {${name}}`);
    return thing;
  }
}

export async function twoAccounts(): Promise<TwoAccounts> {
  // Loaded before time is virtual: a page has a time limit.
  await import('../../../src/http/pages/dashboard/site.js');
  const gateway = await SocketlessGateway.start({
    args: ['--address-rpm', '1000000', '--generations', 'true'],
  });
  const accounts = new TwoAccounts(gateway);
  await accounts.build();
  return accounts;
}

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
