import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutBackOffMs, DAILY_LOOKS_MAX, orderMachine } from '../../src/machines/order.js';
import { FIRST_ORDER_CONTEXT } from '../../src/machines/order-context.js';
import type { OrderEvent, OrderEventType } from '../../src/machines/order-events.js';
import { MachineRunner, type MachineSnapshot } from '../../src/machines/run-machine.js';
import { repetitions } from '../test-set.js';

type Snapshot = MachineSnapshot<typeof orderMachine>;

const runner = new MachineRunner(orderMachine);

const EVENTS: { readonly [Type in OrderEventType]: Extract<OrderEvent, { type: Type }> } = {
  CHECKOUT_CREATED: { type: 'CHECKOUT_CREATED', checkout: { id: 'c-1', url: 'https://pay/c-1' } },
  CHECKOUT_REFUSED: { type: 'CHECKOUT_REFUSED', message: 'no' },
  CHECKOUT_NOT_CREATED: { type: 'CHECKOUT_NOT_CREATED' },
  PAID: { type: 'PAID' },
  FAILED: { type: 'FAILED' },
  CANCELED: { type: 'CANCELED' },
  EXPIRED: { type: 'EXPIRED' },
  MISMATCHED: { type: 'MISMATCHED', mismatch: { kind: 'amount', message: '100 for 200' } },
  NOTICED: { type: 'NOTICED' },
  CALL_DUE: { type: 'CALL_DUE' },
  DEADLINE: { type: 'DEADLINE' },
  VOIDED: { type: 'VOIDED' },
  RESUMED: { type: 'RESUMED' },
};
const ALL_EVENTS: readonly OrderEvent[] = [
  ...Object.values(EVENTS),
  { type: 'MISMATCHED', mismatch: { kind: 'livemode', message: 'test for live' } },
];

const WEEK = new Array<OrderEvent>(DAILY_LOOKS_MAX + 1).fill(EVENTS.CALL_DUE);
const PATHS = {
  made: [],
  awaiting_payment: [EVENTS.CHECKOUT_CREATED],
  paid: [EVENTS.CHECKOUT_CREATED, EVENTS.PAID],
  'failed.watched': [EVENTS.CHECKOUT_CREATED, EVENTS.FAILED],
  'failed.over': [EVENTS.CHECKOUT_CREATED, EVENTS.FAILED, ...WEEK],
  'canceled.watched': [EVENTS.CHECKOUT_CREATED, EVENTS.CANCELED],
  'canceled.over': [EVENTS.CHECKOUT_CREATED, EVENTS.CANCELED, ...WEEK],
  'expired.watched': [EVENTS.CHECKOUT_CREATED, EVENTS.DEADLINE],
  'expired.over': [EVENTS.CHECKOUT_CREATED, EVENTS.EXPIRED, ...WEEK],
} as const satisfies Readonly<Record<string, readonly OrderEvent[]>>;
type StatePath = keyof typeof PATHS;
const STATES = Object.keys(PATHS) as StatePath[];

type Row = { readonly [Type in OrderEventType]?: readonly [StatePath, ...string[]] };

function unpaid(watched: StatePath, over: StatePath): Partial<Record<StatePath, Row>> {
  const both = (state: StatePath): Row => ({
    PAID: ['paid', 'credit'],
    MISMATCHED: [state, 'setAside'],
    NOTICED: [state, 'look'],
  });
  return {
    [watched]: {
      ...both(watched),
      CALL_DUE: [watched, 'look', 'lookTomorrow'],
      VOIDED: [over, 'giveBackRoom'],
    },
    [over]: both(over),
  };
}

/** The state that each event leads to in each state, and the effects. Not listed: nothing. */
const TABLE: Partial<Record<StatePath, Row>> = {
  made: {
    CHECKOUT_CREATED: ['awaiting_payment', 'lookSoon'],
    CHECKOUT_REFUSED: ['failed.over', 'giveBackRoom'],
    CHECKOUT_NOT_CREATED: ['made', 'createLater'],
    CALL_DUE: ['made', 'createCheckout'],
    RESUMED: ['made', 'createCheckout'],
    DEADLINE: ['expired.over', 'giveBackRoom'],
    VOIDED: ['canceled.over', 'giveBackRoom'],
  },
  awaiting_payment: {
    PAID: ['paid', 'credit'],
    FAILED: ['failed.watched', 'lookTomorrow'],
    CANCELED: ['canceled.watched', 'lookTomorrow'],
    EXPIRED: ['expired.watched', 'lookTomorrow'],
    MISMATCHED: ['awaiting_payment', 'setAside'],
    NOTICED: ['awaiting_payment', 'look'],
    CALL_DUE: ['awaiting_payment', 'look', 'lookSoon'],
    DEADLINE: ['expired.watched', 'look', 'lookTomorrow'],
    VOIDED: ['canceled.over', 'giveBackRoom'],
  },
  ...unpaid('failed.watched', 'failed.over'),
  ...unpaid('canceled.watched', 'canceled.over'),
  ...unpaid('expired.watched', 'expired.over'),
};

