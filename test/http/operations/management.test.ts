import { beforeEach, describe, expect, it } from 'vitest';
import { hashCredential, parseCredential } from '../../../src/actors/credentials/credentials.js';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest, NO_SUCH_ULID, OPERATOR_ACCOUNT } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let operator: Caller;
let owner: Caller;
let ownAccount: string;

beforeEach(async () => {
  gateway = new GatewayUnderTest();
  operator = await gateway.operator();
  ({ id: ownAccount, caller: owner } = await gateway.account(operator));
});

async function createKey(caller: Caller, body: unknown = {}, headers: Record<string, string> = {}) {
  return gateway.call(caller, 'POST', '/api/keys', { body, headers });
}

describe('creating an API key', () => {
  it('shows the secret once and keeps its hash alone', async () => {
    const { status, json, balance } = await createKey(owner, { name: 'render farm' });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^key_/),
      object: 'api_key',
      key: expect.stringMatching(/^sk-tg/),
      account: ownAccount,
      name: 'render farm',
      rate_limit_rpm: 60,
      balance: 0,
      created_at: 1_795_219_200,
      status: 'active',
    });
    expect(balance).toBe(0);
    expect(parseCredential(json.key)).toBe('ours');
    expect(gateway.store.get('credentials', hashCredential(json.key))).toContain(json.id);
    const shown = await gateway.call(owner, 'GET', `/api/keys/${json.id}`);
    expect(shown.json).not.toHaveProperty('key');
    expect(JSON.stringify(shown.json)).not.toContain(hashCredential(json.key));
  });

  it('lets an operator name account and credits', async () => {
    const { json, balance } = await createKey(operator, { account: ownAccount, credits: '12.5' });
    expect(json).toMatchObject({ account: ownAccount, balance: 12.5 });
    expect(balance).toBe(12_500_000);
  });

  it.each(['account', 'credits'])('refuses %s from anybody else, before anything else', async (field) => {
    const { error } = await createKey(owner, { [field]: [], name: 5 });
    expect(error).toMatchObject({ code: 'operator_only', param: field });
  });

  it('refuses an account that does not exist', async () => {
    const { error } = await createKey(operator, { account: `acct_${NO_SUCH_ULID}`, name: 5 });
    expect(error).toMatchObject({ code: 'not_found', param: 'account' });
    expect((await createKey(operator, { account: 5 })).error).toMatchObject({
      code: 'invalid_request',
      param: 'account',
    });
  });

  it('refuses a rate from an account that is not verified, and takes it from an operator for one', async () => {
    const unverified = await gateway.account(operator, false);
    expect((await createKey(unverified.caller, { rate_limit_rpm: 'x' })).error).toMatchObject({
      code: 'account_not_verified',
      param: 'rate_limit_rpm',
    });
    expect((await createKey(unverified.caller, {})).status).toBe(201);
    const { json } = await createKey(operator, { account: unverified.id, rate_limit_rpm: 600 });
    expect(json.rate_limit_rpm).toBe(600);
  });

  it('replays with the same Idempotency-Key, without the secret', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const first = await createKey(owner, { name: 'one' }, headers);
    const second = await createKey(owner, { name: 'one' }, headers);
    expect(second.status).toBe(201);
    expect(second.json).toEqual({ ...first.json, key: null });
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    const other = await createKey(owner, { name: 'two' }, headers);
    expect(other.error?.code).toBe('idempotency_key_reused');
    const both = await Promise.all([
      createKey(owner, {}, { 'idempotency-key': 'k-2' }),
      createKey(owner, {}, { 'idempotency-key': 'k-2' }),
    ]);
    expect(both.map(({ error, status }) => error?.code ?? status)).toEqual([201, 'idempotency_key_in_use']);
  });

  it('refuses a body that is no object', async () => {
    expect((await createKey(owner, [1])).error?.code).toBe('invalid_request');
  });
});

