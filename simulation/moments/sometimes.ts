/**
 * Marks of moments. One line wherever a moment can be seen, so it is no matter of what is at hand there: the
 * listener is that of the one history that runs in this process.
 */
import type { Moment } from './moments.js';

let listener: ((moment: Moment) => void) | undefined;

/** The moment has come. */
export function sometimes(moment: Moment): void {
  listener?.(moment);
}

/** Collects the moments that come, each once, until it is called. */
export function collectMoments(): () => ReadonlySet<Moment> {
  const came = new Set<Moment>();
  const before = listener;
  listener = (moment) => came.add(moment);
  return () => {
    listener = before;
    return came;
  };
}
