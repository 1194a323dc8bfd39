/** Reads the parts of a parsed JSON answer; undefined if a part is absent or of another type. */

type Step = string | number;

export function textAt(body: unknown, ...path: readonly Step[]): string | undefined {
  const value = valueAt(body, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberAt(body: unknown, ...path: readonly Step[]): number | undefined {
  const value = valueAt(body, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listAt(body: unknown, ...path: readonly Step[]): readonly unknown[] | undefined {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value : undefined;
}

export function objectAt(
  body: unknown,
  ...path: readonly Step[]
): Readonly<Record<string, unknown>> | undefined {
  const value = valueAt(body, path);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
}

export function valueAt(body: unknown, path: readonly Step[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<Step, unknown>>)[step];
  }
  return value;
}
