import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptClips } from '../../../src/results/store/kept-clips.js';
import type { SteadyMs } from '../../../src/time/clock.js';

const at = (ms: number) => ms as SteadyMs;

describe('the clip that makes room', () => {
  it('is the oldest of the account that holds most', () => {
    const kept = new KeptClips();
    kept.add({ account: 'small', jobId: 'first' }, { bytes: 10, keptAt: at(1) });
    kept.add({ account: 'large', jobId: 'second' }, { bytes: 20, keptAt: at(2) });
    kept.add({ account: 'large', jobId: 'third' }, { bytes: 20, keptAt: at(3) });
    expect(kept.firstToGo(at(10))).toEqual({ account: 'large', jobId: 'second' });
    kept.remove({ account: 'large', jobId: 'second' });
    kept.remove({ account: 'large', jobId: 'third' });
    expect(kept.firstToGo(at(10))).toEqual({ account: 'small', jobId: 'first' });
  });

  it('is of the next account if all that the first holds is too young, and there may be none', () => {
    const kept = new KeptClips();
    kept.add({ account: 'small', jobId: 'old' }, { bytes: 10, keptAt: at(1) });
    kept.add({ account: 'large', jobId: 'young' }, { bytes: 20, keptAt: at(5) });
    expect(kept.firstToGo(at(5))).toEqual({ account: 'small', jobId: 'old' });
    expect(kept.firstToGo(at(1))).toBeUndefined();
  });
});

describe('the index of kept clips', () => {
  it('adds up, whatever is added, put in the place of another one and removed', () => {
    const step = fc.record({
      isAdded: fc.boolean(),
      account: fc.constantFrom('a', 'b', 'c'),
      jobId: fc.constantFrom('1', '2', '3', '4'),
      bytes: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const kept = new KeptClips();
        const model = new Map<string, number>();
        steps.forEach(({ isAdded, account, jobId, bytes }, n) => {
          if (isAdded) kept.add({ account, jobId }, { bytes, keptAt: at(n) });
          else kept.remove({ account, jobId });
          if (isAdded) model.set(`${account}/${jobId}`, bytes);
          else model.delete(`${account}/${jobId}`);
        });
        expect(kept.bytes).toBe([...model.values()].reduce((sum, bytes) => sum + bytes, 0));
        expect(kept.files).toBe(model.size);
        expect([...kept.owners()].map(({ account, jobId }) => `${account}/${jobId}`).sort()).toEqual(
          [...model.keys()].sort(),
        );
      }),
    );
  });
});
