import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IN_A_NODE, ON_THEIR_OWN } from '../../../simulation/coverage/machines.js';
import { CoverageTally } from '../../../simulation/coverage/tally.js';
import { FAULT_LEVELS } from '../../../simulation/model.js';
import { lamp, step } from './lamp.js';

describe('a tally', () => {
  it('says how much of the states, transitions and pairs that can occur was reached', () => {
    const tally = new CoverageTally(lamp);
    expect(tally.numbers()).toEqual({
      statesReached: 0,
      statesAll: 3,
      transitionsReached: 0,
      transitionsAll: 4,
      pairsReached: 0,
      pairsAll: 5,
      momentsReached: 0,
      momentsAll: 2,
    });
    tally.add(step('off', 'PRESS', 'on'), 'none');
    tally.add(step('on', 'DROP', 'broken'), 'heavy');
    tally.add(step('broken', 'PRESS', 'broken', false), 'light');
    expect(tally.numbers()).toMatchObject({ statesReached: 3, transitionsReached: 2, pairsReached: 3 });
    expect(tally.missing().map(({ state, event }) => [state, event])).toEqual([
      ['on', 'PRESS'],
      ['off', 'DROP'],
    ]);
    expect(tally.findings()).toEqual([]);
  });

  it('counts each pair by fault level, whichever way it went', () => {
    const tally = new CoverageTally(lamp);
    tally.add(step('on', 'DROP', 'on'), 'light');
    tally.add(step('on', 'DROP', 'broken'), 'light');
    tally.add(step('on', 'DROP', 'on', false), 'none');
    const pair = tally.pairs().find(({ state, event }) => state === 'on' && event === 'DROP');
    expect(pair).toMatchObject({ counts: { none: 1, light: 2, heavy: 0 }, isHandled: true });
    expect(tally.findings()).toEqual([]);
  });

  it('reports a pair that was held to be impossible and occurred', () => {
    const tally = new CoverageTally(lamp);
    tally.add(step('broken', 'DROP', 'broken', false), 'heavy');
    expect(tally.findings()).toEqual([
      {
        kind: 'refuted',
        move: { ...step('broken', 'DROP', 'broken', false), counts: { none: 0, light: 0, heavy: 1 } },
      },
    ]);
    expect(tally.numbers().pairsReached).toBe(0);
  });

  it.each([
    ['of an unknown machine', { ...step('off', 'PRESS', 'on'), machine: 'radio' }],
    ['in an unknown state', step('lost', 'PRESS', 'lost', false)],
    ['by an unknown event', step('off', 'SING', 'off', false)],
    ['to a state to which the chart does not lead', step('off', 'PRESS', 'broken')],
    ['that does not happen though it is always taken', step('off', 'PRESS', 'off', false)],
    ['that moves without a transition', step('off', 'DROP', 'on', false)],
    ['that is handled although the chart handles nothing', step('broken', 'PRESS', 'broken', true)],
  ])('reports a move %s', (_, move) => {
    const tally = new CoverageTally(lamp);
    tally.add(move, 'none');
    expect(tally.findings().map(({ kind }) => kind)).toEqual(['unknown_move']);
  });

  it('is the same in whatever order its steps came', () => {
    const steps = fc.constantFrom(
      step('off', 'PRESS', 'on'),
      step('on', 'DROP', 'broken'),
      step('broken', 'DROP', 'broken', false),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(steps, fc.constantFrom(...FAULT_LEVELS))), (seen) => {
        const [forward, backward] = [seen, seen.toReversed()].map((ordered) => {
          const tally = new CoverageTally(lamp);
          for (const [move, faults] of ordered) tally.add(move, faults);
          return { moves: tally.moves(), numbers: tally.numbers() };
        });
        expect(forward).toEqual(backward);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps what it was told, whatever the teller does with it', () => {
    const tally = new CoverageTally(lamp);
    const told = { ...step('off', 'PRESS', 'on') };
    tally.add(told, 'none');
    told.from = 'on';
    expect(tally.moves().map(({ from }) => from)).toEqual(['off']);
  });
});

describe('what is held of the machines', () => {
  it('names states and events that exist, each pair once, with a reason', () => {
    const { charts, cannotOccur } = IN_A_NODE;
    for (const { machine, state, event, reason } of cannotOccur) {
      const known = charts.find((one) => one.machine === machine);
      expect(known?.states.map(({ path }) => path)).toContain(state);
      expect(known?.events).toContain(event);
      expect(reason).toMatch(/^[A-Z].{40,}\.$/);
    }
    const keys = cannotOccur.map(({ machine, state, event }) => `${machine} ${state} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('never rules out what the machine handles', () => {
    const handled = new CoverageTally(IN_A_NODE).pairs().filter(({ isHandled }) => isHandled);
    expect(handled.filter(({ cannotOccur }) => cannotOccur !== undefined)).toEqual([]);
  });

  it('rules out nothing for a machine on its own', () => {
    const { pairsAll, statesAll } = new CoverageTally(ON_THEIR_OWN).numbers();
    expect([statesAll, pairsAll]).toEqual([10, 170]);
    expect(new CoverageTally(IN_A_NODE).numbers()).toMatchObject({ pairsAll: 193, transitionsAll: 104 });
  });
});