describe('an API key', () => {
  let keyId: string;

  beforeEach(async () => {
    keyId = (await createKey(owner, { name: 'one' })).json.id;
  });

  it('changes what is named and nothing else', async () => {
    const changed = await gateway.call(owner, 'PATCH', `/api/keys/${keyId}`, {
      body: { rate_limit_rpm: 600 },
    });
    expect(changed.json).toMatchObject({ name: 'one', rate_limit_rpm: 600 });
    const same = await gateway.call(owner, 'PATCH', `/api/keys/${keyId}`, { body: {} });
    expect(same.json).toEqual(changed.json);
    const wrong = await gateway.call(operator, 'PATCH', `/api/keys/${keyId}`, { body: { credits: 5 } });
    expect(wrong.error).toMatchObject({ code: 'invalid_request', param: 'credits' });
  });

  it('takes no rate from an unverified account, which is said before whether the key exists', async () => {
    await gateway.call(operator, 'PATCH', `/api/accounts/${ownAccount}`, { body: { verified: false } });
    const body = { rate_limit_rpm: 600 };
    for (const id of [keyId, `key_${NO_SUCH_ULID}`]) {
      const { error } = await gateway.call(owner, 'PATCH', `/api/keys/${id}`, { body });
      expect(error?.code).toBe('account_not_verified');
    }
    const renamed = await gateway.call(owner, 'PATCH', `/api/keys/${keyId}`, { body: { name: 'two' } });
    expect(renamed.json.name).toBe('two');
    const byOperator = await gateway.call(operator, 'PATCH', `/api/keys/${keyId}`, { body });
    expect(byOperator.json.rate_limit_rpm).toBe(600);
  });

  it('is revoked once and for all, and stays readable', async () => {
    const first = await gateway.call(owner, 'DELETE', `/api/keys/${keyId}`);
    const second = await gateway.call(owner, 'DELETE', `/api/keys/${keyId}`);
    expect(first.json.status).toBe('revoked');
    expect(second.json).toEqual(first.json);
    expect((await gateway.call(owner, 'GET', `/api/keys/${keyId}`)).json).toEqual(first.json);
    const { error } = await gateway.call(owner, 'PATCH', `/api/keys/${keyId}`, { body: { name: 'x' } });
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('revoked') });
  });

  it('refuses a submit that was under way when it was revoked', async () => {
    const caller = gateway.apiCaller(keyId);
    await gateway.call(owner, 'DELETE', `/api/keys/${keyId}`);
    const { error } = await gateway.call(caller, 'POST', '/v1/videos', {
      body: { model: 'sim/video', prompt: 'p' },
    });
    expect(error?.code).toBe('invalid_api_key');
  });

  it('is listed newest first, for an operator with those of every account', async () => {
    const second = (await createKey(owner)).json.id;
    const others = (await createKey(operator, { credits: 3 })).json.id;
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
    const own = await gateway.call(owner, 'GET', '/api/keys');
    expect(ids(own.json)).toEqual([second, keyId]);
    expect(own.balance).toBe(0n);
    const all = await gateway.call(operator, 'GET', '/api/keys?limit=2');
    expect(ids(all.json)).toEqual([others, second]);
    expect(all.balance).toBe(3_000_000n);
    const rest = await gateway.call(operator, 'GET', `/api/keys?after=${all.json.next}`);
    expect(ids(rest.json)).toEqual([keyId]);
  });
});

