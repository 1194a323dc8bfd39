/** The signature of notices, as Chargily has it (page "Webhooks"): HMAC-SHA256 of the raw body, in hex. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signatureOf(key: string | Uint8Array, body: Uint8Array): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

export function isSignedBy(key: string | Uint8Array, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(key, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
