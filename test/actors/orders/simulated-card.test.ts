import { beforeEach, describe, expect, it } from 'vitest';
import type { CardUse } from '../../../src/payments/simulated/cards.js';
import { KEY, ORDER, OrdersUnderTest, seenReport } from './orders-under-test.js';

const SIMULATED = { kind: 'simulated', isLive: false } as const;
const CHECKOUT = { id: ORDER, url: `/pay/${ORDER}` };

describe('a simulated card', () => {
  let orders: OrdersUnderTest;

  beforeEach(async () => {
    orders = await OrdersUnderTest.open();
    await orders.make({ service: SIMULATED });
  });

  const awaiting = () =>
    orders.told({ type: 'report', report: { about: 'create', outcome: 'created', checkout: CHECKOUT } });
  const use = (card: CardUse) => orders.told({ type: 'use_card', use: card });
  const balances = () => {
    const { system, apiKey } = orders.actors.actors;
    return system.view(apiKey, KEY)?.balances;
  };

  it('stands on disk with its order, and has the service tell of it once; the order itself waits', async () => {
    await awaiting();
    orders.takeEffects();
    await use('pays');
    await use('declined');
    await use('pays');
    expect(orders.view()).toMatchObject({ status: 'awaiting_payment', card: { use: 'pays' } });
    expect(orders.takeEffects()).toEqual([{ type: 'send_notices', orderId: ORDER, service: SIMULATED }]);
    expect(orders.findings).toEqual([]);
  });

  it('is not taken before there is a checkout, nor by an order that is over or is paid elsewhere', async () => {
    await use('pays');
    expect(orders.view()?.card).toBeUndefined();
    await awaiting();
    await orders.told({ type: 'deadline' });
    await use('pays');
    expect(orders.view()).toMatchObject({ status: 'expired' });
    expect(orders.view()?.card).toBeUndefined();
    const other = 'order_2';
    await orders.make({ id: other });
    await orders.told(
      { type: 'report', report: { about: 'create', outcome: 'created', checkout: CHECKOUT } },
      other,
    );
    await orders.told({ type: 'use_card', use: 'pays' }, other);
    expect(orders.view(other)?.card).toBeUndefined();
  });

  it('that paid brings marked credit, of which the ledger says so', async () => {
    await awaiting();
    await use('pays');
    await orders.told({ type: 'report', report: seenReport('paid', { id: ORDER, isLive: false }) });
    expect(orders.view()?.status).toBe('paid');
    const { credited, marked } = balances() ?? {};
    expect(credited).toBe(2_500_000_000);
    expect(marked).toBe(credited);
    const [entry] = [...orders.actors.store.range('ledger', {})].map(({ value }) => JSON.parse(value));
    expect(entry).toMatchObject({ reference: `simulated:${ORDER}`, marked: credited });
    expect(orders.findings).toEqual([]);
  });
});
