import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generationMachine } from '../../src/machines/generation.js';
import { firstGenerationContext, type TextEnd } from '../../src/machines/generation-context.js';
import type { GenerationEvent } from '../../src/machines/generation-events.js';
import { MachineRunner } from '../../src/machines/run-machine.js';
import type { TextFailure } from '../../src/providers/text-provider.js';
import { repetitions } from '../test-set.js';

const runner = new MachineRunner(generationMachine);
const ROUTE = { provider: 'a', model: 'm' };
const FALLBACKS = [
  { provider: 'b', model: 'm' },
  { provider: 'c', model: 'n' },
];
const FAILURE: TextFailure = { code: 'provider_error', message: 'no' };
const END: TextEnd = {
  finishReason: 'stop',
  promptTokens: 3,
  completionTokens: 4,
  isEstimated: false,
  latencyMs: 20,
  firstTokenMs: 10,
};
const EVENTS: readonly GenerationEvent[] = [
  { type: 'NOT_TAKEN', failure: FAILURE },
  { type: 'REFUSED', failure: FAILURE },
  { type: 'ENDED', end: END },
  { type: 'BROKEN_OFF', end: END, failure: FAILURE },
  { type: 'ABANDONED', end: END },
  { type: 'RESUMED' },
];

function opened() {
  return runner.at({
    value: 'open',
    context: firstGenerationContext({ route: ROUTE, fallbacks: FALLBACKS }),
  });
}

describe('the machine of a generation', () => {
  it('begins open, and asks', () => {
    const { snapshot, effects } = runner.initial({ route: ROUTE, fallbacks: FALLBACKS });
    expect(snapshot.path).toBe('open');
    expect(snapshot.context).toEqual(opened().context);
    expect(effects).toEqual(['ask']);
  });

  it('takes its routes in order, and fails behind the last', () => {
    let snapshot = opened();
    const asked: string[] = [];
    for (const expected of [['ask'], ['ask'], ['settle']]) {
      const step = runner.next(snapshot, { type: 'NOT_TAKEN', failure: FAILURE });
      expect(step.effects).toEqual(expected);
      snapshot = step.snapshot;
      asked.push(snapshot.context.route.provider);
    }
    expect(asked).toEqual(['b', 'c', 'c']);
    expect(snapshot.value).toBe('failed');
    expect(snapshot.context).toMatchObject({ failure: FAILURE, end: null });
  });

  it.each([
    ['REFUSED', 'failed', null, FAILURE],
    ['ENDED', 'completed', END, null],
    ['BROKEN_OFF', 'failed', END, FAILURE],
    ['ABANDONED', 'interrupted', END, null],
    ['RESUMED', 'interrupted', null, null],
  ] as const)('ends with %s as %s', (type, status, end, failure) => {
    const event = EVENTS.find((one) => one.type === type);
    if (event === undefined) throw new Error(type);
    const { snapshot, effects } = runner.next(opened(), event);
    expect([snapshot.value, snapshot.context.end, snapshot.context.failure]).toEqual([status, end, failure]);
    expect(effects).toEqual(['settle']);
  });

  it('settles once, whatever happens in whatever order, and nothing leaves its end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 12 }), (events) => {
        let snapshot = opened();
        let settled = 0;
        for (const event of events) {
          const step = runner.next(snapshot, event);
          if (snapshot.isDone) expect(step.snapshot).toBe(snapshot);
          settled += step.effects.filter((effect) => effect === 'settle').length;
          snapshot = step.snapshot;
        }
        expect(settled).toBe(snapshot.isDone ? 1 : 0);
      }),
      { numRuns: repetitions(200, 2_000) },
    );
  });
});
