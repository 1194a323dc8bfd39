/** At most four characters up to a thousand million: `999`, `1.2k`, `12k`, `1.2M`. Cut, never rounded up. */
export function compact(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${cut(count / 1_000)}k`;
  return `${cut(count / 1_000_000)}M`;
}

function cut(value: number): string {
  return value < 10 ? String(Math.floor(value * 10) / 10) : String(Math.floor(value));
}
