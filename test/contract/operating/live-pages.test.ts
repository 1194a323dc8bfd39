/** The live view of pages: which browser may watch, what it is sent, and when that ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { cleanUp, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const FORM = { ...OWN_PAGE, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
const PASSWORD = 'three words to keep';

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate();
});
afterAll(cleanUp);

/** Invites somebody and signs them in. @returns their cookie */
async function signedIn(account: string, role: string): Promise<string> {
  const { json } = await node.call('POST', `/api/accounts/${account}/invitations`, {
    key: OPERATOR_KEY,
    json: { name: `${role}@${account.replace('_', '-')}.dz`, role },
  });
  const { headers } = await node.call('POST', new URL(json.url).pathname, {
    headers: FORM,
    body: new URLSearchParams({ password: PASSWORD, again: PASSWORD }).toString(),
  });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

interface Watching {
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  readonly frames: any[];
  /** The status that the handshake is answered with. */
  readonly status: Promise<number>;
  readonly closed: Promise<{ readonly code: number; readonly why: string }>;
  readonly socket: WebSocket;
}

function watch(headers: Readonly<Record<string, string>>, path = '/live'): Watching {
  const socket = new WebSocket(node.url.replace('http', 'ws') + path, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  const frames: any[] = [];
  const status = new Promise<number>((resolve) => {
    socket.on('upgrade', () => resolve(101));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
  });
  const closed = new Promise<{ code: number; why: string }>((resolve) => {
    socket.on('close', (code, why) => resolve({ code, why: String(why) }));
  });
  socket.on('error', () => {});
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  return { socket, frames, status, closed };
}

describe('the handshake of a page', () => {
  test('is taken from a page of this origin whose browser has a session, and from no other', async () => {
    const { id } = await node.createAccount();
    const cookie = await signedIn(id, 'member');
    const refused = [
      [{ cookie, 'sec-fetch-site': 'cross-site' }, 403],
      [{ cookie, 'sec-fetch-site': 'same-site' }, 403],
      [{ cookie, origin: 'https://elsewhere.example' }, 403],
      [{ cookie }, 403],
      [OWN_PAGE, 401],
      [{ ...OWN_PAGE, cookie: `${cookie}x` }, 401],
    ] as const;
    for (const [headers, status] of refused)
      expect(await watch(headers).status, status.toString()).toBe(status);
    for (const headers of [
      { cookie, ...OWN_PAGE },
      { cookie, origin: node.url },
    ]) {
      const { status, socket } = watch(headers);
      expect(await status).toBe(101);
      socket.terminate();
    }
    const plain = await node.call('GET', '/live', { headers: { cookie, ...OWN_PAGE } });
    expect(plain.status).toBe(400);
  });
});

describe('a browser that watches', () => {
  test('is sent the keys of its own account, with their requests of the last minute, and no other', async () => {
    const [studio, other] = [await node.createAccount(), await node.createAccount()];
    const own = await node.createKey({ account: studio.id, rate_limit_rpm: 10, credits: 3 });
    const strange = await node.createKey({ account: other.id });
    // A role of the node's is needed for frames of the node: the question alone does nothing.
    const { frames, socket } = watch(
      { ...OWN_PAGE, cookie: await signedIn(studio.id, 'owner') },
      '/live?of=node',
    );
    await node.call('GET', '/v1/credits', { key: own.key });
    await node.call('GET', '/v1/credits', { key: strange.key });
    await expect.poll(() => frames.at(-1)?.keys[own.id]?.last_minute).toBe(1);
    const standing = { last_minute: 1, limit_rpm: 10, unfinished_jobs: 0, balance: '3' };
    expect(frames.at(-1)).toEqual({ v: 1, at_ms: expect.any(Number), keys: { [own.id]: standing } });
    expect(JSON.stringify(frames)).not.toContain(strange.id);
    socket.terminate();
  });

  test('of an operator is sent the frames of the node if it asks for them', async () => {
    const cookie = await signedIn('acct_default', 'operator');
    const ofNode = watch({ ...OWN_PAGE, cookie }, '/live?of=node');
    const ofAccount = watch({ ...OWN_PAGE, cookie });
    await expect.poll(() => ofNode.frames.length).toBeGreaterThan(0);
    await expect.poll(() => ofAccount.frames.length).toBeGreaterThan(0);
    expect(ofNode.frames[0]).toMatchObject({ not_ready: null, commits: {}, providers: expect.any(Array) });
    expect(Object.keys(ofAccount.frames[0])).toEqual(['v', 'at_ms', 'keys']);
    for (const { socket } of [ofNode, ofAccount]) socket.terminate();
  });

  test('is sent away when its session ends', async () => {
    const { id } = await node.createAccount();
    const cookie = await signedIn(id, 'owner');
    const { frames, closed } = watch({ ...OWN_PAGE, cookie });
    await expect.poll(() => frames.length).toBeGreaterThan(0);
    await node.call('POST', '/sign-out', { headers: { ...FORM, cookie }, body: '' });
    expect(await closed).toEqual({ code: 1008, why: 'the session has ended' });
  });
});