describe('credit', () => {
  let keyId: string;

  beforeEach(async () => {
    keyId = (await createKey(owner)).json.id;
  });

  const add = (body: unknown, caller = operator, id = keyId) =>
    gateway.call(caller, 'POST', `/api/keys/${id}/credits`, { body });

  it('is added once for each reference', async () => {
    const first = await add({ amount: 12.5, reference: 'invoice 1' });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      id: expect.stringMatching(/^le_.*_1$/),
      type: 'credit',
      amount: 12.5,
      balance_after: 12.5,
      reserved_after: 0,
      reference: 'invoice 1',
      created_at: 1_795_219_200,
    });
    expect(first.balance).toBe(12_500_000);
    await add({ amount: 1, reference: 'invoice 2' });
    const again = await add({ amount: '12.50', reference: 'invoice 1' });
    expect(again.status).toBe(200);
    expect(again.json).toEqual(first.json);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect(again.balance).toBe(13_500_000);
  });

  it('refuses a reference that was used otherwise', async () => {
    await add({ amount: 1, reference: 'r' });
    expect((await add({ amount: 2, reference: 'r' })).error?.code).toBe('reference_reused');
    const otherKey = (await createKey(owner)).json.id;
    expect((await add({ amount: 1, reference: 'r' }, operator, otherKey)).error?.code).toBe(
      'reference_reused',
    );
  });

  it('is for operators, which is said before anything else', async () => {
    expect((await add({}, owner)).error?.code).toBe('operator_only');
    expect((await add({}, operator, `key_${NO_SUCH_ULID}`)).error?.code).toBe('not_found');
    expect((await add({})).error).toMatchObject({ code: 'invalid_request', param: 'amount' });
  });

  it('ends at what a key may receive in its life', async () => {
    await add({ amount: 1_000_000_000, reference: 'all' });
    expect((await add({ amount: 0.000001, reference: 'more' })).error).toMatchObject({
      code: 'invalid_request',
      param: 'amount',
    });
  });

  it('and everything else that moves money stands in the ledger, which rebuilds the balance', async () => {
    await add({ amount: 10, reference: 'r' });
    const caller = gateway.apiCaller(keyId);
    const submit = () =>
      gateway.call(caller, 'POST', '/v1/videos', { body: { model: 'sim/video', prompt: 'p', seconds: 4 } });
    const job = (await submit()).json.id;
    await submit();
    await gateway.complete(job, 2_000);
    const { json, balance } = await gateway.call(owner, 'GET', `/api/keys/${keyId}/ledger`);
    const figures = json.data.map((entry: Record<string, unknown>) => [
      entry.type,
      entry.amount,
      entry.balance_after,
      entry.reserved_after,
    ]);
    expect(figures).toEqual([
      ['release', 1, 7, 2],
      ['charge', 1, 6, 3],
      ['reserve', 2, 6, 4],
      ['reserve', 2, 8, 2],
      ['credit', 10, 10, 0],
    ]);
    expect(json.data[0].job_id).toBe(job);
    expect(json.data[0]).not.toHaveProperty('reference');
    expect(balance).toBe(7_000_000);
    const first = await gateway.call(owner, 'GET', `/api/keys/${keyId}/ledger?limit=2`);
    const rest = await gateway.call(owner, 'GET', `/api/keys/${keyId}/ledger?after=${first.json.next}`);
    expect([...first.json.data, ...rest.json.data]).toEqual(json.data);
  });

  it('begins with the newest entry behind a cursor that names an entry that there is not yet', async () => {
    const { id } = (await createKey(operator, { credits: 1 })).json;
    const { json } = await gateway.call(operator, 'GET', `/api/keys/${id}/ledger`);
    const later = json.data[0].id.replace(/_\d+$/, '_999999');
    const page = await gateway.call(operator, 'GET', `/api/keys/${id}/ledger?after=${later}`);
    expect(page.json).toEqual(json);
  });

  it('refuses a cursor from another ledger', async () => {
    const other = (await createKey(operator, { credits: 1 })).json.id;
    const { json } = await gateway.call(operator, 'GET', `/api/keys/${other}/ledger`);
    const { error } = await gateway.call(owner, 'GET', `/api/keys/${keyId}/ledger?after=${json.data[0].id}`);
    expect(error).toMatchObject({ code: 'invalid_request', param: 'after' });
  });
});

