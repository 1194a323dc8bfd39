import { describe, expect, it } from 'vitest';
import type { UseCardCall } from '../../../../simulation/history/forms/form-call.js';
import { CARDS_USED } from '../../../../simulation/rules/orders/cards.js';
import { ORDER_FORMS } from '../../../../simulation/rules/orders/order-forms.js';
import { at, exchange, type Moment, reportsOf, SETUP, sent } from '../told-history.js';
import { ORDER, orderRecord } from './made-orders.js';

const OWN = { kind: 'simulated', isOwn: true, isLive: false, expiresAfterMs: 0, watchedDays: 0 } as const;
const OUTSIDE = { ...OWN, kind: 'chargily', isOwn: undefined } as const;
const FORM = { op: 'form', act: 'order', session: 1, key: 0, amountDa: 500, once: 'first' } as const;
const STARTED = { what: 'started' } as const;
const MINUTE_MS = 60_000;

function led(to: string) {
  return { location: `/top-up/${to}` };
}

function ordered(): readonly Moment[] {
  return [
    ...exchange(FORM, 303, {}, led(ORDER)),
    ...exchange({ op: 'show_order', order: 0 }, 200, { id: ORDER, status: 'awaiting_payment' }),
  ];
}

function used(card: UseCardCall['card'], status = 303, body: object = {}): readonly Moment[] {
  return exchange({ op: 'use_card', order: 0, card }, status, body, status === 303 ? led(ORDER) : {});
}

function onDisk(status: string, card?: string, when: 'restart' | 'end' = 'end'): Moment {
  const more = { service: { kind: 'simulated', isLive: false }, ...(card && { card: { use: card } }) };
  return { disk: { orders: { [ORDER]: orderRecord(status, more) } }, when };
}

function said(first: readonly Moment[], later: readonly Moment[], payments: object = OWN): string {
  const run = {
    begin: at(1_000, STARTED, ...ordered(), ...first),
    later: at(1_000 + 3 * MINUTE_MS, ...later),
  };
  return reportsOf(CARDS_USED, run, { ...SETUP, payments } as typeof SETUP).join('\n');
}

describe('the rule of cards', () => {
  it.each([
    ['a card pays', used('pays'), [onDisk('paid', 'pays')]],
    ['a person walks away', used('abandoned'), [onDisk('expired')]],
    ['the second card is refused', [...used('declined'), ...used('pays')], [onDisk('failed', 'declined')]],
    ['no answer tells of the card', [sent({ op: 'use_card', order: 0, card: 'pays' })], [onDisk('expired')]],
  ])('has nothing to say if %s', (_, first, later) => {
    expect(said(first, later)).toBe('');
  });

  it.each([
    ['the card is not on disk', used('pays'), [onDisk('awaiting_payment', undefined, 'restart')], /is none/],
    [
      'the second card stands',
      [...used('declined'), ...used('pays')],
      [onDisk('paid', 'pays')],
      /was declined/,
    ],
    ['a declined card pays', used('declined'), [onDisk('paid', 'declined')], /is paid in the end/],
    ['nobody used a card', [], [onDisk('paid')], /no card was used/],
    [
      'an order waits on',
      used('notice_never'),
      exchange({ op: 'show_order', order: 0 }, 200, { id: ORDER, status: 'awaiting_payment' }),
      /waits for its payment/,
    ],
    ['the page is not there', used('pays', 404), [], /is answered 404/],
    [
      'the page offers cards again',
      used('pays'),
      used('look', 200, { hasCards: true, amount: 500 }),
      /takes another/,
    ],
    ['the page shows another amount', used('look', 200, { hasCards: true, amount: 5 }), [], /shows 5 DA/],
    ['the page offers none', used('look', 200, { hasCards: false }), [], /takes no card/],
  ])('reports if %s', (_, first, later, says) => {
    expect(said(first, later)).toMatch(says);
  });

  it('reports a page of cards for an order that is paid elsewhere', () => {
    expect(said(used('look', 200), [], OUTSIDE)).toMatch(/is not paid at a page of cards/);
    expect(said(used('look', 404), [], OUTSIDE)).toBe('');
  });
});

describe('the rule of order forms', () => {
  const sentTwice = (second: object, to: string) =>
    reportsOf(ORDER_FORMS, {
      x: at(1_000, ...ordered(), ...exchange({ ...FORM, ...second }, 303, {}, led(to))),
    }).join('\n');

  it('wants one order of a form, and another of another', () => {
    expect(sentTwice({}, ORDER)).toBe('');
    expect(sentTwice({ once: 'second' }, 'order_2')).toBe('');
    expect(sentTwice({}, 'order_2')).toMatch(/made order_2, and order_1 before/);
    expect(sentTwice({ once: 'second' }, ORDER)).toMatch(/led to order_1, of "first"/);
  });
});
