/** The answers of scripted providers, and how they reach a process. */
import { BusyError, type LostAnswer, type ProviderState } from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import type { ProviderKind } from '../../../history/provider-kinds.js';
import type { CancelMove, SubmitMove } from '../../../history/provider-script.js';
import { spoilt } from '../../../world/garbage.js';
import type { Random } from '../../../world/random.js';

/** The answer of a call; nothing if it never ends. */
export type Ending = { readonly value: () => unknown } | { readonly error: () => Error } | 'never';

export const ERROR: Ending = { error: () => new Error('the connection was reset') };

/** Of a submit that is not taken; garbage of it may look like anything but an acceptance. */
export const UNTAKEN = () => ({ outcome: 'rejected', slug: 'content_rejected', message: 'Not to be shown.' });

export const LOST_BY = {
  accept_then_error: ERROR,
  accept_then_never: 'never',
} as const satisfies Readonly<Record<string, Ending>>;

export const CANCELLED_BY: Readonly<Record<CancelMove, Ending>> = {
  works: { value: () => undefined },
  refused: ERROR,
  lost: 'never',
  works_unheard: 'never',
};

const FORMS = ['wrong_value', 'missing_field', 'unknown_field'] as const;
/** No line brings them, and an adapter may make them up. */
const ODD_VALUES: readonly unknown[] = [
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  [],
  { outcome: 'accepted', state: { state: 'half-way', handle: 17 } },
  { state: 'half-way' },
];

const ODD_NUMBERS = [Number.NaN, Number.NEGATIVE_INFINITY, -1, 1.5, 2 ** 60];

/** A sound answer with something wrong in it, or another value altogether; one and the same each time. */
export function garbageOf(random: Random, sound: () => unknown): Ending {
  return {
    value: () => {
      const value = sound();
      if (random.chance(0.4)) return withOddPart(value, random);
      return random.chance(0.3) ? random.pick(ODD_VALUES) : spoilt(random.pick(FORMS), value, random);
    },
  };
}

/** A reason that nobody knows, or a number; most often in the place of one that it has. */
function withOddPart(value: unknown, random: Random): unknown {
  const fields = Object(value);
  if ('slug' in fields) return { ...fields, slug: random.pick(['made_up', 'constructor', '']) };
  const names = Object.keys(fields).filter((name) => typeof fields[name] === 'number');
  const name = random.pick([...names, random.pick(['outputMs', 'saidMs', 'progress', 'askAgainAfterMs'])]);
  return { ...fields, [name]: random.pick(ODD_NUMBERS) };
}

type Untaken = Exclude<SubmitMove['do'], 'accept' | `accept_then_${string}`>;

/** Of a submit or a look for a job that is not taken, or of which nothing is known. */
export function endingOf(
  move: Exclude<Untaken, 'garbage'> | 'not_found' | 'busy',
  askAgainAfterMs?: number,
): Ending {
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
    case 'never':
      return 'never';
  }
}

export function lostAnswerOf({ lostAnswer, idempotentForMs: forMs }: ProviderKind): LostAnswer {
  if (lostAnswer === 'idempotent')
    return forMs === undefined ? { kind: 'idempotent' } : { kind: 'idempotent', forMs };
  return { kind: lostAnswer === 'findable' ? 'findable' : 'unknown' };
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
