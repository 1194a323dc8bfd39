/**
 * The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header), and what makes two requests the
 * same.
 *
 * The draft has the key as a quoted string (RFC 8941, section 3.3.3); most clients send it bare. Both are
 * taken, and `"abc"` is the same key as `abc`. An empty field is refused: whoever sends one wants a key, and
 * has one that did not survive the way (uWebSockets.js drops bytes outside of ASCII at its ends).
 */
import { createHash } from 'node:crypto';
import type { IdempotentRequest } from '../../actors/keys/idempotency.js';
import type { ApiError } from '../errors.js';
import { invalid, type Parsed } from '../schemas/parse-input.js';
import { canonicalJson } from './canonical-json.js';

const PARAM = 'Idempotency-Key';
const IN_USE_RETRY_MS = 1_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;
/** A quoted string with nothing behind it; within, only `"` and `\` are escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * @param header the field's value, undefined if there is none
 * @param fields tells the parsed request, in a form in which equal requests are equal; asked if there is a
 * key
 */
export function parseIdempotency(
  header: string | undefined,
  fields: () => Readonly<Record<string, unknown>>,
): Parsed<IdempotentRequest | undefined> {
  if (header === undefined) return { ok: true, value: undefined };
  const key = header.startsWith('"') ? unquoted(header) : header;
  if (key === undefined || !PRINTABLE.test(key)) {
    return {
      ok: false,
      error: invalid(
        'Idempotency-Key must be 1 to 255 printable ASCII characters, bare or as one quoted string.',
        PARAM,
      ),
    };
  }
  return { ok: true, value: { keyHash: sha256(key), fingerprint: sha256(canonicalJson(fields())) } };
}

/** The refusals of an Idempotency-Key that cannot stand for this request. */
export function idempotencyRefused(outcome: 'idempotency_key_in_use' | 'idempotency_key_reused'): ApiError {
  if (outcome === 'idempotency_key_in_use') {
    return {
      code: outcome,
      message: 'The first request with this Idempotency-Key is still under way; try again in a second.',
      param: PARAM,
      retryAfterMs: IN_USE_RETRY_MS,
    };
  }
  return {
    code: outcome,
    message:
      'This Idempotency-Key was used for another request; repeat that one unchanged, or use a new key.',
    param: PARAM,
  };
}

function unquoted(header: string): string | undefined {
  return QUOTED.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1');
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
