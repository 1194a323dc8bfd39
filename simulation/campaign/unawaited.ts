/** Collects the rejections that nobody awaits, any of which would end the process, until it is called. */
import { setImmediate } from 'node:timers/promises';

export function collectRejections(): () => Promise<readonly unknown[]> {
  const rejections: unknown[] = [];
  const rejected = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', rejected);
  return async () => {
    // Those of the last moment are told of after its promises have settled.
    await setImmediate();
    process.off('unhandledRejection', rejected);
    return rejections;
  };
}
