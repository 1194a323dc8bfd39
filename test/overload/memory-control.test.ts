import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryControl } from '../../src/overload/memory-control.js';

const heapAt = (share: number) => [{ usedBytes: share * 1_000, boundBytes: 1_000 }];

function isShortAfter(shares: readonly number[]): boolean {
  const control = new MemoryControl();
  for (const share of shares) control.observe(heapAt(share));
  return control.isShort;
}

describe('memory', () => {
  it('is not short because of what a collection takes away again', () => {
    const sawtooth = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0.85, max: 0.949, noNaN: true })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(sawtooth, (teeth) => {
        const shares = teeth.flatMap(([length, share]) => [...new Array<number>(length).fill(share), 0.3]);
        expect(isShortAfter(shares)).toBe(false);
      }),
    );
  });

  it('is short when the least of ten readings is above its mark', () => {
    expect(isShortAfter(new Array<number>(9).fill(0.86))).toBe(false);
    expect(isShortAfter(new Array<number>(10).fill(0.86))).toBe(true);
  });

  it('is short at once close to the bound, and until it is well below', () => {
    expect(isShortAfter([0.96])).toBe(true);
    expect(isShortAfter([0.96, 0.8, 0.76])).toBe(true);
    expect(isShortAfter([0.96, 0.8, 0.74])).toBe(false);
  });

  it('is never short if nothing bounds it, and of several kinds when one of them is', () => {
    const control = new MemoryControl();
    control.observe([{ usedBytes: 1e15, boundBytes: undefined }]);
    expect(control.isShort).toBe(false);
    control.observe([...heapAt(0.1), ...heapAt(0.96)]);
    expect(control.isShort).toBe(true);
  });
});