describe('rotating an API key', () => {
  it('shows the new secret once, keeps everything else, and is refused to a revoked key', async () => {
    const made = (await createKey(operator, { account: ownAccount, credits: 3, name: 'one' })).json;
    const rotate = (body: unknown, caller = owner) =>
      gateway.call(caller, 'POST', `/api/keys/${made.id}/rotate`, { body });
    const { status, json, balance } = await rotate({ grace_seconds: 60 });
    expect([status, balance]).toEqual([200, 3_000_000]);
    expect(json).toEqual({ ...made, key: expect.stringMatching(/^sk-tg/) });
    expect(json.key).not.toBe(made.key);
    const isKnown = (secret: string) =>
      gateway.store.get('credentials', hashCredential(secret)) !== undefined;
    expect([isKnown(made.key), isKnown(json.key)]).toEqual([true, true]);
    const again = (await rotate({})).json;
    expect([made.key, json.key, again.key].map(isKnown)).toEqual([false, false, true]);
    for (const grace_seconds of [-1, 86_401, 1.5, '60'])
      expect((await rotate({ grace_seconds })).error).toMatchObject({ param: 'grace_seconds' });
    await gateway.call(owner, 'DELETE', `/api/keys/${made.id}`);
    expect((await rotate({})).error?.code).toBe('not_found');
  });
});

describe('a debit', () => {
  it('takes credit back once for each reference, and at most the balance', async () => {
    const keyId = (await createKey(operator, { account: ownAccount, credits: 10 })).json.id;
    const debit = (body: unknown, caller = operator) =>
      gateway.call(caller, 'POST', `/api/keys/${keyId}/debits`, { body });
    const first = await debit({ amount: 4, reference: 'refund 1' });
    expect([first.status, first.balance]).toEqual([201, 6_000_000]);
    expect(first.json).toMatchObject({ type: 'debit', amount: 4, balance_after: 6, reference: 'refund 1' });
    const again = await debit({ amount: 4, reference: 'refund 1' });
    expect([again.status, again.headers['Idempotent-Replayed'], again.json]).toEqual([
      200,
      'true',
      first.json,
    ]);
    expect((await debit({ amount: 7, reference: 'refund 2' })).error).toMatchObject({
      code: 'insufficient_credits',
      required: 7_000_000,
      balance: 6_000_000,
    });
    expect((await debit({ amount: 3, reference: 'refund 1' })).error?.code).toBe('reference_reused');
    expect((await debit({}, owner)).error?.code).toBe('operator_only');
    const { json } = await gateway.call(owner, 'GET', `/api/keys/${keyId}/balance`);
    expect(json).toMatchObject({ balance: 6, total_credits: 6 });
  });
});

describe('a transfer', () => {
  let from: string;
  let to: string;

  beforeEach(async () => {
    from = (await createKey(operator, { account: ownAccount, credits: 10 })).json.id;
    to = (await createKey(owner)).json.id;
  });

  const move = (body: unknown, caller = owner, id = from) =>
    gateway.call(caller, 'POST', `/api/keys/${id}/transfers`, { body });

  it('moves credit between keys of an account, once for each reference', async () => {
    const first = await move({ to, amount: 4, reference: 'r' });
    expect([first.status, first.balance]).toEqual([201, 6_000_000]);
    expect(first.json).toMatchObject({ type: 'transfer_out', amount: 4, balance_after: 6, to });
    const again = await move({ to, amount: '4.0', reference: 'r' });
    expect([again.status, again.json]).toEqual([200, first.json]);
    const ledger = await gateway.call(owner, 'GET', `/api/keys/${to}/ledger`);
    expect(ledger.json.data).toEqual([
      expect.objectContaining({ type: 'transfer_in', amount: 4, balance_after: 4, reference: 'r', from }),
    ]);
    expect((await move({ to, amount: 7, reference: 's' })).error?.code).toBe('insufficient_credits');
    expect((await move({ to: from, amount: 1, reference: 's' })).error).toMatchObject({
      code: 'invalid_request',
      param: 'to',
    });
  });

  it('reaches no key of another account, for an operator neither, and no revoked one', async () => {
    const foreign = (await createKey(operator, { credits: 1 })).json.id;
    const unknown = `key_${NO_SUCH_ULID}`;
    const refusals = [
      await move({ to: foreign, amount: 1, reference: 'r' }),
      await move({ to: unknown, amount: 'x' }),
      await move({ to: foreign, amount: 1, reference: 'r' }, operator),
    ].map(({ error }) => error);
    expect(refusals[0]).toMatchObject({ code: 'not_found', param: 'to' });
    expect([refusals[1], refusals[2]]).toEqual([refusals[0], refusals[0]]);
    await gateway.call(owner, 'DELETE', `/api/keys/${to}`);
    expect((await move({ to, amount: 1, reference: 'r' })).error).toEqual(refusals[0]);
    expect((await move({ to, amount: 1, reference: 'r' }, owner, foreign)).error?.code).toBe('not_found');
  });
});

