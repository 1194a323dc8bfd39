import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../src/time/deadline-heap.js';

interface Item extends Scheduled {
  readonly name: number;
}

function item(name: number, dueAt: number): Item {
  return { name, dueAt, slot: NOT_HELD, order: 0 };
}

describe('the deadline heap', () => {
  it('agrees with a sorted list whatever is added, taken and removed', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), dueAt: fc.nat(20) }),
      fc.record({ do: fc.constant('take' as const), now: fc.nat(20) }),
      fc.record({ do: fc.constant('remove' as const), which: fc.nat(50) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        const heap = new DeadlineHeap<Item>();
        const known: Item[] = [];
        let reference: Item[] = [];
        for (const s of steps) {
          if (s.do === 'add') {
            const added = item(known.length, s.dueAt);
            known.push(added);
            heap.add(added);
            reference.push(added);
            reference.sort((a, b) => a.dueAt - b.dueAt || a.name - b.name);
          } else if (s.do === 'take') {
            const expected =
              reference[0] !== undefined && reference[0].dueAt <= s.now ? reference.shift() : undefined;
            expect(heap.takeDue(s.now)?.name).toBe(expected?.name);
          } else {
            const victim = known[s.which];
            if (victim === undefined) continue;
            expect(heap.remove(victim)).toBe(reference.includes(victim));
            reference = reference.filter((held) => held !== victim);
          }
          expect(heap.size).toBe(reference.length);
          expect(heap.nextDueAt).toBe(reference[0]?.dueAt ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });

  it('refuses an item that it holds already', () => {
    const heap = new DeadlineHeap<Item>();
    const one = item(1, 5);
    heap.add(one);
    expect(() => heap.add(one)).toThrow('held already');
  });

  it('gives cleared items free', () => {
    const heap = new DeadlineHeap<Item>();
    const one = item(1, 5);
    heap.add(one);
    heap.clear();
    expect(heap.remove(one)).toBe(false);
    heap.add(one);
    expect(heap.takeDue(5)).toBe(one);
  });
});
