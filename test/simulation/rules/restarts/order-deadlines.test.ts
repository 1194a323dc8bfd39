import { describe, expect, it } from 'vitest';
import { ORDER_DEADLINES } from '../../../../simulation/rules/restarts/order-deadlines.js';
import { checkBreaches } from '../check-breaches.js';
import { cleanRun } from '../clean-run.js';
import { at, exchange, reportsOf, SETUP } from '../told-history.js';

const HOUR_MS = 3_600_000;
const ORDER = 'order_1';
const STARTS = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;

const shown = (status: string) => exchange({ op: 'show_order', order: 1 }, 200, { id: ORDER, status });
const run = {
  up: at(700, ...STARTS),
  order: at(800, ...exchange({ op: 'order', key: 0, amountDa: 100 }, 201, { id: ORDER, status: 'made' })),
};

checkBreaches(
  ORDER_DEADLINES,
  [
    [
      'an order waits for its payment long after its hour',
      { ...run, look: at(HOUR_MS + 10_000, ...shown('awaiting_payment')) },
      /order_1 is awaiting_payment, 9200 ms after its hour/,
    ],
    [
      'it does so on disk',
      {
        ...run,
        stop: at(
          HOUR_MS + 10_000,
          { what: 'stopping' },
          { disk: { orders: { [ORDER]: { status: 'made' } } }, when: 'restart' },
        ),
      },
      /on disk, order_1 is made/,
    ],
  ],
  [
    ['it is over', { ...run, look: at(HOUR_MS + 10_000, ...shown('expired')) }],
    [
      'the node has only just started',
      {
        ...run,
        stop: at(1_000, { what: 'stopping' }, { what: 'stopped' }),
        start: at(HOUR_MS + 10_000, ...STARTS),
        look: at(HOUR_MS + 12_000, ...shown('awaiting_payment')),
      },
    ],
  ],
);

describe('the rule order-deadlines', () => {
  it('has nothing to say soon after a start if commits are slow and take few writes each', () => {
    const late = cleanRun({
      ...run,
      stop: at(1_000, { what: 'stopping' }, { what: 'stopped' }),
      start: at(HOUR_MS + 10_000, ...STARTS),
      look: at(HOUR_MS + 15_000, ...shown('awaiting_payment')),
    });
    const settings = { ...SETUP.settings, commitMsMax: 200 };
    expect(reportsOf(ORDER_DEADLINES, late)).not.toEqual([]);
    expect(reportsOf(ORDER_DEADLINES, late, { ...SETUP, settings, limits: { writesInCommit: 1 } })).toEqual(
      [],
    );
  });
});
