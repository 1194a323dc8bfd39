/** Secret texts that people's browsers carry: 256 random bits each, and on disk their SHA-256 alone. */
import { createHash } from 'node:crypto';

const TOKEN_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

export function makeToken(randomBytes: (count: number) => Uint8Array): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** The id of a session or invitation by its token; undefined if the text is no token. */
export function idOfToken(text: string): string | undefined {
  return SHAPE.test(text) ? createHash('sha256').update(text, 'utf8').digest('hex') : undefined;
}
