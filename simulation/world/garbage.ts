/**
 * The forms of garbage that a service may answer with, made of what it would have answered. The simulation
 * and the conformance suite of adapters meet the same ones.
 *
 * Garbage tells no plausible lie: no state, name or number of it could be that of another sound answer.
 */
import type { Random } from './random.js';

export const GARBAGE_FORMS = [
  'empty',
  'not_json',
  'cut',
  'huge',
  'other_shape',
  'wrong_value',
  'missing_field',
  'unknown_field',
  'field_twice',
  'redirect',
  'secret',
] as const;
export type GarbageForm = (typeof GARBAGE_FORMS)[number];

/** An answer as it goes over the line. */
export interface GarbledAnswer {
  readonly status: number;
  readonly text: string;
}

/** Beyond what is read of any answer. */
const HUGE_CHARACTERS = 1_048_577;
const LONG_TEXT = 'long'.repeat(1_500);
const SHAPES: readonly unknown[] = [null, true, 7, 'done', [], ['done'], {}, { unexpected: true }];
/** The values that may stand in the place of one of each type. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [null, true, 7, -1.5, '', LONG_TEXT, [], ['x'], { surprise: 1 }],
  number: [null, true, '', 'NaN', '-Infinity', -1, 0.5, 2 ** 53, 1e308, -1e308, [], {}],
  boolean: [null, 'true', 1, 'no', [], {}],
  list: [null, true, 7, 'x', {}, [null], [[]]],
  object: [null, true, 7, 'x', [], [{}]],
  null: [true, 7, 'x', [], {}],
};

type Body = Readonly<Record<string, unknown>>;

/** @param secret that of the service, which it may repeat */
export function garbled(
  form: GarbageForm,
  { status, body }: { readonly status: number; readonly body: unknown },
  random: Random,
  secret: string,
): GarbledAnswer {
  const text = body === undefined ? '' : JSON.stringify(body);
  switch (form) {
    case 'empty':
      return { status, text: '' };
    case 'not_json':
      return {
        status,
        text: random.pick(['<html>Bad Gateway</html>', 'NaN', "{'done': 1}", '\u0000', '[[[']),
      };
    case 'cut':
      return { status, text: text.slice(0, random.below(Math.max(1, text.length))) };
    case 'huge':
      return { status, text: text + ' '.repeat(HUGE_CHARACTERS) };
    case 'other_shape':
      return { status, text: JSON.stringify(random.pick(SHAPES)) };
    case 'redirect':
      return { status: random.pick([301, 302, 307, 308]), text };
    case 'field_twice':
      return { status, text: twice(body, random) ?? text };
    default:
      return { status, text: JSON.stringify(spoilt(form, body, random, secret)) ?? '' };
  }
}

/** A value with something wrong at one place of it, at any depth. */
export function spoilt(
  form: Extract<GarbageForm, 'wrong_value' | 'missing_field' | 'unknown_field' | 'secret'>,
  value: unknown,
  random: Random,
  secret = '',
): unknown {
  const copy: unknown = value === undefined ? {} : structuredClone(value);
  if (form === 'unknown_field') {
    const objects = [copy, ...placesOf(copy).map(({ within, name }) => within[name])].filter(isFields);
    if (objects.length > 0) random.pick(objects).surprise = { state: 'failed', status: 'failed', done: true };
    return copy;
  }
  const places = placesOf(copy);
  if (places.length === 0) return form === 'wrong_value' ? 'done' : copy;
  if (form === 'secret') {
    const texts = places.filter(
      ({ within, name }) => typeof within[name] === 'string' && within[name].includes(' '),
    );
    if (texts.length === 0) return { ...Object(copy), said: `a wrong key: ${secret}` };
    const { within, name } = random.pick(texts);
    within[name] = `a wrong key: ${secret}`;
    return copy;
  }
  if (form === 'missing_field') {
    const fields = places.filter(({ within }) => !Array.isArray(within));
    if (fields.length === 0) return copy;
    const { within, name } = random.pick(fields);
    delete within[name];
    return copy;
  }
  const { within, name } = random.pick(places);
  within[name] = random.pick(WRONG[typeOf(within[name])] ?? []);
  return copy;
}

interface Place {
  readonly within: Record<string, unknown>;
  readonly name: string;
}

/** Every place of a value, at any depth, through which it can be changed. */
export function placesOf(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = value as Record<string, unknown>;
  return Object.keys(within).flatMap((name) => [{ within, name }, ...placesOf(within[name])]);
}

/** A field at the top that stands twice, once with another value. */
function twice(body: unknown, random: Random): string | undefined {
  if (!isFields(body)) return undefined;
  const names = Object.keys(body);
  if (names.length === 0) return undefined;
  const name = random.pick(names);
  const wrong = random.pick(WRONG[typeOf(body[name])] ?? []);
  const [first, last] = random.chance(0.5) ? [wrong, body[name]] : [body[name], wrong];
  const fields = Object.entries(body as Body).filter(([other]) => other !== name);
  const printed = [[name, first] as const, ...fields, [name, last] as const].map(
    ([of, value]) => `${JSON.stringify(of)}:${JSON.stringify(value)}`,
  );
  return `{${printed.join(',')}}`;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
