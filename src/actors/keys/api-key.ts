/**
 * The API key actor: owns its rolling window and its credit balance. The window, and what is committed of the
 * key, stand in `key-table.ts`, where requests find them; the actor itself is in memory for messages only.
 *
 * The key's money moves by messages to the key alone, and each such turn writes the ledger entries that say
 * so. An actor that needs money, such as a job, asks for it within its own turn: it reserves an amount for a
 * purpose and settles that later, so the money and the state that moved it are one commit. The key does not
 * know what its money buys.
 *
 * Invariants
 *  1. The balances keep the ledger's invariants (`ledger.ts`).
 *  2. `open` counts the reservations that are not settled, and `reserved` is their sum. The record that
 *     proves a reservation is its purpose's: the actor that settles removes it in the same commit.
 *  3. Entries are numbered without gaps from 1.
 */
import { microDa } from '../../money/micro-da.js';
import type { AccountBehavior } from '../accounts/account.js';
import { OPERATORS_ACCOUNT } from '../accounts/operators-account.js';
import { audited } from '../audit/audit-trail.js';
import type { CredentialRecord } from '../credentials/credentials.js';
import { type Movement, NO_BALANCES } from '../money/ledger.js';
import { NO_OPEN_RESERVATIONS } from '../money/purpose.js';
import type { ApiKeyBehavior, ApiKeyReply, ApiKeyState } from './api-key-messages.js';
import { CREATION_REFERENCE, readApiKey, saveApiKey } from './api-key-record.js';
import { lookupResult, recordResult } from './idempotency.js';
import {
  credit,
  debit,
  type KeyTurn,
  receive,
  reserve,
  settle,
  type Told,
  transfer,
  voidMarked,
} from './key-money.js';
import { moveMoney } from './key-movements.js';
import { endEarlier, endGraces, rotate } from './key-rotation.js';
import type { KeyTable } from './key-table.js';
import { giveBackRoom, holdRoom, mayReceive, orderRoom } from './order-room.js';

export interface ApiKeyOptions {
  readonly keys: KeyTable;
  readonly idempotencyKeptMs: number;
  /** Keys that are not revoked, of an account that is not the operators'. */
  readonly keysPerAccountMax: number;
  readonly account: AccountBehavior;
}

export function createApiKeyBehavior(options: ApiKeyOptions): ApiKeyBehavior {
  const { account } = options;
  const apiKey: ApiKeyBehavior = {
    kind: 'api_key',
    activate: readApiKey,
    unitOf: (key) => key.account,
    reminded: () => ({ type: 'grace_over' }),
    committed: (key) => options.keys.apiKeyCommitted(key),
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn, options);
      if (state === undefined) return { outcome: 'no_such_key' };
      switch (message.type) {
        case 'update':
          return update(state, message, turn);
        case 'revoke':
          return revoke(state, message, turn, account);
        case 'rotate':
          return rotate(state, message, turn);
        case 'grace_over':
          return endGraces(state, turn);
        case 'credit':
          return credit(state, message, turn, account);
        case 'debit':
          return debit(state, message, turn, account);
        case 'void_marked':
          return voidMarked(state, message, turn, account);
        case 'transfer':
          return transfer(state, message, turn, account, apiKey);
        case 'receive':
          return receive(state, message, turn, account);
        case 'hold_room':
          return hold(state, message, turn);
        case 'give_back_room':
          giveBackRoom(turn, turn.id, message.amount);
          return { outcome: 'key', key: state };
        case 'check':
          return state.isRevoked ? { outcome: 'no_such_key' } : { outcome: 'key', key: state };
        case 'reserve':
          return reserve(state, message, turn, account);
        case 'settle':
          return settle(state, message, turn, account);
      }
    },
  };
  return apiKey;
}

/**
 * The scope of an operator's key spans accounts, as `references.ts` does: an operator makes keys in
 * all.
 */
