/** A wait in virtual time that a signal ends. */
import type { World } from '../../src/time/world.js';

/** As a connection that is closed, rejects once the signal says so. One signal may be that of many waits. */
export function passed(world: World, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = world.after(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
