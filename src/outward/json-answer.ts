/** The reading of a service's answers: bounded bodies, and when to come back. */
const DAY_MS = 86_400_000;

/** @throws if the body is longer than `bytesMax`, or ends early */
export async function readText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // To leave the loop closes the connection.
    if (size > bytesMax) throw new Error(`an answer of more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * `Retry-After` in ms from now, at most a day (RFC 9110, 10.2.3: seconds, or a date); undefined if there is
 * none, or none that can be read.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), DAY_MS);
}
