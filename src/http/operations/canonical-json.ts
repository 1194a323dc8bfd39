/**
 * JSON in one form for equal values: keys sorted by UTF-16 units, no white space, undefined fields left out
 * (RFC 8785, whose number format is JavaScript's own).
 *
 * Recurses: the reading of bodies (`json-text.ts`) bounds how deep a value nests.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
