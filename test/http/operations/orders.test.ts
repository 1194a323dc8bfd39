import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest } from './gateway-under-test.js';

const CHECKOUT = { id: 'c-1', url: 'https://pay.example/c-1' };

describe('orders', () => {
  let gateway: GatewayUnderTest;
  let operator: Caller;
  let account: { readonly id: string; readonly caller: Caller };
  let key: string;

  beforeEach(async () => {
    gateway = new GatewayUnderTest();
    operator = await gateway.operator();
    account = await gateway.account(operator);
    key = await gateway.key(operator, { account: account.id, credits: 0 });
  });

  const order = (caller: Caller, body: Readonly<Record<string, unknown>>, idempotencyKey?: string) =>
    gateway.call(caller, 'POST', '/api/orders', {
      body,
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    });

  it('are made for a key of the own account, and shown with their payment page, then as paid', async () => {
    const { status, json } = await order(account.caller, { key, amount: 2_500 });
    expect([status, json]).toMatchObject([201, { status: 'made', key, account: account.id, amount: 2_500 }]);
    expect(json).not.toHaveProperty('payment_url');
    const tell = async (report: object) => {
      gateway.deps.system.ask(gateway.deps.order, json.id, { type: 'report', report } as never);
      await gateway.world.settle();
      return (await gateway.call(account.caller, 'GET', `/api/orders/${json.id}`)).json;
    };
    expect(await tell({ about: 'create', outcome: 'created', checkout: CHECKOUT })).toMatchObject({
      status: 'awaiting_payment',
      payment_url: CHECKOUT.url,
    });
    const seen = {
      id: 'c-1',
      status: 'paid',
      statusText: 'paid',
      amount: 2_500,
      currency: 'dzd',
      isLive: true,
    };
    const aside = await tell({ about: 'look', outcome: 'seen', checkout: { ...seen, amount: 1 } });
    expect(aside).toMatchObject({ status: 'awaiting_payment', set_aside: 'amount' });
    const paid = await tell({ about: 'look', outcome: 'seen', checkout: seen });
    expect(paid).toMatchObject({ status: 'paid', paid_at: expect.any(Number) });
    expect(paid).not.toHaveProperty('payment_url');
    expect(gateway.apiKey(key)?.balances.credited).toBe(2_500_000_000);
  });

  it.each([99, 1_000_001, 150.5, 0, -100, '500', undefined])('of %s DA are refused', async (amount) => {
    const { error } = await order(account.caller, { key, amount });
    expect(error).toMatchObject({ code: 'invalid_request', param: 'amount' });
  });

  it('are answered again under their Idempotency-Key though so little is no longer taken', async () => {
    const first = await order(account.caller, { key, amount: 100 }, 'once');
    Object.assign(gateway.deps.settings, { topUpMin: 200 });
    const again = await order(account.caller, { key, amount: 100 }, 'once');
    expect([again.status, again.json.id]).toEqual([201, first.json.id]);
    const other = await order(account.caller, { key, amount: 100 }, 'twice');
    expect(other.error).toMatchObject({ code: 'invalid_request', param: 'amount' });
  });

  it('for a key out of reach are refused as for one that does not exist', async () => {
    const other = await gateway.key(operator);
    for (const id of [other, 'key_01kaj2vznq0h8c5d6e7f8g9hjk', 'key_1', '']) {
      const { error } = await order(account.caller, { key: id, amount: 500 });
      expect(error).toMatchObject({ code: 'not_found', param: 'key' });
    }
    expect((await order(operator, { key, amount: 500 })).json.account).toBe(account.id);
  });

  it('are the same again for the same Idempotency-Key', async () => {
    const first = await order(account.caller, { key, amount: 500 }, 'a');
    const second = await order(account.caller, { key, amount: 500 }, 'a');
    expect(second.headers).toEqual({ 'Idempotent-Replayed': 'true' });
    expect(second.json.id).toBe(first.json.id);
    const other = await order(account.caller, { key, amount: 501 }, 'a');
    expect(other.error?.code).toBe('idempotency_key_reused');
  });

  it('are listed for their account, and all of them for an operator, a page at a time', async () => {
    const stranger = await gateway.account(operator);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await order(account.caller, { key, amount: 500 })).json.id);
    const list = async (caller: Caller, query = '') =>
      (await gateway.call(caller, 'GET', `/api/orders${query}`)).json;
    const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    expect(idsOf(await list(account.caller))).toEqual(ids);
    expect(idsOf(await list(operator))).toEqual(ids);
    expect(idsOf(await list(stranger.caller))).toEqual([]);
    const first = await list(account.caller, '?limit=2');
    expect([idsOf(first), first.has_more, first.next]).toEqual([ids.slice(0, 2), true, ids[1]]);
    expect(idsOf(await list(account.caller, `?after=${first.next}`))).toEqual(ids.slice(2));
    const { error } = await gateway.call(stranger.caller, 'GET', `/api/orders/${ids[0]}`);
    expect(error?.code).toBe('not_found');
  });

  it('cannot be made if no payment service is configured', async () => {
    gateway.orders.service = undefined;
    expect((await order(account.caller, { key, amount: 500 })).error?.code).toBe('not_found');
  });
});
