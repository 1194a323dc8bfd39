import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { SteadyMs } from '../../src/time/clock.js';
import { DeadlineQueue } from '../../src/time/deadline-queue.js';
import type { CancelTimer } from '../../src/time/world.js';

const DELAY_MS = 100;

/** Time passes, and nothing happens until it is told to. */
class StandingWorld extends VirtualWorld {
  #stoodMs = 0;
  #timers: (() => void)[] = [];
  #soon: (() => void)[] = [];

  override steadyMs(): SteadyMs {
    return (super.steadyMs() + this.#stoodMs) as SteadyMs;
  }

  override after(_: number, task: () => void): CancelTimer {
    this.#timers.push(task);
    return () => {};
  }

  override soon(task: () => void): void {
    this.#soon.push(task);
  }

  standStill(ms: number): void {
    this.#stoodMs += ms;
  }

  fireTimers(): void {
    for (const task of this.#timers.splice(0)) task();
  }

  runSoon(): void {
    for (const task of this.#soon.splice(0)) task();
  }
}

describe('the deadline queue', () => {
  it('runs each task once, at its time and in the order of setting, save those called off before', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const) }),
      fc.record({ do: fc.constant('cancel' as const), which: fc.nat(30) }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.nat(70) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = new VirtualWorld();
        const queue = new DeadlineQueue(world, DELAY_MS);
        const ran: (readonly [task: number, at: number])[] = [];
        const set: { cancel: () => void; dueAt: number; isOff: boolean }[] = [];
        for (const s of steps) {
          if (s.do === 'add') {
            const task = set.length;
            const deadline = queue.add(() => ran.push([task, world.steadyMs()]));
            set.push({ cancel: () => deadline.cancel(), dueAt: world.steadyMs() + DELAY_MS, isOff: false });
          } else if (s.do === 'cancel') {
            const victim = set[s.which];
            if (victim === undefined) continue;
            victim.cancel();
            victim.isOff ||= victim.dueAt > world.steadyMs();
          } else await world.advance(s.ms);
        }
        await world.advance(2 * DELAY_MS);
        const expected = set.flatMap(({ dueAt, isOff }, task) => (isOff ? [] : [[task, dueAt]]));
        expect(ran).toEqual(expected);
        expect(world.armedTimers).toBe(0);
      }),
    );
  });

  it('has one timer for all that wait', () => {
    const world = new VirtualWorld();
    const queue = new DeadlineQueue(world, DELAY_MS);
    for (let task = 0; task < 100; task++) queue.add(() => {}).cancel();
    for (let task = 0; task < 100; task++) queue.add(() => {});
    expect(world.armedTimers).toBe(1);
  });

  it('lets the events that waited while the loop stood still go before the tasks that came due meanwhile', () => {
    const world = new StandingWorld();
    const queue = new DeadlineQueue(world, DELAY_MS);
    const ran: string[] = [];
    const answered = queue.add(() => ran.push('answered too late'));
    queue.add(() => ran.push('never answered'));
    world.standStill(10 * DELAY_MS);
    world.fireTimers();
    expect(ran).toEqual([]);
    answered.cancel();
    world.runSoon();
    expect(ran).toEqual(['never answered']);
  });

  it('takes tasks that are set, and calls off those that come next, while tasks run', async () => {
    const world = new VirtualWorld();
    const queue = new DeadlineQueue(world, DELAY_MS);
    const ran: string[] = [];
    queue.add(() => {
      ran.push('first');
      second.cancel();
      queue.add(() => ran.push('third'));
    });
    const second = queue.add(() => ran.push('second'));
    await world.advance(DELAY_MS);
    expect(ran).toEqual(['first']);
    await world.advance(DELAY_MS);
    expect(ran).toEqual(['first', 'third']);
  });
});