function arrive(events: readonly OrderEvent[]): Snapshot {
  return events.reduce(
    (snapshot, event) => runner.next(snapshot, event).snapshot,
    runner.initial(undefined).snapshot,
  );
}

/** As a restart would find it. */
function reread(snapshot: Snapshot): Snapshot {
  const { value, context } = JSON.parse(JSON.stringify({ value: snapshot.value, context: snapshot.context }));
  return runner.at({ value, context });
}

function statusOf(snapshot: Snapshot): string {
  const statuses = (['made', 'awaiting_payment', 'paid', 'failed', 'canceled', 'expired'] as const).filter(
    (tag) => snapshot.hasTag(tag),
  );
  expect(statuses).toHaveLength(1);
  return statuses[0] ?? '';
}

describe('the order machine', () => {
  it('begins by wanting a checkout', () => {
    const { snapshot, effects } = runner.initial(undefined);
    expect([snapshot.path, snapshot.context, effects]).toEqual([
      'made',
      FIRST_ORDER_CONTEXT,
      ['createCheckout'],
    ]);
  });

  for (const state of STATES) {
    for (const event of Object.values(EVENTS)) {
      const [to, ...effects] = TABLE[state]?.[event.type] ?? [state];
      const wanted = effects.length === 0 ? 'nothing' : effects.join(', ');
      it(`in ${state}, ${event.type} leads to ${to} and wants ${wanted}, also from a snapshot that was stored`, () => {
        const from = arrive(PATHS[state]);
        expect(from.path).toBe(state);
        for (const snapshot of [from, reread(from)]) {
          const step = runner.next(snapshot, event);
          expect([step.snapshot.path, step.effects]).toEqual([to, effects]);
          if (TABLE[state]?.[event.type] === undefined) expect(step.snapshot).toBe(snapshot);
        }
      });
    }
  }

  it('meets no payment and looks for none as long as it has no checkout', () => {
    for (const end of [EVENTS.CHECKOUT_REFUSED, EVENTS.DEADLINE]) {
      const over = arrive([end]);
      for (const event of [EVENTS.PAID, EVENTS.NOTICED, EVENTS.CHECKOUT_CREATED]) {
        expect(runner.next(over, event)).toEqual({ snapshot: over, effects: [] });
      }
    }
    expect(arrive([EVENTS.CHECKOUT_REFUSED]).context.refusal).toBe('no');
  });

  it('tells of a mismatch once as long as the next look finds the same, and forgets it once it is paid', () => {
    const first = arrive([EVENTS.CHECKOUT_CREATED, EVENTS.MISMATCHED]);
    expect(runner.next(first, EVENTS.MISMATCHED)).toEqual({ snapshot: first, effects: [] });
    const other: OrderEvent = { type: 'MISMATCHED', mismatch: { kind: 'currency', message: 'eur' } };
    expect(runner.next(first, other).effects).toEqual(['setAside']);
    expect(runner.next(first, EVENTS.PAID).snapshot.context.mismatch).toBeNull();
  });

  it('looks daily for a week after it is over without a payment', () => {
    let snapshot = arrive([EVENTS.CHECKOUT_CREATED, EVENTS.DEADLINE]);
    let looks = 0;
    for (; snapshot.path === 'expired.watched'; looks++) {
      snapshot = runner.next(snapshot, EVENTS.CALL_DUE).snapshot;
    }
    expect(looks - 1).toBe(DAILY_LOOKS_MAX);
  });

  it('credits once if it was ever told of a payment while it knew its checkout, and else never (1 to 5)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALL_EVENTS), { maxLength: 25, size: 'max' }), (events) => {
        let snapshot = runner.initial(undefined).snapshot;
        let wasPaid = false;
        const wanted: string[] = [];
        for (const event of events) {
          const before = snapshot;
          wasPaid ||= event.type === 'PAID' && before.context.checkout !== null;
          const step = runner.next(reread(before), event);
          snapshot = step.snapshot;
          wanted.push(...step.effects);
          const [from, to] = [statusOf(before), statusOf(snapshot)];
          if (from === 'paid') expect([to, step.effects]).toEqual(['paid', []]);
          if (['failed', 'canceled', 'expired'].includes(from)) expect([from, 'paid']).toContain(to);
          if (event.type === 'MISMATCHED') expect(to).toBe(from);
        }
        expect(snapshot.isDone).toBe(wasPaid);
        expect(wanted.filter((effect) => effect === 'credit')).toHaveLength(wasPaid ? 1 : 0);
        const ends = wanted.filter((effect) => effect === 'credit' || effect === 'giveBackRoom');
        expect([[], ['credit'], ['giveBackRoom'], ['giveBackRoom', 'credit']]).toContainEqual(ends);
      }),
      { numRuns: repetitions(80, 1_000) },
    );
  });

  it('waits longer before each call for a checkout, up to half a minute', () => {
    const waits = Array.from({ length: 9 }, (_, i) => checkoutBackOffMs(i + 1));
    expect(waits).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });
});
