import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { BodyBudget, type BodyOutcome, collectBody } from '../../../src/http/request/request-body.js';
import { DeadlineQueue } from '../../../src/time/deadline-queue.js';
import { MadeUpExchange } from '../pipeline/gateway-stage.js';

function collecting(bytesMax: number, budget = new BodyBudget(1_000_000)) {
  const world = new VirtualWorld();
  const exchange = new MadeUpExchange({});
  const outcomes: BodyOutcome[] = [];
  const timeLimits = new DeadlineQueue(world, 100);
  const cancel = collectBody(exchange, { bytesMax, timeoutMs: 100, timeLimits, budget }, (outcome) => {
    // The bytes are valid during the call only.
    outcomes.push(outcome.kind === 'whole' ? { kind: 'whole', bytes: outcome.bytes.slice() } : outcome);
  });
  return { world, exchange, outcomes, cancel, budget };
}

describe('a body being collected', () => {
  it('is the same however it is cut, and gives its memory back', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30_000 }), { maxLength: 6 }), (chunks) => {
        const { exchange, outcomes, budget } = collecting(1_000_000);
        for (const chunk of chunks) exchange.body(chunk, false);
        exchange.body(new Uint8Array(0));
        expect(outcomes).toEqual([{ kind: 'whole', bytes: new Uint8Array(Buffer.concat(chunks)) }]);
        expect(budget.bytesHeld).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('ends once, with the first thing that ends it', async () => {
    const { world, exchange, outcomes, budget } = collecting(5);
    exchange.body('123', false);
    exchange.body('456', false);
    exchange.body('7');
    await world.advance(1_000);
    expect(outcomes).toEqual([{ kind: 'too_large' }]);
    expect(budget.bytesHeld).toBe(0);
    const late = collecting(5);
    await late.world.advance(100);
    late.exchange.body('1');
    expect(late.outcomes).toEqual([{ kind: 'late' }]);
  });

  it('says nothing once it is cancelled', async () => {
    const { world, exchange, outcomes, cancel, budget } = collecting(5);
    exchange.body('1', false);
    cancel();
    exchange.body('2');
    await world.advance(1_000);
    expect(outcomes).toEqual([]);
    expect(budget.bytesHeld).toBe(0);
  });

  it('holds no more than the budget of all bodies leaves, and others go on when it is done', () => {
    const budget = new BodyBudget(40_000);
    const one = collecting(1_000_000, budget);
    const other = collecting(1_000_000, budget);
    one.exchange.body(new Uint8Array(30_000), false);
    other.exchange.body(new Uint8Array(30_000), false);
    expect(other.outcomes).toEqual([{ kind: 'no_room' }]);
    one.exchange.body('');
    expect(one.outcomes).toHaveLength(1);
    expect(budget.bytesHeld).toBe(0);
    expect(budget.take(40_000)).toBe(true);
  });
});
