/** The fields of a key's forms, held against the same schema as those of the API. */
import { CREATE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';

export interface KeyForm {
  /** As typed. */
  readonly name: string;
  readonly limit: string;
  /** Undefined if the form has none. */
  readonly rateLimitRpm: number | undefined;
  /** The field that is not as it must be. */
  readonly wrong: 'name' | 'limit' | undefined;
}

/** @param mayLimit false if a limit that is sent nevertheless does not count */
export function readKeyForm(form: URLSearchParams, mayLimit: boolean): KeyForm {
  const name = (form.get('name') ?? '').trim();
  const limit = (form.get('limit') ?? '').trim();
  const rateLimitRpm = mayLimit && limit !== '' ? Number(limit) : undefined;
  const parsed = parseInput(CREATE_KEY_REQUEST, {
    name,
    ...(rateLimitRpm === undefined ? {} : { rate_limit_rpm: rateLimitRpm }),
  });
  if (parsed.ok) return { name, limit, rateLimitRpm, wrong: undefined };
  return { name, limit, rateLimitRpm, wrong: parsed.error.param === 'rate_limit_rpm' ? 'limit' : 'name' };
}
