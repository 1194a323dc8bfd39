/**
 * How deep a body may nest.
 *
 * The parser takes any depth, but printing and comparing recurse: a body of a hundred thousand brackets
 * would otherwise end in a stack overflow far from the one who sent it.
 */
export const NESTING_MAX = 64;

/** Whether a parsed body nests deeper than `NESTING_MAX`. Walks without recursion. */
export function nestsTooDeep(body: unknown): boolean {
  let level: object[] = typeof body === 'object' && body !== null ? [body] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > NESTING_MAX) return true;
    level = level.flatMap((value) => Object.values(value).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
