/**
 * Idempotency keys: the same accepted request again gets the first one's result.
 *
 * A record is written in the commit of the request that it remembers, scoped to the key that made it, and
 * counts for the configured time (steady). Sameness is judged on a fingerprint of the parsed request.
 *
 * Invariant: each record has exactly one row in `expiry`, at the time at which it expires, and each such row
 * its record. So a record that a disk lost is missed.
 */
import { later, type SteadyMs } from '../../time/clock.js';
import type { Turn, TurnRecords } from '../runtime/behavior.js';
import { expiryKey } from '../storage/expiry.js';

export interface IdempotentRequest {
  /** SHA-256 of the client's Idempotency-Key, hex. */
  readonly keyHash: string;
  /** SHA-256 of the request in canonical form, hex. */
  readonly fingerprint: string;
}

interface IdempotencyRecord {
  readonly v: 1;
  readonly fingerprint: string;
  readonly result: string;
  /** Steady ms. */
  readonly expires: number;
}

export type Lookup =
  | { readonly kind: 'new' }
  /** The first request with this key is not on disk yet, or the key stands for another request. */
  | { readonly kind: 'refused'; readonly outcome: 'idempotency_key_in_use' | 'idempotency_key_reused' }
  | { readonly kind: 'replay'; readonly result: string };

function idempotencyRecordKey(scope: string, keyHash: string): string {
  return `${scope}/${keyHash}`;
}

/**
 * Looks the request up. That its key is in use is told without waiting for the commit of the first request.
 */
export function lookupResult(
  turn: TurnRecords & Pick<Turn<never, never>, 'answerNow'>,
  scope: string,
  request: IdempotentRequest | undefined,
): Lookup {
  if (request === undefined) return { kind: 'new' };
  const key = idempotencyRecordKey(scope, request.keyHash);
  const text = turn.get('idempotency', key);
  if (text === undefined) return { kind: 'new' };
  const record = JSON.parse(text) as IdempotencyRecord;
  if (record.expires <= turn.now) return { kind: 'new' };
  if (turn.isUncommitted('idempotency', key)) {
    turn.answerNow();
    return { kind: 'refused', outcome: 'idempotency_key_in_use' };
  }
  if (record.fingerprint !== request.fingerprint) {
    return { kind: 'refused', outcome: 'idempotency_key_reused' };
  }
  return { kind: 'replay', result: record.result };
}

/** Remembers that `request` was accepted with `result` (an id). */
export function recordResult(
  turn: TurnRecords,
  scope: string,
  request: IdempotentRequest | undefined,
  result: string,
  keptMs: number,
): void {
  if (request === undefined) return;
  const key = idempotencyRecordKey(scope, request.keyHash);
  const expired = turn.get('idempotency', key);
  if (expired !== undefined) turn.remove('expiry', rowOf(key, JSON.parse(expired) as IdempotencyRecord));
  const expires: SteadyMs = later(turn.now, keptMs);
  const record: IdempotencyRecord = { v: 1, fingerprint: request.fingerprint, result, expires };
  turn.put('idempotency', key, JSON.stringify(record));
  turn.insert('expiry', rowOf(key, record), '1');
}

/** Forgets what stands for `result`, which is no more; the key may have come to stand for something later. */
export function removeResult(turn: TurnRecords, scope: string, keyHash: string, result: string): void {
  const key = idempotencyRecordKey(scope, keyHash);
  const text = turn.get('idempotency', key);
  if (text === undefined) return;
  const record = JSON.parse(text) as IdempotencyRecord;
  if (record.result !== result) return;
  turn.remove('idempotency', key);
  turn.remove('expiry', rowOf(key, record));
}

function rowOf(key: string, { expires }: IdempotencyRecord): string {
  return expiryKey(expires as SteadyMs, 'idempotency', key);
}
