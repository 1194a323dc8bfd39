import { afterAll, expect, test } from 'vitest';
import { OPERATOR_KEY } from '../support/client.js';
import { cleanUp, startTollgate, type TollgateProcess } from '../support/harness.js';

const LIMIT = 30;
const PASSWORD = 'three words to keep';
/** After so long what was admitted is on disk. */
const NOTED_MS = 1_500;

afterAll(cleanUp);

/** The session of a new owner: a text that a cookie holds, whose name has the port of the node. */
async function signedIn(node: TollgateProcess, account: string, name: string): Promise<string> {
  const path = `/api/accounts/${account}/invitations`;
  const { json } = await node.call('POST', path, { key: OPERATOR_KEY, json: { name, role: 'owner' } });
  const body = new URLSearchParams({ password: PASSWORD, again: PASSWORD });
  const accept = 'text/html';
  const headers = { accept, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(json.url, { method: 'POST', body, headers, redirect: 'manual' });
  const cookie = answer.headers.getSetCookie().find((one) => /^tollgate-\d+=/.test(one));
  return /=([^;]+)/.exec(cookie ?? '')?.[1] ?? '';
}

async function send(node: TollgateProcess, session: string, form: Readonly<Record<string, string>>) {
  const headers = {
    cookie: `tollgate-${node.port}=${session}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return await node.call('POST', '/chat/messages', { headers, body: new URLSearchParams(form).toString() });
}

test('thirty messages of an account are thirty for two people at once, through a kill and a restart', async () => {
  let node = await startTollgate();
  const { data } = node;
  const { id: account } = await node.createAccount();
  const key = await node.createKey({ account, credits: 10, rate_limit_rpm: 1 });
  const people = [
    await signedIn(node, account, 'yasmine@studio.dz'),
    await signedIn(node, account, 'amel@studio.dz'),
  ];
  const messages = JSON.stringify([{ role: 'user', content: 'Hello' }]);
  const models = ['sim/chat', 'no/such', 'sim/chat'];
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 10 }, (_, at) =>
      send(node, people[at % 2] ?? '', { key: key.id, model: models[at % 3] ?? '', messages }),
    ),
  );
  const admitted = answers.filter(({ status }) => status === 200 || status === 404);
  const refused = answers.filter(({ json }) => json?.error?.code === 'chat_limit_exceeded');
  expect([admitted.length, refused.length]).toEqual([LIMIT, 10]);
  const spent = (await node.call('GET', '/v1/credits', { key: key.key })).json;
  expect(spent.reserved).toBe(0);
  expect(spent.total_usage).toBeGreaterThan(0);
  await node.pause(NOTED_MS);
  for (const end of ['kill', 'stop'] as const) {
    await node[end]();
    node = await startTollgate({ data });
    for (const session of people) {
      const { status, headers } = await send(node, session, { key: key.id, model: 'sim/chat', messages });
      expect([status, headers['x-ratelimit-remaining-rpm']], end).toEqual([429, '0']);
    }
  }
});
