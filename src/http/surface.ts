/**
 * What of the gateway a listener serves. Where management has a listener of its own, the public one knows nothing of it:
 * what the other serves is a path that does not exist.
 */
import type { Caller } from './operation.js';

export type Surface = 'whole' | 'public' | 'management';

/** Whether a path that takes this kind of key, or would, is for another listener. */
export function isElsewhere(surface: Surface, credential: Caller['kind'] | undefined): boolean {
  if (surface === 'whole' || credential === undefined) return false;
  return (credential === 'management') !== (surface === 'management');
}
