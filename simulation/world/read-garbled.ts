/** An answer of a service that was garbled on its way, as production reads it from the line. */
import type { ServiceAnswer } from '../../src/outward/outward.js';
import type { Secrets } from '../../src/outward/secrets.js';
import type { GarbledAnswer } from './garbage.js';

/** A service over sockets reads no more, either. */
const CHARACTERS_MAX = 1_048_576;

export function readGarbled({ status, text }: GarbledAnswer, secrets: Secrets): ServiceAnswer | Error {
  if (text.length > CHARACTERS_MAX) return new Error('an answer that is too long');
  return { status, body: secrets.parse(text), retryAfterMs: undefined };
}
