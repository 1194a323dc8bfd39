import { expect, it } from 'vitest';
import { copier, fresh } from '../../../../bench/load/fresh-text.js';
import { profileHeap } from '../../../../bench/machine/heap-profile.js';
import { DecisionParts } from '../../../../bench/sections/decision/decision-parts.js';

it('a key is admitted up to its limit and again a minute later, whichever string spells it', () => {
  const parts = new DecisionParts(2, 3);
  const [field = '', other = ''] = parts.fields;
  const decide = parts.deciderFor(field);
  expect([parts.decide(fresh(field), 0), decide(0), parts.decide(field, 1)]).toEqual([true, true, true]);
  expect([parts.decide(fresh(field), 59_999), decide(59_999)]).toEqual([false, false]);
  expect(parts.decide(other, 59_999)).toBe(true);
  expect([parts.decide(fresh(field), 60_000), decide(60_000), decide(60_000)]).toEqual([true, true, false]);
});

it('a field that no key has is none that could be decided on', () => {
  expect(() => new DecisionParts(1, 3).decide('Bearer sk-none', 0)).toThrow('a field that no key has');
});

it('copies of texts are the texts', () => {
  const texts = ['authorization', '', 'Bearer sk-1', 'x'];
  const copy = copier(texts);
  expect(copy()).toEqual(texts);
  expect(copy()).toEqual(texts);
});

it('a heap profile sees what work allocates, garbage included', () => {
  let kept: number[] = [];
  const { bytes } = profileHeap(() => {
    for (let count = 0; count < 1_000; count++) kept = new Array(1_000).fill(count);
  });
  expect(kept).toHaveLength(1_000);
  expect(bytes).toBeGreaterThan(4_000_000);
  expect(profileHeap(() => {}).bytes).toBeLessThan(100_000);
});
