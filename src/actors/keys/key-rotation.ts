/**
 * Rotation: another secret for the same key. The window, the balance and the jobs are the key's and stay.
 *
 * Invariants
 *  1. A secret of before works until its grace is over, and no longer than the grace of any later rotation: a
 *     rotation without a grace ends all of them at once. A revocation does, too.
 *  2. Table `credentials` has a row for the secret, and one with its end for each earlier secret.
 *     From then on the row counts for nothing; the reminder removes it.
 */
import { later } from '../../time/clock.js';
import { audited } from '../audit/audit-trail.js';
import type { CredentialRecord } from '../credentials/credentials.js';
import type { ApiKeyReply, ApiKeyState, EarlierSecret } from './api-key-messages.js';
import { saveApiKey } from './api-key-record.js';
import type { KeyTurn, Told } from './key-money.js';

const GRACE_REMINDER = 'grace';
/** Earlier secrets of a key; with one more the oldest ends. */
const EARLIER_MAX = 8;

export function rotate(
  state: ApiKeyState,
  { by, credentialHash, graceMs, rotations = state.rotations }: Told<'rotate'>,
  turn: KeyTurn,
): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  if (rotations !== state.rotations) return { outcome: 'rotated_before' };
  const until = later(turn.now, graceMs);
  const before = [{ hash: state.credentialHash, until }, ...state.earlier];
  const cut = before.map((secret) => (secret.until > until ? { ...secret, until } : secret));
  const next = {
    ...state,
    credentialHash,
    rotations: state.rotations + 1,
    earlier: keepEarlier(cut, turn),
  };
  const credential: CredentialRecord = { v: 1, kind: 'api', id: turn.id };
  turn.insert('credentials', credentialHash, JSON.stringify(credential));
  const detail = { grace_seconds: graceMs / 1_000 };
  audited(turn, state.account, { by, act: 'key_rotated', about: turn.id, detail });
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

export function endGraces(state: ApiKeyState, turn: KeyTurn): ApiKeyReply {
  const next = { ...state, earlier: keepEarlier(state.earlier, turn) };
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

/** Of a key that is revoked. */
export function endEarlier({ earlier }: ApiKeyState, turn: KeyTurn): void {
  for (const { hash } of earlier) turn.remove('credentials', hash);
  if (earlier.length > 0) turn.forget(GRACE_REMINDER);
}

/**
 * Writes the rows of secrets that are not the key's any more, and sets the reminder of the first that ends.
 *
 * @param secrets the newest first
 * @returns those whose grace lasts
 */
function keepEarlier(secrets: readonly EarlierSecret[], turn: KeyTurn): readonly EarlierSecret[] {
  const kept = secrets.filter(({ until }) => until > turn.now).slice(0, EARLIER_MAX);
  for (const secret of secrets) {
    const { hash, until } = secret;
    const credential: CredentialRecord = { v: 1, kind: 'api', id: turn.id, until };
    if (kept.includes(secret)) turn.put('credentials', hash, JSON.stringify(credential));
    else turn.remove('credentials', hash);
  }
  const [first] = kept.map(({ until }) => until).sort((one, other) => one - other);
  if (first !== undefined) turn.remindAt(GRACE_REMINDER, first);
  else turn.forget(GRACE_REMINDER);
  return kept;
}
