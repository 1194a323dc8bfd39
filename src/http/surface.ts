/**
 * The part of the gateway that a listener serves. If management has a listener of its own, the public one
 * knows nothing of it: a path of the other listener does not exist.
 */
import type { Caller } from './operation.js';

export type Surface = 'whole' | 'public' | 'management';

/** Whether a path that takes this kind of key, or would, is for another listener. */
export function isElsewhere(surface: Surface, credential: Caller['kind'] | undefined): boolean {
  if (surface === 'whole' || credential === undefined) return false;
  return (credential === 'management') !== (surface === 'management');
}
