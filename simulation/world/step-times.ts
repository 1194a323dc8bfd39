import type { VirtualWorld } from './virtual-world.js';

/**
 * Takes the steps of a history one after the other, each at its time, in ms from now, or when the ones before
 * it are done.
 */
export async function takeInTime<Step extends { readonly at: number }>(
  world: VirtualWorld,
  steps: readonly Step[],
  take: (step: Step) => void,
): Promise<void> {
  const beganAt = world.steadyMs();
  for (const step of steps) {
    const wait = beganAt + step.at - world.steadyMs();
    if (wait > 0) await world.advance(wait);
    take(step);
  }
}
