/** The heap of things that come due, which can also give up one that is not first. */
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../../../../src/time/deadline-heap.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type HeapAct =
  | { readonly do: 'add'; readonly dueInMs: readonly number[] }
  /** `nth` of those that are held, in the order of adding. */
  | { readonly do: 'remove'; readonly nth: number }
  | { readonly do: 'take'; readonly times: number }
  | { readonly do: 'clear' };

class Item implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  dueAt: number;
  readonly id: number;

  constructor(dueAt: number, id: number) {
    this.dueAt = dueAt;
    this.id = id;
  }
}

export function heapPart(make = () => new DeadlineHeap<Item>()): Part<null, HeapAct> {
  return {
    name: 'heap',
    limits: () => null,
    act: (random) =>
      random.weighted<() => HeapAct>([
        [
          5,
          () => ({
            do: 'add',
            dueInMs: Array.from({ length: random.between(1, 9) }, () => random.below(20)),
          }),
        ],
        [4, () => ({ do: 'remove', nth: random.below(40) })],
        [4, () => ({ do: 'take', times: random.pick([1, 1, 3, 12]) })],
        [0.1, () => ({ do: 'clear' })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 2, 9]),
    begin: (trial) => new HeapCourse(trial, make()),
  };
}

class HeapCourse implements Course<HeapAct> {
  readonly #trial: Trial;
  readonly #heap: DeadlineHeap<Item>;
  #held: Item[] = [];
  #added = 0;

  constructor(trial: Trial, heap: DeadlineHeap<Item>) {
    this.#trial = trial;
    this.#heap = heap;
  }

  take(act: HeapAct): void {
    const { now } = this.#trial;
    switch (act.do) {
      case 'add':
        for (const dueInMs of act.dueInMs) {
          const item = new Item(now + dueInMs, this.#added++);
          this.#heap.add(item);
          this.#held.push(item);
        }
        return;
      case 'remove': {
        const item = this.#held[act.nth];
        if (item === undefined) return;
        this.#trial.same('removed', [this.#heap.remove(item), this.#heap.remove(item)], [true, false]);
        this.#drop(item);
        return;
      }
      case 'take':
        for (let n = 0; n < act.times; n++) {
          const first = this.#first();
          const expected = first !== undefined && first.dueAt <= now ? first : undefined;
          this.#trial.same('taken', this.#heap.takeDue(now)?.id, expected?.id);
          if (expected !== undefined) this.#drop(expected);
        }
        return;
      case 'clear':
        this.#heap.clear();
        this.#held = [];
    }
  }

  compare(): void {
    this.#trial.same('size', this.#heap.size, this.#held.length);
    this.#trial.same('next', this.#heap.nextDueAt, this.#first()?.dueAt ?? Number.POSITIVE_INFINITY);
    const slots = this.#held.map(({ slot }) => slot).sort((one, other) => one - other);
    this.#trial.same(
      'slots',
      slots,
      this.#held.map((_, at) => at),
    );
  }

  #first(): Item | undefined {
    return [...this.#held].sort((one, other) => one.dueAt - other.dueAt || one.id - other.id)[0];
  }

  #drop(item: Item): void {
    this.#held = this.#held.filter((other) => other !== item);
  }
}
