/**
 * The body of `POST /v1/videos`.
 *
 * Invariant: a field that the schema names is read from the body's own properties, and every other one lands
 * in `extra`, which has no prototype: a field called `__proto__` is a field like any other.
 */
import * as z from 'zod';
import { digitGroups } from '../../metrics/digit-groups.js';
import type { ApiError } from '../errors.js';
import { invalid, isObject, type Parsed, parseInput } from './parse-input.js';
import { secondsIn } from './seconds.js';
import { text } from './text.js';

export const SUBMIT_REQUEST = z
  .object({
    model: text({
      name: 'model',
      min: 1,
      max: 200,
      hint: 'send the id of a model from GET /v1/models',
      description: 'Id of a model from GET /v1/models.',
    }),
    prompt: text({
      name: 'prompt',
      min: 1,
      max: 10_000,
      hint: 'describe the video in words',
      description: 'The scene that the video shows; not blank. Counted in Unicode code points.',
      isNotBlank: true,
    }),
    seconds: secondsIn(
      'seconds',
      "Length of the video in seconds, with at most three decimals, within the model's bounds; left out, the model's default.",
    ).optional(),
    duration: secondsIn(
      'duration',
      'The same as `seconds`, as clients of other gateways call it.',
    ).optional(),
  })
  .meta({
    description:
      'Other fields are kept with the job; a provider gets those that its adapter knows, and none of them changes the cost.',
  });

export interface SubmitRequest {
  readonly model: string;
  readonly prompt: string;
  readonly lengthMs: number | undefined;
  /** The field that holds the length, or would. */
  readonly lengthParam: 'seconds' | 'duration';
  /** Every other field, as it was parsed. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * The other fields are kept as JSON, in one record that a store bounds. The text may be several times as long
 * as the body was: `1e20` has 21 digits there, and a control character out of a form is written as an escape.
 */
const EXTRA_CHARACTERS_MAX = 4_000_000;

export function parseSubmit(body: unknown): Parsed<SubmitRequest> {
  const extra = extraOf(body);
  if (isTooLongToKeep(extra)) return { ok: false, error: EXTRA_TOO_LONG };
  const parsed = parseInput(SUBMIT_REQUEST, body);
  if (!parsed.ok) return parsed;
  const { model, prompt, seconds, duration } = parsed.value;
  if (seconds !== undefined && duration !== undefined && seconds !== duration) {
    return { ok: false, error: TWO_LENGTHS };
  }
  const lengthMs = seconds ?? duration;
  const lengthParam = seconds === undefined && duration !== undefined ? 'duration' : 'seconds';
  return { ok: true, value: { model, prompt, lengthMs, lengthParam, extra } };
}

const TWO_LENGTHS = invalid(
  'duration is another name of seconds, and the two differ; send one of them.',
  'duration',
);

const EXTRA_TOO_LONG: ApiError = {
  code: 'payload_too_large',
  message: `The fields besides model, prompt and seconds are longer than ${digitGroups(EXTRA_CHARACTERS_MAX)} characters of JSON; send less.`,
};

/** Most submits have no other field, and cost nothing here. */
function isTooLongToKeep(extra: Readonly<Record<string, unknown>>): boolean {
  for (const _ in extra) return JSON.stringify(extra).length > EXTRA_CHARACTERS_MAX;
  return false;
}

function extraOf(body: unknown): Record<string, unknown> {
  const extra: Record<string, unknown> = Object.create(null);
  if (!isObject(body)) return extra;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(SUBMIT_REQUEST.shape, name)) extra[name] = value;
  }
  return extra;
}
