import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY } from '../../../../contract/support/client.js';
import { gatewayWithMail, MadeUpBrowser, PUBLIC_URL } from '../../../made-up-browser.js';
import type { SocketlessGateway } from '../../../socketless-gateway.js';

const PASSWORD = 'three words to keep';
const LIMIT = 30;
const HELLO = [{ role: 'user', content: 'Hello' }];

interface Sent {
  readonly key: string;
  readonly model?: string;
  readonly messages?: unknown;
  readonly site?: string;
}

let gateway: SocketlessGateway;
let account: string;
let key: { readonly id: string; readonly key: string };

async function keyOf(owner: string, credits: number) {
  return (await gateway.createKey({ account: owner, credits, rate_limit_rpm: 2 })) as typeof key;
}

async function joined(name: string, to: string, role = 'owner'): Promise<MadeUpBrowser> {
  const path = `/api/accounts/${to}/invitations`;
  const { json } = await gateway.call('POST', path, { key: OPERATOR_KEY, json: { name, role } });
  const browser = new MadeUpBrowser(gateway);
  const { pathname } = new URL((json as { url: string }).url);
  await browser.post(pathname, { password: PASSWORD, again: PASSWORD });
  return browser;
}

function fieldsOf(browser: MadeUpBrowser | undefined, site: string) {
  const cookies = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`);
  return {
    host: new URL(PUBLIC_URL).host,
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': site,
    cookie: cookies.join('; '),
  };
}

function send(browser: MadeUpBrowser | undefined, { messages = HELLO, site, ...sent }: Sent) {
  const form = { model: 'sim/chat', messages: JSON.stringify(messages), ...sent };
  const body = new URLSearchParams(form).toString();
  return gateway.call('POST', '/chat/messages', { headers: fieldsOf(browser, site ?? 'same-origin'), body });
}

function costOf(browser: MadeUpBrowser | undefined, generation: string) {
  return gateway.call('GET', `/chat/answers/${generation}`, { headers: fieldsOf(browser, 'same-origin') });
}

async function balance(of = key): Promise<number> {
  const path = `/api/keys/${of.id}`;
  return ((await gateway.call('GET', path, { key: OPERATOR_KEY })).json as { balance: number }).balance;
}

function textOf({ text }: Answer): string {
  const events = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  return events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '').join('');
}

beforeEach(async () => {
  gateway = await gatewayWithMail();
  account = (await gateway.createAccount({ name: 'Studio' })).id;
  key = await keyOf(account, 10);
});

describe('a message of the chat', () => {
  it('is answered by a stream, paid by its key, and its cost can be looked up', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    const answer = await send(yasmine, { key: key.id });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(textOf(answer)).toMatch(/simulated|own machine/);
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
    const left = await balance();
    const told = (await costOf(yasmine, answer.headers['x-generation-id'] ?? '')).json as { cost: number };
    expect(told).toMatchObject({ status: 'completed', estimated: false, key: key.id, balance: left });
    expect(told.cost).toBeGreaterThan(0);
    expect(left + told.cost).toBeCloseTo(10, 9);
  });

  it('does not count on the window of its key, and shows that of the chat', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    for (const remaining of [29, 28, 27]) {
      const { status, headers } = await send(yasmine, { key: key.id });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'x-ratelimit-limit-rpm': '30',
        'x-ratelimit-remaining-rpm': String(remaining),
      });
    }
    const { headers } = await gateway.call('GET', '/v1/credits', { key: key.key });
    expect(headers['x-ratelimit-remaining-rpm']).toBe('1');
  });

  it.each([
    ['of nobody', 401, undefined, {}],
    ['with a key of another account', 404, 'not_found', { key: 'another' }],
    ['that is no list', 400, 'invalid_request', { messages: 'Hello' }],
    ['for no model there is', 404, 'model_not_found', { model: 'no/such' }],
    ['of another site', 403, undefined, { site: 'cross-site' }],
  ])('%s is refused with %i', async (who, status, code, sent) => {
    const yasmine = await joined('yasmine@studio.dz', account);
    const another = await keyOf((await gateway.createAccount({ name: 'Another' })).id, 10);
    const browser = who === 'of nobody' ? undefined : yasmine;
    const paying = 'key' in sent ? another.id : key.id;
    const answer = await send(browser, { ...sent, key: paying });
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.json).toMatchObject({ error: { code } });
    expect([await balance(), await balance(another)]).toEqual([10, 10]);
  });

  it('of a member is paid by a key that was granted, and by no other', async () => {
    const member = await joined('sofiane@studio.dz', account, 'member');
    expect((await send(member, { key: key.id })).status).toBe(404);
    const users = await gateway.call('GET', `/api/accounts/${account}/users`, { key: OPERATOR_KEY });
    const { id } = (users.json as { data: readonly { id: string }[] }).data[0] ?? { id: '' };
    await gateway.call('PATCH', `/api/users/${id}`, { key: OPERATOR_KEY, json: { keys: [key.id] } });
    expect((await send(member, { key: key.id })).status).toBe(200);
  });

  it('of an operator is paid by keys of the own account alone', async () => {
    const operator = await joined('operator@gateway.dz', 'acct_default', 'operator');
    expect((await send(operator, { key: key.id })).status).toBe(404);
    const own = await keyOf('acct_default', 10);
    expect((await send(operator, { key: own.id })).status).toBe(200);
  });

  it('is told of to nobody else', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    const { headers } = await send(yasmine, { key: key.id });
    const generation = headers['x-generation-id'] ?? '';
    const stranger = await joined('stranger@example.dz', (await gateway.createAccount({ name: 'O' })).id);
    const operator = await joined('operator@gateway.dz', 'acct_default', 'operator');
    expect((await costOf(undefined, generation)).status).toBe(401);
    for (const other of [stranger, operator]) expect((await costOf(other, generation)).status).toBe(404);
  });
});

describe('the thirty messages a minute of an account', () => {
  it('are those of all users, models and keys together, and one more costs nothing', async () => {
    const users = [await joined('yasmine@studio.dz', account), await joined('amel@studio.dz', account)];
    const empty = await keyOf(account, 0.000001);
    const models = ['sim/chat', 'sim/chat-slow', 'no/such'];
    for (let sent = 0; sent < LIMIT; sent++) {
      const [by, model] = [users[sent % 2], models[sent % 3] ?? ''];
      const { status, headers } = await send(by, { key: empty.id, model });
      expect([402, 404]).toContain(status);
      expect(headers['x-ratelimit-remaining-rpm']).toBe(String(LIMIT - 1 - sent));
    }
    for (const by of users) {
      // Before the balance is asked, and the model.
      for (const paying of [key, empty]) {
        const { status, json, headers } = await send(by, { key: paying.id, model: 'no/such' });
        expect([status, json]).toMatchObject([429, { error: { code: 'chat_limit_exceeded' } }]);
        expect((json as { retry_after: number }).retry_after).toBe(Number(headers['retry-after']));
        expect(headers['x-ratelimit-remaining-rpm']).toBe('0');
      }
    }
    expect(await balance()).toBe(10);
    const other = (await gateway.createAccount({ name: 'Another' })).id;
    const theirs = await send(await joined('stranger@example.dz', other), {
      key: (await keyOf(other, 10)).id,
    });
    expect(theirs.status).toBe(200);
  });

  it('admit the next one after the wait that was named, and not before', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    for (let sent = 0; sent < LIMIT; sent++) await send(yasmine, { key: key.id, messages: [] });
    const { headers } = await send(yasmine, { key: key.id });
    const waitMs = Number(headers['retry-after-ms']);
    expect(waitMs).toBeGreaterThan(50_000);
    // A form takes 2 ms to come to its turn.
    await gateway.pause(waitMs - 10);
    expect((await send(yasmine, { key: key.id })).status).toBe(429);
    await gateway.pause(10);
    expect((await send(yasmine, { key: key.id })).status).toBe(200);
  });

  it('are those of before a kill, too', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    for (let sent = 0; sent < LIMIT; sent++) await send(yasmine, { key: key.id, messages: [] });
    await gateway.pause(600);
    gateway = await gateway.killed();
    expect((await send(yasmine, { key: key.id })).json).toMatchObject({
      error: { code: 'chat_limit_exceeded' },
    });
    await gateway.pause(60_000);
    expect((await send(yasmine, { key: key.id })).status).toBe(200);
  });
});

describe('the page of the chat', () => {
  it('offers models and keys to its script, and a command without one', async () => {
    const yasmine = await joined('yasmine@studio.dz', account);
    const { text } = await yasmine.get('/chat');
    expect(text).toContain(key.id);
    expect(text).toContain('sim/chat');
    expect(text).toContain('kept in this browser alone');
    expect(text).toMatch(/<noscript>.*chat\/completions.*<\/noscript>/s);
    expect(text).not.toContain(key.key);
  });

  it('says what is missing if there is no key to pay', async () => {
    const member = await joined('sofiane@studio.dz', account, 'member');
    expect((await member.get('/chat')).text).toContain('An owner of the account can grant you one.');
  });
});
