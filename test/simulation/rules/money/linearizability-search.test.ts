import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearize, type Operation } from '../../../../simulation/rules/money/linearizability-search.js';
import {
  happen,
  isReading,
  type KeyEvent,
  keyText,
  newKey,
} from '../../../../simulation/rules/money/sequential-key.js';

const OPEN_MAX = { jobs: { least: 3, most: 3 }, texts: { least: 3, most: 3 } };
const TRIED_MAX = 100_000;

interface Timed {
  readonly event: KeyEvent;
  readonly from: number;
  readonly until: number;
}

function operation({ event, from, until }: Timed): Operation<ReturnType<typeof newKey>> {
  return { from, until, isRead: isReading(event), apply: (key) => happen(key, event, OPEN_MAX) };
}

function verdict(history: readonly Timed[]) {
  return linearize(newKey(10), history.map(operation), keyText, TRIED_MAX).kind;
}

/** Every order that the intervals allow, tried to the end. An operation that never ends may be left out. */
function allows(history: readonly Timed[], key = newKey(10)): boolean {
  if (history.every(({ until }) => until === Number.POSITIVE_INFINITY)) return true;
  const firstEnd = Math.min(...history.map(({ until }) => until));
  return history.some((one) => {
    if (one.from > firstEnd) return false;
    const after = happen(key, one.event, OPEN_MAX);
    return (
      after !== undefined &&
      allows(
        history.filter((other) => other !== one),
        after,
      )
    );
  });
}

const CHANGES: readonly KeyEvent[] = [
  { does: 'submit', reserve: 2 },
  { does: 'submit', reserve: 5 },
  { does: 'settle', reserve: 2, charge: 1 },
  { does: 'settle', reserve: 5, charge: 5 },
  { does: 'credit', amount: 3 },
];
const OPERATIONS = fc.array(
  fc.record({
    change: fc.integer({ min: 0, max: CHANGES.length + 1 }),
    before: fc.integer({ min: 0, max: 25 }),
    after: fc.integer({ min: 0, max: 25 }),
    isLost: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);

/** Operations one after the other, ten places apart, each within an interval around its instant. */
function execution(
  operations: readonly { change: number; before: number; after: number; isLost: boolean }[],
): Timed[] {
  let key = newKey(10);
  return operations.map(({ change, before, after, isLost }, n) => {
    const balance = key.credited - key.charged - key.reserved;
    let event = CHANGES[change];
    const next = event === undefined ? undefined : happen(key, event, OPEN_MAX);
    if (next === undefined) {
      event =
        change % 2 === 0
          ? { does: 'show_balance', balance }
          : {
              does: 'show_credits',
              balance,
              reserved: key.reserved,
              credited: key.credited,
              charged: key.charged,
            };
    } else key = next;
    const until = isLost && next !== undefined ? Number.POSITIVE_INFINITY : n * 10 + after + 1;
    return { event: event as KeyEvent, from: n * 10 - before, until };
  });
}

/** Places are told apart, as observations are. */
function apart(history: readonly Timed[]): Timed[] {
  return history.map(({ event, from, until }, n) => ({
    event,
    from: from + n / 100,
    until: until + n / 100 + 0.5,
  }));
}

describe('the search for a linearization', () => {
  it('accepts whatever happened one thing at a time, however the intervals overlap', () => {
    fc.assert(
      fc.property(OPERATIONS, (operations) => {
        expect(verdict(apart(execution(operations)))).toBe('linearizable');
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it('says of a corrupted answer what trying every order says', () => {
    const verdicts = { linearizable: 0, broken: 0, undecided: 0 };
    fc.assert(
      fc.property(OPERATIONS, fc.nat(), fc.integer({ min: -5, max: 5 }), (operations, which, off) => {
        const history = apart(execution(operations));
        const at = which % history.length;
        const corrupted = history.map((one, n): Timed => {
          if (n !== at) return one;
          if (one.event.does === 'show_balance')
            return { ...one, event: { ...one.event, balance: one.event.balance + off } };
          if (one.event.does === 'show_credits')
            return { ...one, event: { ...one.event, reserved: one.event.reserved + off } };
          return { ...one, event: { does: 'show_balance', balance: 10 + off }, until: one.from + 30 };
        });
        const found = verdict(corrupted);
        verdicts[found] += 1;
        expect(found).toBe(allows(corrupted) ? 'linearizable' : 'broken');
      }),
      { numRuns: 1_000, seed: 5 },
    );
    expect(verdicts.linearizable).toBeGreaterThan(50);
    expect(verdicts.broken).toBeGreaterThan(50);
  });

  it('names the operation whose end leaves no order', () => {
    const history = [
      { event: { does: 'submit', reserve: 4 }, from: 1, until: 2 },
      { event: { does: 'show_balance', balance: 10 }, from: 3, until: 4 },
    ] as const;
    expect(linearize(newKey(10), history.map(operation), keyText, TRIED_MAX)).toEqual({
      kind: 'broken',
      operation: 1,
    });
  });

  it('lets an operation follow the one it waits for, and no other way', () => {
    const show = { event: { does: 'show_balance', balance: 10 }, from: 1, until: 5 } as const;
    const submit = { event: { does: 'submit', reserve: 4 }, from: 1, until: 5 } as const;
    const both = [operation(submit), { ...operation(show), after: 0 }];
    expect(verdict([submit, show])).toBe('linearizable');
    expect(linearize(newKey(10), both, keyText, TRIED_MAX).kind).toBe('broken');
  });

  it('says so if more is to be tried than the bound allows', () => {
    const history: Timed[] = Array.from({ length: 12 }, (_, n) => ({
      event: { does: 'credit', amount: 2 ** n },
      from: n,
      until: Number.POSITIVE_INFINITY,
    }));
    history.push({ event: { does: 'show_balance', balance: 5 }, from: 20, until: 21 });
    expect(linearize(newKey(0), history.map(operation), keyText, 100).kind).toBe('undecided');
    expect(linearize(newKey(0), history.map(operation), keyText, 10_000).kind).toBe('linearizable');
  });

  it('goes through long histories in time that grows with their length', () => {
    const history: Timed[] = [];
    let balance = 1_000_000;
    for (let n = 0; n < 20_000; n++) {
      if (n % 2 === 0) {
        balance += 1;
        history.push({ event: { does: 'credit', amount: 1 }, from: n * 4, until: n * 4 + 2 });
      } else history.push({ event: { does: 'show_balance', balance }, from: n * 4, until: n * 4 + 6 });
    }
    expect(linearize(newKey(1_000_000), history.map(operation), keyText, 1_000).kind).toBe('linearizable');
  });
});
