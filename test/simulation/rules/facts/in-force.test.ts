import { expect, it } from 'vitest';
import type { NodeSetup } from '../../../../simulation/history/node-history.js';
import type { ModelBounds } from '../../../../simulation/history/reload-words.js';
import { InForce } from '../../../../simulation/rules/facts/in-force.js';

const MODEL = { provider: 'plain', deadlineAfterMs: 45_000 };
const TEXT = { context: 8_192, maxOutput: 100, providers: ['writer'] };

it('has the prices of the setup for each model that a reload with prices does not name', () => {
  const inForce = new InForce({
    models: [
      { ...MODEL, id: 'first', pricePerSecondMicroDa: 1 },
      { ...MODEL, id: 'second', pricePerSecondMicroDa: 2 },
    ],
    texts: {
      models: [
        { ...TEXT, id: 'words', input: 3, output: 4 },
        { ...TEXT, id: 'more', input: 5, output: 6 },
      ],
    },
    settings: {},
  } as unknown as NodeSetup);
  const reload = (seq: number, ...prices: readonly number[]) => {
    const textPrices = prices.map((price) => ({ input: price, output: price }));
    inForce.observe({ at: seq, what: 'reloaded', outcome: 'applied', prices, textPrices }, seq);
  };
  const at = (seq: number) => [
    ...['first', 'second'].map((id) => inForce.prices(id, seq, seq)),
    ...['words', 'more'].map((id) => inForce.textPrices(id, seq, seq)?.map(({ output }) => output)),
  ];
  reload(10, 70, 80);
  reload(20, 90);
  expect(at(5)).toEqual([[1], [2], [4], [6]]);
  expect(at(15)).toEqual([[70], [80], [70], [80]]);
  expect(at(25)).toEqual([[90], [2], [90], [6]]);
});

it('has a model on offer until a reload takes it away, and again from the one that brings it back', () => {
  const inForce = new InForce({ models: [], settings: {} } as unknown as NodeSetup);
  const reload = (seq: number, outcome: 'applied' | 'refused', more: object) =>
    inForce.observe({ at: seq, what: 'reloaded', outcome, ...more }, seq);
  reload(10, 'refused', { leftModels: { 'model/left': 'not_named' } });
  reload(20, 'applied', { leftModels: { 'model/left': 'not_named' } });
  reload(30, 'applied', { addressRpm: 7 });
  reload(40, 'applied', { leftModels: { 'model/other': 'not_offered' } });
  const left = (first: number, last = first) => inForce.offered('model/left', first, last);
  expect([left(15), left(25), left(35), left(45)]).toEqual([[true], [false], [false], [true]]);
  expect([left(15, 25), left(35, 45)]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(inForce.offered('model/other', 45, 45)).toEqual([false]);
});

it('has the lengths of a model within the bounds of the last reload that says any', () => {
  const inForce = new InForce({
    models: [{ ...MODEL, provider: 'idempotent', id: 'first', pricePerSecondMicroDa: 1 }],
    settings: {},
  } as unknown as NodeSetup);
  const first = { lengthMinMs: 2_000, lengthMaxMs: 10_000, lengthDefaultMs: 6_000 };
  const reload = (seq: number, bounds: ModelBounds) =>
    inForce.observe({ at: seq, what: 'reloaded', outcome: 'applied', bounds }, seq);
  reload(10, { first });
  reload(20, {});
  const most = (from: number, to = from) =>
    inForce.lengths('first', from, to)?.map(({ lengthMaxMs }) => lengthMaxMs);
  expect([most(5), most(15), most(25)]).toEqual([[60_000], [10_000], [60_000]]);
  expect(most(5, 15)).toEqual([60_000, 10_000]);
  expect(inForce.lengths('sim/video', 5, 5)).toBeUndefined();
});
