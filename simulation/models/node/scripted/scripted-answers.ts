/** The answers of scripted providers, and how they reach a process. */
import { BusyError, type ProviderState } from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import type { SubmitMove } from '../../../history/provider-script.js';

/** The answer of a call; nothing if it never ends. */
export type Ending = { readonly value: () => unknown } | { readonly error: () => Error } | 'never';

export const ERROR: Ending = { error: () => new Error('the connection was reset') };
export const GARBAGE: Ending = {
  value: () => ({ outcome: 'accepted', state: { state: 'half-way', handle: 17 } }),
};

type Untaken = Exclude<SubmitMove['do'], 'accept' | `accept_then_${string}`>;

/** Of a submit or a look for a job that is not taken, or of which nothing is known. */
export function endingOf(move: Untaken | 'not_found' | 'busy', askAgainAfterMs: number | undefined): Ending {
  switch (move) {
    case 'reject':
      return {
        value: () => ({ outcome: 'rejected', slug: 'content_rejected', message: 'Not to be shown.' }),
      };
    case 'not_now':
      return { value: () => ({ outcome: 'not_now', message: 'Busy.', ...hint(askAgainAfterMs) }) };
    case 'busy':
      return { error: () => new BusyError('too many questions', askAgainAfterMs) };
    case 'not_found':
      return { value: () => undefined };
    case 'error':
      return ERROR;
    case 'garbage':
      return GARBAGE;
    case 'never':
      return 'never';
  }
}

export function hint(askAgainAfterMs: number | undefined): { readonly askAgainAfterMs?: number } {
  return askAgainAfterMs === undefined ? {} : { askAgainAfterMs };
}

/** Providers answer what they like; that it is of the type wanted is theirs to keep or not. */
export function inTime<T>(world: World, delayMs: number, ending: Ending): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (ending === 'never') return;
    world.after(delayMs, () => {
      if ('value' in ending) resolve(ending.value() as T);
      else reject(ending.error());
    });
  });
}

export function completed(handle: string, outputMs: number): ProviderState {
  return { state: 'completed', outputMs, location: locationOf(handle) };
}

const SCHEME = 'scripted:';

export function locationOf(handle: string): string {
  return `${SCHEME}${handle}`;
}

export function handleAt(location: string): string {
  return location.slice(SCHEME.length);
}
