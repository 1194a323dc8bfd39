/** Bodies that hold when the call is over in which an answer was given. */

export function keptBody(body: string | Uint8Array): string | Uint8Array {
  return typeof body === 'string' ? body : body.slice();
}

export function keptBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body.slice();
}

export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