describe('a reference', () => {
  it.each(['chargily:', 'simulated:', 'import:'])('that begins with %s is refused', async (prefix) => {
    const from = (await createKey(operator, { credits: 10 })).json.id;
    const to = (await createKey(operator)).json.id;
    for (const path of ['credits', 'debits', 'transfers']) {
      const body = { amount: 1, reference: `${prefix}x`, ...(path === 'transfers' ? { to } : {}) };
      const { error } = await gateway.call(operator, 'POST', `/api/keys/${from}/${path}`, { body });
      expect(error, path).toMatchObject({ code: 'invalid_request', param: 'reference' });
    }
  });
});

describe('accounts', () => {
  it('are created with a management key that is shown once', async () => {
    const { status, json, balance } = await gateway.call(operator, 'POST', '/api/accounts', {
      body: { name: 'Studio Casbah' },
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^acct_/),
      object: 'account',
      name: 'Studio Casbah',
      verified: false,
      created_at: 1_795_219_200,
      management_key: {
        id: expect.stringMatching(/^mkey_/),
        object: 'management_key',
        key: expect.stringMatching(/^mk-tg/),
        role: 'account',
      },
    });
    expect(balance).toBe(0n);
    expect(gateway.managementKey(json.management_key.id)).toMatchObject({
      account: json.id,
      credentialHash: hashCredential(json.management_key.key),
    });
  });

  it('are the business of operators', async () => {
    const create = await gateway.call(owner, 'POST', '/api/accounts', { body: {} });
    const change = await gateway.call(owner, 'PATCH', `/api/accounts/${ownAccount}`, { body: {} });
    expect([create.error?.code, change.error?.code]).toEqual(['operator_only', 'operator_only']);
    const unknown = await gateway.call(operator, 'PATCH', '/api/accounts/acct_nope', { body: {} });
    expect(unknown.error?.code).toBe('not_found');
  });

  it('change what is named and nothing else, and the answer is about them', async () => {
    await createKey(operator, { account: ownAccount, credits: 7 });
    const { json, balance } = await gateway.call(operator, 'PATCH', `/api/accounts/${ownAccount}`, {
      body: { name: 'Renamed' },
    });
    expect(json).toMatchObject({ id: ownAccount, name: 'Renamed', verified: true });
    expect(balance).toBe(7_000_000n);
  });

  it('are listed: all for an operator, the own one for others', async () => {
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id).sort();
    const all = await gateway.call(operator, 'GET', '/api/accounts');
    expect(ids(all.json)).toEqual([ownAccount, OPERATOR_ACCOUNT].sort());
    const own = await gateway.call(owner, 'GET', '/api/accounts');
    expect(ids(own.json)).toEqual([ownAccount]);
    const behind = await gateway.call(owner, 'GET', `/api/accounts?after=${ownAccount}`);
    expect(behind.json.data).toEqual([]);
  });
});
