/** A timer that is moved often, against a timer set anew each time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { MovingTimer } from '../../src/time/moving-timer.js';
import type { CancelTimer } from '../../src/time/world.js';

const step = fc.oneof(
  fc.record({ do: fc.constant('move' as const), ms: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ do: fc.constantFrom('rest' as const, 'stop' as const), ms: fc.constant(0) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30 }) }),
);

it('a timer that is moved fires when one that is set anew does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const world = new VirtualWorld();
      const [fired, expected]: [number[], number[]] = [[], []];
      const timer = new MovingTimer(world, () => fired.push(world.steadyMs()));
      let cancel: CancelTimer = () => {};
      for (const { do: what, ms } of steps) {
        if (what === 'wait') await world.advance(ms);
        else cancel();
        if (what === 'move') {
          timer.move(ms);
          cancel = world.after(ms, () => expected.push(world.steadyMs()));
        } else if (what !== 'wait') timer[what]();
      }
      await world.advance(100);
      expect(fired).toEqual(expected);
    }),
  );
});
