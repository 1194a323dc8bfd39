import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest, NO_SUCH_ULID, OPERATOR_ACCOUNT } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let operator: Caller;
let owner: Caller;
let account: string;

beforeEach(async () => {
  gateway = new GatewayUnderTest();
  operator = await gateway.operator();
  ({ id: account, caller: owner } = await gateway.account(operator, false));
});

async function trail(caller: Caller, query = '', id = account) {
  return await gateway.call(caller, 'GET', `/api/accounts/${id}/audit${query}`);
}

/** The acts in the account since it was made, oldest first. */
async function actsSince(count: number) {
  const { json } = await trail(owner, '?limit=100');
  return json.data.toReversed().slice(count);
}

const MADE_WITH_ITS_KEY = 2;

it('a new account has the entries of its making, by the key that made it and from its address', async () => {
  const [made, key] = await actsSince(0);
  expect(made).toEqual({
    id: expect.stringMatching(/^audit_/),
    object: 'audit_entry',
    act: 'account_created',
    about: account,
    by: { kind: 'management_key', id: operator.id, address: '203.0.113.7' },
    detail: { name: 'Studio' },
    created_at: 1_795_219_200,
  });
  expect(key).toMatchObject({ act: 'management_key_created', about: owner.id, detail: { role: 'account' } });
});

it('each act that matters is in the trail of the account, once, in order, with its author', async () => {
  await gateway.call(operator, 'PATCH', `/api/accounts/${account}`, { body: { verified: true } });
  const { json: key } = await gateway.call(owner, 'POST', '/api/keys', { body: { name: 'farm' } });
  await gateway.call(owner, 'PATCH', `/api/keys/${key.id}`, { body: { rate_limit_rpm: 7 } });
  const credit = { body: { amount: '12.5', reference: 'invoice 1' } };
  await gateway.call(operator, 'POST', `/api/keys/${key.id}/credits`, credit);
  const { json: job } = await gateway.call(gateway.apiCaller(key.id), 'POST', '/v1/videos', {
    body: { model: 'sim/video', prompt: 'a cat' },
  });
  await gateway.call(operator, 'POST', `/api/jobs/${job.id}/fail`, { body: { reason: 'it hangs' } });
  await gateway.call(owner, 'DELETE', `/api/keys/${key.id}`);
  await gateway.call(operator, 'PATCH', `/api/accounts/${account}`, { body: { verified: false } });
  const acts = await actsSince(MADE_WITH_ITS_KEY);
  const printed = acts.map(({ act, about, by, detail }: (typeof acts)[number]) => [
    act,
    about,
    by.id,
    detail,
  ]);
  expect(printed).toEqual([
    ['account_verified', account, operator.id, {}],
    ['key_created', key.id, owner.id, { name: 'farm', rate_limit_rpm: 60, amount: 0 }],
    ['key_limit_changed', key.id, owner.id, { rate_limit_rpm: 7 }],
    ['credit_added', key.id, operator.id, { reference: 'invoice 1', amount: 12.5 }],
    ['job_ended', job.id, operator.id, { reason: 'it hangs' }],
    ['key_revoked', key.id, owner.id, {}],
    ['account_unverified', account, operator.id, {}],
  ]);
});

it('a request that changes nothing leaves no entry', async () => {
  const key = await gateway.key(operator, { account });
  const credit = { body: { amount: 1, reference: 'once' } };
  const changes = async () => {
    await gateway.call(operator, 'POST', `/api/keys/${key}/credits`, credit);
    await gateway.call(operator, 'PATCH', `/api/keys/${key}`, { body: { rate_limit_rpm: 60, name: 'x' } });
    await gateway.call(operator, 'PATCH', `/api/accounts/${account}`, { body: { verified: false } });
  };
  await changes();
  const before = await actsSince(0);
  await changes();
  expect(await actsSince(0)).toEqual(before);
});

it('pages go on where the one before ended, newest first, also among acts of one millisecond', async () => {
  for (let n = 0; n < 3; n++) await gateway.key(operator, { account });
  const all = (await trail(owner, '?limit=100')).json.data;
  const first = (await trail(owner, '?limit=2')).json;
  const second = (await trail(owner, `?limit=100&after=${first.next}`)).json;
  expect([...first.data, ...second.data]).toEqual(all);
  expect([first.has_more, second.has_more, second.next]).toEqual([true, false, null]);
});

it('the trail of another account, and of none, is not found; an operator reads all', async () => {
  for (const id of [OPERATOR_ACCOUNT, `acct_${NO_SUCH_ULID}`, 'nonsense'])
    expect((await trail(owner, '', id)).error?.code).toBe('not_found');
  expect((await trail(operator)).status).toBe(200);
  const [entry] = (await trail(operator, '', OPERATOR_ACCOUNT)).json.data;
  expect((await trail(owner, `?after=${entry.id}`)).error).toMatchObject({
    code: 'invalid_request',
    param: 'after',
  });
});
