/**
 * The body of `POST /v1/videos`.
 *
 * Invariant: a field that the schema names is read from the body's own properties, and every other one lands
 * in `extra`, which has no prototype: a field called `__proto__` is a field like any other.
 */
import { z } from 'zod';
import { isObject, type Judged, judge } from './judge.js';
import { SECONDS } from './seconds.js';
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
      description: 'What the video shall show; not blank. Counted in Unicode code points.',
      isNotBlank: true,
    }),
    seconds: SECONDS.optional(),
  })
  .meta({
    description:
      'Other fields are kept with the job; a provider gets those that its adapter knows, and none of them changes the cost.',
  });

export interface SubmitRequest {
  readonly model: string;
  readonly prompt: string;
  readonly lengthMs: number | undefined;
  /** Every other field, as it was parsed. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export function judgeSubmit(body: unknown): Judged<SubmitRequest> {
  const judged = judge(SUBMIT_REQUEST, body);
  if (!judged.ok) return judged;
  const { model, prompt, seconds } = judged.value;
  return { ok: true, value: { model, prompt, lengthMs: seconds, extra: extraOf(body) } };
}

function extraOf(body: unknown): Record<string, unknown> {
  const extra: Record<string, unknown> = Object.create(null);
  if (!isObject(body)) return extra;
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(SUBMIT_REQUEST.shape, name)) extra[name] = value;
  }
  return extra;
}
