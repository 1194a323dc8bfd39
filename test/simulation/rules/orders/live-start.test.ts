import { expect, it } from 'vitest';
import { LIVE_START } from '../../../../simulation/rules/orders/live-start.js';
import { at, type Moment, type Records, type Run, reportsOf, SETUP } from '../told-history.js';

const PAYMENTS = { kind: 'chargily', isLive: false, expiresAfterMs: 1, watchedDays: 0 } as const;
const HOLDERS: readonly (readonly [string, Records])[] = [
  ['a balance', { keys: { key_x: { marked: 1 } } }],
  ['a job', { unfinished: { video_x: { key: 'key_x', reserved: 2, marked: 1 } } }],
  ['an open order', { open_orders: { order_x: { key: 'key_x', amount: 1, is_live: false } } }],
];
const NONE: Records = {
  keys: { key_x: {} },
  unfinished: { video_x: { key: 'key_x', reserved: 2 } },
  open_orders: { order_x: { key: 'key_x', amount: 1, is_live: true } },
};
const MADE: Moment = { what: 'checkout_made', checkout: 'c', order: 'order_x', amountDa: 1, isLive: false };
const LOOKED: Moment = { what: 'payment_called', call: 1, kind: 'look', order: '', checkout: 'c' };

/** A node that is to go over to live payments on these records. */
function starts(records: Records, ...then: readonly Moment[]): Run {
  const starting = { what: 'starting', isReboot: false, goesLive: true } as const;
  return { x: at(0, MADE, { disk: records, when: 'restart' }, starting, ...then) };
}

function reports(run: Run): readonly string[] {
  return reportsOf(LIVE_START, run, { ...SETUP, payments: PAYMENTS });
}

it.each(HOLDERS)('the rule live-start reports a start beside marked credit in %s', (_, records) => {
  expect(reports(starts(records, { what: 'started' }))).toEqual([
    expect.stringMatching(/payments are live, and \w+_x has marked credit/),
  ]);
  expect(reports(starts(records, { what: 'start_refused' }))).toEqual([]);
});

it('the rule live-start reports a start that is refused without a cause', () => {
  expect(reports(starts(NONE, { what: 'start_refused' }))).toEqual([
    'a start was refused, and nothing is in its way',
  ]);
  expect(reports(starts(NONE, { what: 'started' }))).toEqual([]);
});

it('the rule live-start reports what a live node has to do with payments of before', () => {
  expect(reports(starts(NONE, { what: 'started' }, LOOKED))).toEqual([
    'c, in which no money moves, was looked at by a live node',
  ]);
  expect(reports(starts(NONE, { what: 'start_refused' }, LOOKED))).toHaveLength(1);
  const [, marked = {}] = HOLDERS[0] ?? [];
  expect(reports(starts(NONE, { what: 'started' }, { disk: marked, when: 'end' }))).toEqual([
    'on disk of a live node, key_x has marked credit',
  ]);
});
