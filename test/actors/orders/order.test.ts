import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { listSetAsideOrders } from '../../../src/actors/orders/order-lists.js';
import { KEY_CREDIT_MAX_MICRO_DA, microDa } from '../../../src/money/micro-da.js';
import type { SeenCheckout } from '../../../src/payments/payment-provider.js';
import { credit } from '../actors-under-test.js';
import { checkBooks } from '../books.js';
import { AMOUNT_DA, CHECKOUT, KEY, ORDER, OrdersUnderTest } from './orders-under-test.js';

const AMOUNT = AMOUNT_DA * 1_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

async function awaiting(): Promise<OrdersUnderTest> {
  const under = await OrdersUnderTest.open();
  await under.make();
  await under.created();
  return under;
}

function expectSound(under: OrdersUnderTest): void {
  checkBooks(under.actors.store);
  expect(under.findings).toEqual([]);
  expect(under.actors.defects).toEqual([]);
}

describe('an order', () => {
  it('is on disk before its checkout is asked for', async () => {
    const under = await OrdersUnderTest.open();
    under.actors.faults.push('reject');
    await under.make();
    expect([under.effects, under.view()]).toEqual([[], undefined]);
    await under.actors.world.advance(MINUTE_MS);
    await under.make();
    expect(under.effects).toEqual([
      {
        type: 'create_checkout',
        orderId: ORDER,
        service: { kind: 'chargily', isLive: true },
        amountDa: AMOUNT_DA,
      },
    ]);
    expectSound(under);
  });

  it('credits its key once, in the commit that closes it, with the checkout for a reference', async () => {
    const under = await awaiting();
    expect(under.view()).toMatchObject({
      status: 'awaiting_payment',
      machine: { context: { checkout: CHECKOUT } },
    });
    await under.seen('paid');
    expect([under.view()?.status, under.view()?.paid?.entry, under.credited]).toEqual(['paid', 1, AMOUNT]);
    const [entry] = [...under.actors.store.range('ledger', {})];
    expect(JSON.parse(entry?.value ?? '')).toMatchObject({ type: 'credit', reference: 'chargily:c-1' });
    for (const status of ['paid', 'failed', 'paid'] as const) await under.seen(status);
    expect([under.view()?.status, under.credited, under.reminders]).toEqual(['paid', AMOUNT, []]);
    expectSound(under);
  });

  it('is looked at once a minute at least until it is over, then daily for a week', async () => {
    const under = await awaiting();
    under.takeEffects();
    for (let minute = 0; minute < 59; minute++) {
      await under.actors.world.advance(MINUTE_MS);
      expect(under.takeEffects().map(({ type }) => type)).toContain('look_at_checkout');
    }
    await under.actors.world.advance(MINUTE_MS);
    expect(under.view()?.status).toBe('expired');
    under.takeEffects();
    for (let day = 0; day < 7; day++) {
      expectSound(under);
      await under.actors.world.advance(DAY_MS);
      expect(under.takeEffects().map(({ type }) => type)).toEqual(['look_at_checkout']);
    }
    await under.actors.world.advance(7 * DAY_MS);
    expect([under.takeEffects(), under.reminders]).toEqual([[], []]);
    expectSound(under);
  });

  it.each(['failed', 'canceled', 'expired'] as const)(
    'that is %s still takes a payment, also after its room was given back',
    async (status) => {
      for (const laterMs of [0, 20 * DAY_MS]) {
        const under = await awaiting();
        await under.seen(status);
        await under.actors.world.advance(laterMs);
        expect([under.view()?.status, under.credited]).toEqual([status, 0]);
        await under.seen('paid');
        expect([under.view()?.status, under.credited]).toEqual(['paid', AMOUNT]);
        expectSound(under);
      }
    },
  );

  const DIFFERING: readonly (readonly [string, Partial<SeenCheckout>])[] = [
    ['checkout', { id: 'c-2' }],
    ['amount', { amount: AMOUNT_DA - 1 }],
    ['amount', { amount: AMOUNT_DA + 50 }],
    ['currency', { currency: 'eur' }],
    ['livemode', { isLive: false }],
  ];

  it.each(DIFFERING)('sets a payment with another %s aside, and credits nothing', async (kind, differing) => {
    const under = await awaiting();
    under.takeEffects();
    await under.seen('paid', differing);
    await under.seen('paid', differing);
    expect(under.takeEffects()).toMatchObject([{ type: 'set_aside', orderId: ORDER, mismatch: { kind } }]);
    expect(under.view()).toMatchObject({
      status: 'awaiting_payment',
      machine: { context: { mismatch: { kind } } },
    });
    expect([under.credited, under.actors.actors.system.tallies.get(`orders_set_aside/${kind}`)]).toEqual([
      0, 1,
    ]);
    const setAside = () => listSetAsideOrders(under.actors.store, { limit: 9, after: undefined }).items;
    expect(setAside()).toMatchObject([{ id: ORDER }]);
    expectSound(under);
    await under.seen('paid');
    expect(setAside()).toEqual([]);
    expect([under.view()?.status, under.credited]).toEqual(['paid', AMOUNT]);
    expectSound(under);
  });

  it('sets an unknown checkout and an unknown status aside', async () => {
    const under = await awaiting();
    await under.told({ type: 'report', report: { about: 'look', outcome: 'unknown' } });
    expect(under.view()?.machine.context.mismatch?.kind).toBe('unknown_checkout');
    await under.seen('unknown', { statusText: 'refunded' });
    expect(under.view()?.machine.context.mismatch).toMatchObject({ kind: 'unknown_status' });
    expectSound(under);
  });

  it('asks again for its checkout with back-off until it has one, and wakes after a restart', async () => {
    const under = await OrdersUnderTest.open();
    await under.make();
    under.takeEffects();
    const failed = { about: 'create', outcome: 'failed', message: '502' } as const;
    for (const waitMs of [500, 1_000, 2_000]) {
      await under.told({ type: 'report', report: failed });
      await under.actors.world.advance(waitMs - 1);
      expect(under.takeEffects()).toEqual([]);
      await under.actors.world.advance(1);
      expect(under.takeEffects()).toMatchObject([{ type: 'create_checkout' }]);
    }
    under.actors.crash();
    await under.told({ type: 'resume' });
    expect(under.takeEffects()).toMatchObject([{ type: 'create_checkout' }]);
    await under.created();
    await under.told({ type: 'resume' });
    expect(under.takeEffects()).toEqual([]);
    expectSound(under);
  });

  it('fails with the words of the service if that refuses it, and holds no room any more', async () => {
    const under = await OrdersUnderTest.open();
    await under.make();
    await under.told({
      type: 'report',
      report: { about: 'create', outcome: 'refused', message: 'too small' },
    });
    expect(under.view()).toMatchObject({ status: 'failed', machine: { context: { refusal: 'too small' } } });
    expect([under.reminders, [...under.actors.store.range('order_rooms', {})]]).toEqual([[], []]);
    expectSound(under);
  });

  it('holds room in the life of its key: no credit takes it, and a payment always finds it', async () => {
    const under = await OrdersUnderTest.open(KEY_CREDIT_MAX_MICRO_DA - AMOUNT);
    await under.make();
    await under.created();
    const more = await under.actors.toldKey(KEY, credit(1, 'a'));
    expect(more?.outcome).toBe('over_lifetime_credit');
    expect((await under.make({ id: 'order_2' }))?.outcome).toBe('over_lifetime_credit');
    await under.seen('paid');
    expect(under.credited).toBe(KEY_CREDIT_MAX_MICRO_DA);
    expectSound(under);
  });

  it('that is paid when its room is gone and taken is set aside, not credited', async () => {
    const under = await OrdersUnderTest.open(KEY_CREDIT_MAX_MICRO_DA - AMOUNT);
    await under.make();
    await under.created();
    await under.seen('canceled');
    await under.actors.world.advance(20 * DAY_MS);
    await under.actors.toldKey(KEY, credit(1, 'a'));
    await under.seen('paid');
    expect(under.view()).toMatchObject({
      status: 'canceled',
      machine: { context: { mismatch: { kind: 'no_room' } } },
    });
    expectSound(under);
  });

  it('that is paid under a reference that stands for another credit is set aside', async () => {
    const under = await awaiting();
    const reference = 'chargily:c-1';
    const referenceHash = createHash('sha256').update(reference).digest('hex');
    const amount = microDa(5);
    await under.actors.toldKey(KEY, { type: 'credit', by: BY_THE_NODE, amount, reference, referenceHash });
    await under.seen('paid');
    expect(under.view()?.machine.context.mismatch?.kind).toBe('reference');
    expect(under.credited).toBe(5);
    expectSound(under);
  });

  it('of a revoked key is refused; one that was made before is credited when it is paid', async () => {
    const under = await awaiting();
    await under.actors.toldKey(KEY, { type: 'revoke', by: { kind: 'node', id: 'node' } });
    expect((await under.make({ id: 'order_2' }))?.outcome).toBe('no_such_key');
    await under.seen('paid');
    expect(under.credited).toBe(AMOUNT);
  });

  it('is refused beyond a hundred that hold room', async () => {
    const under = await OrdersUnderTest.open();
    for (let n = 0; n < 100; n++) await under.make({ id: `order_${n}`, amount: microDa(100_000_000) });
    expect((await under.make({ id: 'order_x' }))?.outcome).toBe('too_many_orders');
    expectSound(under);
  });

  it('is the same one again for the same Idempotency-Key, and holds its room once', async () => {
    const under = await OrdersUnderTest.open();
    const idempotency = { keyHash: 'a'.repeat(64), fingerprint: 'f' };
    await under.make({ idempotency });
    under.takeEffects();
    expect(await under.make({ id: 'order_2', idempotency })).toEqual({ outcome: 'replayed', orderId: ORDER });
    expect(under.takeEffects()).toEqual([]);
    const other = { ...idempotency, fingerprint: 'g' };
    expect((await under.make({ id: 'order_3', idempotency: other }))?.outcome).toBe('idempotency_key_reused');
  });
});
