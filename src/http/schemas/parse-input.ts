/**
 * Runs a schema over what a client sent, and turns the first thing it finds into the answer.
 *
 * Every schema here carries its own messages, each a full sentence that names the field; what remains of
 * zod's own wording is replaced below.
 */
import type * as z from 'zod';
import type { ApiError } from '../errors.js';

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ApiError };

/** A field's name in an answer is cut here: it may come from the client. */
const PARAM_LENGTH_MAX = 100;

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  return { ok: false, error: issue === undefined ? invalid('The request is not valid.') : errorOf(issue) };
}

export function invalid(message: string, param?: string): ApiError {
  return { code: 'invalid_request', message, ...(param === undefined ? {} : { param }) };
}

/** Parses the parameters that `schema` knows; others are ignored, and the first counts if one repeats. */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): Parsed<z.output<Schema>> {
  const known: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = query.get(name);
    if (value !== null) known[name] = value;
  }
  return parseInput(schema, known);
}

export function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function errorOf(issue: z.core.$ZodIssue): ApiError {
  if (issue.code === 'unrecognized_keys') {
    const name = cut([...issue.path, issue.keys[0] ?? ''].map(String).join('.'));
    return invalid(`${name} is not a field of this request; leave it out or see /docs for its fields.`, name);
  }
  if (issue.path.length === 0) return invalid('The body must be a JSON object; see /docs for its fields.');
  return invalid(issue.message, cut(issue.path.map(String).join('.')));
}

function cut(name: string): string {
  return name.length <= PARAM_LENGTH_MAX ? name : `${name.slice(0, PARAM_LENGTH_MAX - 1)}…`;
}
