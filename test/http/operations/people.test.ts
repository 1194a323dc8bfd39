import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest, NO_SUCH_ULID, OPERATOR_ACCOUNT } from './gateway-under-test.js';

const NAME = 'amel@example.dz';
const CLIENT = { network: '203.0.113.7', address: '203.0.113.7', agent: 'a browser' };

let gateway: GatewayUnderTest;
let operator: Caller;
let owner: Caller;
let account: string;

beforeEach(async () => {
  gateway = new GatewayUnderTest();
  operator = await gateway.operator();
  ({ id: account, caller: owner } = await gateway.account(operator));
});

function invite(body: unknown, caller = owner, id = account) {
  return gateway.call(caller, 'POST', `/api/accounts/${id}/invitations`, { body });
}

/** A user of the account, who came by an invitation through the API. */
async function user(name: string, role = 'owner', caller = owner, id = account): Promise<string> {
  const { json } = await invite({ name, role }, caller, id);
  const token = json.url.slice(json.url.lastIndexOf('/') + 1);
  const accepting = gateway.deps.people.acceptInvitation(token, 'a long enough one', CLIENT);
  await gateway.world.settle();
  const accepted = await accepting;
  if (accepted.outcome !== 'signed_in') throw new Error(accepted.outcome);
  return accepted.user;
}

describe('an invitation', () => {
  it('is answered with its link, once; lists show it without', async () => {
    const { status, json } = await invite({ name: NAME });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^invitation_[0-9a-f]{64}$/),
      object: 'invitation',
      account,
      name: NAME,
      role: 'member',
      expires_at: 1_795_219_200 + 72 * 3_600,
      created_at: 1_795_219_200,
      url: expect.stringMatching(/^https:\/\/[^/]+\/invitation\/[\w-]{43}$/),
      mailed: false,
    });
    const { url, mailed: _, ...shown } = json;
    const listed = (await gateway.call(owner, 'GET', `/api/accounts/${account}/invitations`)).json;
    expect(listed).toMatchObject({ data: [shown], has_more: false });
    expect(JSON.stringify(listed)).not.toContain(url.slice(-43));
  });

  it('can be withdrawn, and not by another account', async () => {
    const { json } = await invite({ name: NAME });
    const path = `/api/invitations/${json.id}`;
    const { caller: stranger } = await gateway.account(operator);
    expect((await gateway.call(stranger, 'DELETE', path)).error?.code).toBe('not_found');
    expect((await gateway.call(owner, 'DELETE', path)).status).toBe(200);
    expect((await gateway.call(owner, 'DELETE', path)).error?.code).toBe('not_found');
    expect(gateway.deps.people.invitationOf(json.url.slice(-43))).toBeUndefined();
  });

  it.each([
    [{}, 'name'],
    [{ name: 'amel' }, 'name'],
    [{ name: `${'x'.repeat(250)}@a.dz` }, 'name'],
    [{ name: NAME, role: 'king' }, 'role'],
    [{ name: NAME, password: 'x' }, 'password'],
  ])('of %j is refused', async (body, param) => {
    expect((await invite(body)).error).toMatchObject({ code: 'invalid_request', param });
  });

  it('of an operator takes an operator, and their account', async () => {
    const body = { name: NAME, role: 'operator' };
    expect((await invite(body)).error).toMatchObject({ code: 'operator_only', param: 'role' });
    expect((await invite(body, operator)).error).toMatchObject({ code: 'invalid_request', param: 'role' });
    expect((await invite(body, operator, OPERATOR_ACCOUNT)).status).toBe(201);
  });

  it('to another account, or to none, is not found', async () => {
    for (const id of [OPERATOR_ACCOUNT, `acct_${NO_SUCH_ULID}`, 'nonsense'])
      expect((await invite({ name: NAME }, owner, id)).error?.code).toBe('not_found');
  });
});

describe('users', () => {
  it('are listed a page at a time, and change role and keys', async () => {
    const [first, second] = [await user('one@example.dz'), await user(NAME, 'member')];
    const key = await gateway.key(operator, { account });
    const path = `/api/accounts/${account}/users`;
    const page = (await gateway.call(owner, 'GET', `${path}?limit=1`)).json;
    expect(page).toMatchObject({ data: [{ id: second, role: 'member', keys: [] }], has_more: true });
    const rest = (await gateway.call(owner, 'GET', `${path}?after=${page.next}`)).json;
    expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([first]);
    const change = { body: { role: 'owner', keys: [key] } };
    const { status, json } = await gateway.call(owner, 'PATCH', `/api/users/${second}`, change);
    expect([status, json]).toMatchObject([200, { id: second, role: 'owner', keys: [key] }]);
  });

  it('are shown as a change left them, also if they are removed at once', async () => {
    await user(NAME);
    const id = await user('other@example.dz');
    const [changed, removed] = await Promise.all([
      gateway.call(owner, 'PATCH', `/api/users/${id}`, { body: { role: 'owner' } }),
      gateway.call(owner, 'DELETE', `/api/users/${id}`),
    ]);
    expect([changed.status, removed.status]).toEqual([200, 200]);
    expect(changed.json).toMatchObject({ id, role: 'owner' });
  });

  it('are granted keys of their own account alone', async () => {
    const id = await user(NAME);
    const strange = await gateway.key(operator, { account: OPERATOR_ACCOUNT });
    for (const keys of [[strange], [`key_${NO_SUCH_ULID}`], ['nonsense']]) {
      const { error } = await gateway.call(owner, 'PATCH', `/api/users/${id}`, { body: { keys } });
      expect(error).toMatchObject({ code: 'not_found', param: 'keys' });
    }
  });

  it('leave an owner behind: the last one is neither demoted nor removed', async () => {
    const id = await user(NAME);
    const demoted = await gateway.call(owner, 'PATCH', `/api/users/${id}`, { body: { role: 'member' } });
    expect(demoted.error).toMatchObject({ code: 'invalid_request', param: 'role' });
    expect((await gateway.call(owner, 'DELETE', `/api/users/${id}`)).error?.code).toBe('invalid_request');
    await user('other@example.dz');
    expect((await gateway.call(owner, 'DELETE', `/api/users/${id}`)).json).toMatchObject({ id });
    expect((await gateway.call(owner, 'DELETE', `/api/users/${id}`)).error?.code).toBe('not_found');
  });

  it('of another account are as those that do not exist', async () => {
    const id = await user(NAME);
    const { caller: stranger } = await gateway.account(operator);
    for (const [method, body] of [
      ['PATCH', { role: 'member' }],
      ['DELETE', undefined],
    ] as const) {
      const real = await gateway.call(stranger, method, `/api/users/${id}`, { body });
      const none = await gateway.call(stranger, method, `/api/users/user_${NO_SUCH_ULID}`, { body });
      expect(real.error?.code).toBe('not_found');
      expect(real.answer).toEqual(none.answer);
    }
    for (const list of ['users', 'invitations']) {
      const { error } = await gateway.call(stranger, 'GET', `/api/accounts/${account}/${list}`);
      expect(error?.code).toBe('not_found');
    }
  });

  it('who are operators can be made members again by an operator', async () => {
    await user('boss@example.dz', 'owner', operator, OPERATOR_ACCOUNT);
    const id = await user(NAME, 'operator', operator, OPERATOR_ACCOUNT);
    const change = { body: { role: 'member' } };
    expect((await gateway.call(operator, 'PATCH', `/api/users/${id}`, change)).json).toMatchObject({
      id,
      role: 'member',
    });
  });
});
