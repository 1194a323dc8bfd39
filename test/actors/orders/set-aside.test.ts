import { beforeEach, describe, expect, it } from 'vitest';
import { readAuditTrail } from '../../../src/actors/audit/audit-trail.js';
import { listSetAsideOrders } from '../../../src/actors/orders/order-lists.js';
import { SET_ASIDE_ORDERS } from '../../../src/actors/orders/tallies.js';
import { ACCOUNTS } from '../actors-under-test.js';
import { ORDER, OrdersUnderTest } from './orders-under-test.js';

const BY = { kind: 'user', id: 'user_1', address: '192.0.2.1' } as const;

let under: OrdersUnderTest;

beforeEach(async () => {
  under = await OrdersUnderTest.open();
});

const dismiss = (kind: 'amount' | 'currency' = 'amount') =>
  under.told({ type: 'dismiss', by: BY, kind, note: 'paid back' });

function setAside() {
  const { store, actors } = under.actors;
  const listed = listSetAsideOrders(store, { limit: 10, after: undefined }).items.map(({ id }) => id);
  return { listed, counted: actors.system.tallies.get(SET_ASIDE_ORDERS) ?? 0, findings: under.findings };
}

function acts(act: string): unknown[] {
  const { items } = readAuditTrail(under.actors.store, ACCOUNTS[0], { limit: 50, before: undefined });
  return items.filter((entry) => entry.act === act).map(({ by, about, detail }) => ({ by, about, detail }));
}

const OPEN = { listed: [ORDER], counted: 1, findings: [] };
const NONE = { listed: [], counted: 0, findings: [] };

describe('an order that was set aside', () => {
  beforeEach(async () => {
    await under.make();
    await under.created();
    await under.seen('paid', { amount: 1 });
  });

  it('is dismissed with a note once, in the commit that says so in the audit trail', async () => {
    expect(setAside()).toEqual(OPEN);
    for (let n = 0; n < 2; n++) await dismiss();
    expect(setAside()).toEqual(NONE);
    expect(under.view()).toMatchObject({
      machine: { context: { mismatch: { kind: 'amount' } } },
      dismissal: { by: BY, note: 'paid back' },
    });
    expect(acts('order_dismissed')).toEqual([{ by: BY, about: ORDER, detail: { reason: 'paid back' } }]);
  });

  it('stays dismissed if the same is told again, also after a restart, and comes back with another finding', async () => {
    await dismiss();
    under.actors.crash();
    await under.seen('paid', { amount: 1 });
    expect(setAside()).toEqual(NONE);
    await under.seen('paid', { currency: 'eur' });
    expect(setAside()).toEqual(OPEN);
    expect(under.view()?.dismissal).toBeUndefined();
  });

  it('is not dismissed by somebody who saw another finding', async () => {
    await dismiss('currency');
    expect(setAside()).toEqual(OPEN);
    expect(acts('order_dismissed')).toEqual([]);
  });

  it('forgets its dismissal if it is paid after all', async () => {
    await dismiss();
    await under.seen('paid');
    expect([under.view()?.status, under.view()?.dismissal]).toEqual(['paid', undefined]);
    expect(setAside()).toEqual(NONE);
  });
});

it('an order that is voided says so in the audit trail once, and a live one is not voided', async () => {
  await under.make({ service: { kind: 'simulated', isLive: false } });
  await under.make({ id: 'order_live' });
  for (const id of [ORDER, ORDER, 'order_live']) await under.told({ type: 'void', by: BY }, id);
  const amount = under.view()?.amount;
  expect(acts('order_voided')).toEqual([{ by: BY, about: ORDER, detail: { amount } }]);
  expect([under.view()?.status, under.view('order_live')?.status]).toEqual(['canceled', 'made']);
});
