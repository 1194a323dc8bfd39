/** The messages that move a key's money. Each of these turns writes the ledger entries that say so. */
import { createHash } from 'node:crypto';
import { ZERO_MICRO_DA } from '../../money/micro-da.js';
import type { AccountBehavior } from '../accounts/account.js';
import { audited } from '../audit/audit-trail.js';
import { balanceOf, type Movement, markedPart, settlement } from '../money/ledger.js';
import { changedOpen } from '../money/purpose.js';
import type { Turn } from '../runtime/behavior.js';
import type { ApiKeyBehavior, ApiKeyMessage, ApiKeyReply, ApiKeyState } from './api-key-messages.js';
import { saveApiKey } from './api-key-record.js';
import { moveMoney } from './key-movements.js';
import { giveBackRoom, mayReceive } from './order-room.js';
import { lookupReference, type ReferencedMovement, recordReference } from './references.js';

export type KeyTurn = Turn<ApiKeyState, never>;
export type Told<Type extends ApiKeyMessage['type']> = Extract<ApiKeyMessage, { readonly type: Type }>;

export function credit(
  state: ApiKeyState,
  { by, amount, reference, referenceHash, holdsRoom = false, marked }: Told<'credit'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  const referenced: ReferencedMovement = { kind: 'credit', key: turn.id, amount };
  const known = lookupReference(turn, referenceHash, referenced);
  if (known.kind === 'reused') return { outcome: 'reference_reused' };
  if (known.kind === 'replay') return { outcome: 'credit_replayed', entry: known.entry, key: state };
  if (!holdsRoom && !mayReceive(turn, state, amount)) return { outcome: 'over_lifetime_credit' };
  if (holdsRoom) giveBackRoom(turn, turn.id, amount);
  const movement: Movement = { type: 'credit', amount, marked: marked === true ? amount : ZERO_MICRO_DA };
  const next = moveMoney(state, [movement], { purpose: null, reference }, turn, account);
  recordReference(turn, referenceHash, referenced, next.entries);
  audited(turn, state.account, { by, act: 'credit_added', about: turn.id, detail: { amount, reference } });
  saveApiKey(next, turn);
  return { outcome: 'credited', entry: next.entries, key: next };
}

/** Of a revoked key, too: what it has left can be paid back. */
export function debit(
  state: ApiKeyState,
  { by, amount, reference, referenceHash }: Omit<Told<'debit'>, 'type'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  const referenced: ReferencedMovement = { kind: 'debit', key: turn.id, amount };
  const known = lookupReference(turn, referenceHash, referenced);
  if (known.kind === 'reused') return { outcome: 'reference_reused' };
  if (known.kind === 'replay') return { outcome: 'debit_replayed', entry: known.entry, key: state };
  const balance = balanceOf(state.balances);
  if (balance < amount) return { outcome: 'insufficient_credits', required: amount, balance };
  const movement: Movement = { type: 'debit', amount, marked: markedPart(state.balances, amount) };
  const next = moveMoney(state, [movement], { purpose: null, reference }, turn, account);
  recordReference(turn, referenceHash, referenced, next.entries);
  audited(turn, state.account, { by, act: 'credit_debited', about: turn.id, detail: { amount, reference } });
  saveApiKey(next, turn);
  return { outcome: 'debited', entry: next.entries, key: next };
}

/** Takes back what simulated payments brought, if it was not spent. */
export function voidMarked(
  state: ApiKeyState,
  { by }: Told<'void_marked'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  const amount = state.balances.marked;
  if (amount === 0) return { outcome: 'key', key: state };
  const reference = `simulated:void/${turn.id}/${state.entries + 1}`;
  const referenceHash = createHash('sha256').update(reference, 'utf8').digest('hex');
  const reply = debit(state, { by, amount, reference, referenceHash }, turn, account);
  if (reply.outcome !== 'debited') throw new Error(`key ${turn.id} was to be debited: ${reply.outcome}`);
  return { outcome: 'voided', amount, key: reply.key };
}

/** Leaves a revoked key, too, and enters none. Both keys move in this turn. */
export function transfer(
  state: ApiKeyState,
  { by, to, amount, reference, referenceHash }: Told<'transfer'>,
  turn: KeyTurn,
  account: AccountBehavior,
  apiKey: ApiKeyBehavior,
): ApiKeyReply {
  const referenced: ReferencedMovement = { kind: 'transfer', key: turn.id, amount, to };
  const known = lookupReference(turn, referenceHash, referenced);
  if (known.kind === 'replay') return { outcome: 'transfer_replayed', entry: known.entry, key: state };
  const recipient = turn.call(apiKey, to, { type: 'check' });
  if (recipient.outcome !== 'key') return { outcome: 'no_such_recipient' };
  if (known.kind === 'reused') return { outcome: 'reference_reused' };
  if (!mayReceive(turn, recipient.key, amount)) return { outcome: 'over_lifetime_credit' };
  const balance = balanceOf(state.balances);
  if (balance < amount) return { outcome: 'insufficient_credits', required: amount, balance };
  const about = { purpose: null, reference, other: to };
  const marked = markedPart(state.balances, amount);
  const next = moveMoney(state, [{ type: 'transfer_out', amount, marked }], about, turn, account);
  recordReference(turn, referenceHash, referenced, next.entries);
  const detail = { amount, reference, to };
  audited(turn, state.account, { by, act: 'credit_transferred', about: turn.id, detail });
  saveApiKey(next, turn);
  turn.call(apiKey, to, { type: 'receive', from: turn.id, amount, marked, reference });
  return { outcome: 'transferred', entry: next.entries, key: next };
}

/** The sender has checked that it may. */
export function receive(
  state: ApiKeyState,
  { from, amount, marked, reference }: Told<'receive'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  const about = { purpose: null, reference, other: from };
  const next = moveMoney(state, [{ type: 'transfer_in', amount, marked }], about, turn, account);
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

export function reserve(
  state: ApiKeyState,
  { purpose, amount, openMax }: Told<'reserve'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  if (state.open[purpose.kind] >= openMax) return { outcome: 'too_many_reservations' };
  const balance = balanceOf(state.balances);
  if (balance === 0 || balance < amount)
    return { outcome: 'insufficient_credits', required: amount, balance };
  const about = { purpose, reference: null };
  const marked = markedPart(state.balances, amount);
  const next = moveMoney(
    state,
    [{ type: 'reserve', amount, marked }],
    about,
    turn,
    account,
    changedOpen(state.open, purpose.kind, 1),
  );
  saveApiKey(next, turn);
  return { outcome: 'reserved', key: next, marked };
}

/** Of a revoked key, too: what it has running is paid for. */
export function settle(
  state: ApiKeyState,
  { purpose, reserved, charge, marked }: Told<'settle'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  const about = { purpose, reference: null };
  const movements = settlement(reserved, charge, marked);
  if (state.open[purpose.kind] === 0) throw new Error(`key ${turn.id} settled more reservations than it had`);
  const open = changedOpen(state.open, purpose.kind, -1);
  const next = moveMoney(state, movements, about, turn, account, open);
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}
