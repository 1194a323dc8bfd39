import { describe, expect, it } from 'vitest';
import { ADAPTERS, adapterOf } from '../../../src/providers/adapters/adapters.js';

describe('the adapters', () => {
  it('have a kind each, by which they are found', () => {
    expect(ADAPTERS.map(({ kind }) => adapterOf(kind))).toEqual(ADAPTERS);
    expect(new Set(ADAPTERS.map(({ kind }) => kind)).size).toBe(ADAPTERS.length);
  });

  it('take the keys that all entries have for no settings of their own', () => {
    const shared = ['kind', 'models'];
    for (const { settings } of ADAPTERS) expect(shared.filter((key) => key in settings)).toEqual([]);
  });
});
