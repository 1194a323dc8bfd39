/** Secret texts that people's browsers carry: 256 random bits each, and on disk their SHA-256 alone. */
import { createHash } from 'node:crypto';
import type { World } from '../time/world.js';

const TOKEN_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

export interface Token {
  readonly token: string;
  /** The id of its session or invitation. */
  readonly id: string;
}

export function newToken(world: Pick<World, 'randomBytes'>): Token {
  const token = Buffer.from(world.randomBytes(TOKEN_BYTES)).toString('base64url');
  return { token, id: hashed(token) };
}

/** The id of a session or invitation by its token; undefined if the text is no token. */
export function idOfToken(text: string): string | undefined {
  return SHAPE.test(text) ? hashed(text) : undefined;
}

function hashed(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