function create(
  state: ApiKeyState | undefined,
  { by, key, idempotency }: Told<'create'>,
  turn: KeyTurn,
  { account, idempotencyKeptMs, keysPerAccountMax }: ApiKeyOptions,
): ApiKeyReply {
  if (state !== undefined) throw new Error(`key ${turn.id} exists already`);
  const known = lookupResult(turn, by.id, idempotency);
  if (known.kind === 'refused') return { outcome: known.outcome };
  if (known.kind === 'replay') return { outcome: 'replayed', keyId: known.result };
  const owner = turn.call(account, key.account, { type: 'check' });
  if (owner === undefined) throw new Error(`account ${key.account} of a new key does not exist`);
  if (key.account !== OPERATORS_ACCOUNT && owner.activeKeys >= keysPerAccountMax)
    return { outcome: 'too_many_keys' };
  const fresh: ApiKeyState = {
    id: turn.id,
    account: key.account,
    name: key.name,
    rateLimitRpm: key.rateLimitRpm,
    isRevoked: false,
    createdAt: key.createdAt,
    balances: NO_BALANCES,
    open: NO_OPEN_RESERVATIONS,
    entries: 0,
    credentialHash: key.credentialHash,
    rotations: 0,
    earlier: [],
  };
  const credential: CredentialRecord = { v: 1, kind: 'api', id: turn.id };
  turn.insert('credentials', key.credentialHash, JSON.stringify(credential));
  turn.insert('account_keys', `${key.account}/${turn.id}`, '1');
  const credits = microDa(key.credits);
  const movements: Movement[] = credits > 0 ? [{ type: 'credit', amount: credits }] : [];
  turn.call(account, key.account, { type: 'keys_changed', by: 1 });
  const made = moveMoney(fresh, movements, { purpose: null, reference: CREATION_REFERENCE }, turn, account);
  turn.tally('keys/active', 1);
  const detail = { name: key.name, rate_limit_rpm: key.rateLimitRpm, amount: credits };
  audited(turn, key.account, { by, act: 'key_created', about: turn.id, detail });
  recordResult(turn, by.id, idempotency, turn.id, idempotencyKeptMs);
  saveApiKey(made, turn);
  return { outcome: 'created', key: made };
}

function update(state: ApiKeyState, change: Told<'update'>, turn: KeyTurn): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  const next = {
    ...state,
    name: change.name ?? state.name,
    rateLimitRpm: change.rateLimitRpm ?? state.rateLimitRpm,
  };
  if (next.rateLimitRpm !== state.rateLimitRpm) {
    const detail = { rate_limit_rpm: next.rateLimitRpm };
    audited(turn, state.account, { by: change.by, act: 'key_limit_changed', about: turn.id, detail });
  }
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

function revoke(
  state: ApiKeyState,
  { by }: Told<'revoke'>,
  turn: KeyTurn,
  account: AccountBehavior,
): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'key', key: state };
  const next = { ...state, isRevoked: true, earlier: [] };
  endEarlier(state, turn);
  turn.call(account, state.account, { type: 'keys_changed', by: -1 });
  audited(turn, state.account, { by, act: 'key_revoked', about: turn.id });
  turn.remove('credentials', state.credentialHash);
  turn.tally('keys/active', -1);
  turn.tally('keys/revoked', 1);
  saveApiKey(next, turn);
  return { outcome: 'key', key: next };
}

function hold(state: ApiKeyState, { amount, ordersMax }: Told<'hold_room'>, turn: KeyTurn): ApiKeyReply {
  if (state.isRevoked) return { outcome: 'no_such_key' };
  if (orderRoom(turn, turn.id).orders >= ordersMax) return { outcome: 'too_many_orders' };
  if (!mayReceive(turn, state, amount)) return { outcome: 'over_lifetime_credit' };
  holdRoom(turn, turn.id, amount);
  return { outcome: 'key', key: state };
}
