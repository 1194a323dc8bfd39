import { beforeAll, describe, expect, it } from 'vitest';
import { DashboardUnderTest } from './dashboard-under-test.js';

let dashboard: DashboardUnderTest;

/** The order as it stands on disk. */
function orderOf(id: string) {
  const { system, order } = dashboard.stage.actors;
  return system.view(order, id);
}

describe('the simulated card page', () => {
  beforeAll(async () => {
    dashboard = await DashboardUnderTest.start();
  });

  it('is there for everybody who has the link, says that it simulates, and lists its cards', async () => {
    const id = await dashboard.simulatedOrder();
    const { status, text } = await dashboard.get(`/pay/${id}`);
    expect(status).toBe(200);
    expect(text).toContain('This is a simulation.');
    expect(text).toContain('2,500.00');
    expect(text.match(/type="radio"/g)).toHaveLength(6);
    const signedIn = await dashboard.get(`/pay/${id}`, { as: 'stranger' });
    expect(signedIn.text).toBe(text);
    const arabic = await dashboard.get(`/pay/${id}`, { fields: [['accept-language', 'ar']] });
    expect(arabic.text).toContain('dir="rtl"');
  });

  it('takes one card, however often the button is pressed, and leads to the order each time', async () => {
    const id = await dashboard.simulatedOrder();
    const presses = await Promise.all(
      ['pays', 'pays', 'declined'].map((card) => dashboard.post(`/pay/${id}`, { card, act: 'pay' })),
    );
    for (const { status, headers } of presses)
      expect([status, headers.location]).toEqual([303, `/top-up/${id}`]);
    expect(orderOf(id)).toMatchObject({ status: 'awaiting_payment', card: { use: 'pays' } });
    const again = await dashboard.get(`/pay/${id}`);
    expect(again.text).toContain('This payment is over');
    expect(again.text).toContain(`href="/top-up/${id}"`);
    expect(again.text).not.toContain('type="radio"');
  });

  it('cancels, whatever card is chosen', async () => {
    const id = await dashboard.simulatedOrder();
    await dashboard.post(`/pay/${id}`, { card: 'pays', act: 'cancel' });
    expect(orderOf(id)).toMatchObject({ card: { use: 'canceled' } });
  });

  it('changes nothing if the person walks away or chooses no card that there is', async () => {
    const id = await dashboard.simulatedOrder();
    const left = await dashboard.post(`/pay/${id}`, { card: 'abandoned', act: 'pay' });
    expect([left.status, left.headers.location]).toEqual([303, `/top-up/${id}`]);
    for (const card of ['', 'canceled', 'constructor']) {
      const { status, text } = await dashboard.post(`/pay/${id}`, { card, act: 'pay' });
      expect(status).toBe(400);
      expect(text).toContain('Choose one of the cards.');
    }
    expect(orderOf(id)?.card).toBeUndefined();
  });

  it('takes no form of another site, and knows no order that is paid elsewhere', async () => {
    const id = await dashboard.simulatedOrder();
    const crossSite = { fields: [['sec-fetch-site', 'cross-site']] as const };
    expect((await dashboard.post(`/pay/${id}`, { card: 'pays' }, crossSite)).status).toBe(403);
    expect(orderOf(id)?.card).toBeUndefined();
    const real = await dashboard.simulatedOrder({ kind: 'chargily', isLive: true });
    for (const other of [real, 'order_none', '', '../keys']) {
      expect((await dashboard.get(`/pay/${other}`)).status).toBe(404);
      expect((await dashboard.post(`/pay/${other}`, { card: 'pays' })).status).toBe(404);
    }
    expect(orderOf(real)?.card).toBeUndefined();
  });
});
