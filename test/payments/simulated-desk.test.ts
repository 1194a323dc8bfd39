import { describe, expect, it } from 'vitest';
import type { CheckoutRequest } from '../../src/payments/payment-provider.js';
import { CARD_USES, type CardUse } from '../../src/payments/simulated/cards.js';
import { createSimulatedDesk, type SimulatedDeskParts } from '../../src/payments/simulated/simulated-desk.js';
import type { SteadyMs } from '../../src/time/clock.js';

const ORDER = 'order_1';
const USED_AT = 1_000;
const ABORTED_BY_NOBODY = new AbortController().signal;

type Checkouts = Readonly<Record<string, ReturnType<SimulatedDeskParts['checkoutOf']>>>;

function deskWith(checkouts: Checkouts) {
  const clock = { now: USED_AT };
  const world = {
    steadyMs: () => clock.now as SteadyMs,
    randomBytes: (count: number) => new Uint8Array(count).fill(7),
  };
  const desk = createSimulatedDesk({ world, checkoutOf: (id) => checkouts[id] });
  const statusAfter = async (ms: number) => {
    clock.now = USED_AT + ms;
    const seen = await desk.look(ORDER, ABORTED_BY_NOBODY);
    return seen.outcome === 'seen' ? seen.checkout.status : seen.outcome;
  };
  return { desk, statusAfter };
}

function usedCard(use: CardUse) {
  return deskWith({ [ORDER]: { amount: 500, card: { use, at: USED_AT as SteadyMs } } });
}

describe('the simulated payment service', () => {
  it('makes the checkout of an order under its own id, however often it is asked', async () => {
    const { desk } = deskWith({});
    const request: CheckoutRequest = { orderId: ORDER, amount: 500, returnUrl: '', noticeUrl: '' };
    const made = await desk.createCheckout(request, ABORTED_BY_NOBODY);
    expect(made).toEqual({ outcome: 'created', checkout: { id: ORDER, url: '/pay/order_1' } });
    expect(await desk.createCheckout(request, ABORTED_BY_NOBODY)).toEqual(made);
    expect(desk.isLive).toBe(false);
  });

  it('knows no checkout without an order, and one without a card is open for ever', async () => {
    const { statusAfter, desk } = deskWith({ [ORDER]: { amount: 500, card: undefined } });
    expect(await statusAfter(1e12)).toBe('open');
    expect(desk.noticesOf?.(ORDER)).toEqual([]);
    expect(await desk.look('order_2', ABORTED_BY_NOBODY)).toEqual({ outcome: 'unknown' });
  });

  it.each([
    ['pays', 'paid', 'paid', [0]],
    ['declined', 'failed', 'failed', [0]],
    ['canceled', 'canceled', 'canceled', [0]],
    ['notice_twice', 'paid', 'paid', [0, 2_000]],
    ['notice_late', 'open', 'paid', [15_000]],
    ['notice_never', 'open', 'paid', []],
  ] as const)('with the card %s is %s at once and %s in the end', async (use, atOnce, inTheEnd, notices) => {
    const { desk, statusAfter } = usedCard(use);
    expect(await statusAfter(0)).toBe(atOnce);
    expect(await statusAfter(60_000)).toBe(inTheEnd);
    expect(desk.noticesOf?.(ORDER).map(({ afterMs }) => afterMs)).toEqual(notices);
  });

  it('signs each notice, and takes none that was changed or signed by somebody else', () => {
    const { desk } = usedCard('pays');
    const [notice] = desk.noticesOf?.(ORDER) ?? [];
    if (notice === undefined) throw new Error('no notice');
    const { body, signature } = notice;
    expect(desk.isGenuine?.(body, signature)).toBe(true);
    expect(desk.isGenuine?.(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe(false);
    expect(desk.isGenuine?.(body, '')).toBe(false);
  });

  it('sends no notice before the bank has said its word', () => {
    for (const { endsAfterMs, noticesAfterMs } of Object.values(CARD_USES)) {
      for (const afterMs of noticesAfterMs) expect(afterMs).toBeGreaterThanOrEqual(endsAfterMs);
    }
  });
});
