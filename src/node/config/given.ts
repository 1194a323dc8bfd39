/** Values that were given for options and sections, before they are validated. */
import type * as z from 'zod';
import type { FilePath } from './config-file.js';
import { NEVER_SHOWN } from './provider-settings.js';
import { ConfigError } from './start-refused.js';

/** A value that was given, with what a message calls its place. */
export interface Given {
  readonly where: (path: FilePath) => string;
  readonly value: unknown;
  /** The folder that a relative path counts from. */
  readonly folder: string;
}

/** The value as its schema understands it, or a `ConfigError` that names the first thing wrong with it. */
export function parseGiven<T>(schema: z.ZodType<T>, given: Given, isShown = true): T {
  const result = schema.safeParse(given.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue?.code === 'unrecognized_keys') {
    throw new ConfigError(`${given.where([...path, issue.keys[0] ?? ''])} is not a setting that exists`);
  }
  const why = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
  const isSecret = !isShown || NEVER_SHOWN.has(path.at(-1));
  const but = isSecret ? '' : `, not ${shown(valueAt(given.value, path))}`;
  throw new ConfigError(`${given.where(path)} ${why}${but}`);
}

function valueAt(value: unknown, path: FilePath): unknown {
  let found = value;
  for (const step of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  }
  return found;
}

const SHOWN_MAX = 60;

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
