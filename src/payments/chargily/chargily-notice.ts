/**
 * The signature of Chargily's notices (page "Webhooks"): HMAC-SHA256 of the raw body under the API secret, in
 * hex, in the header `signature`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signatureOf(key: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

export function isSignedBy(key: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(key, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
