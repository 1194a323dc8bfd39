/**
 * The management key actor: which account it speaks for, in which role, its window, and the idempotency keys
 * of the API keys it created.
 */
import type { StoreReader } from '../../store/store.js';
import type { Effect } from '../jobs/effects.js';
import type { ApiKeyBehavior, ApiKeyState } from '../keys/api-key-messages.js';
import type { CredentialRecord } from '../keys/credentials.js';
import { type IdempotentRequest, lookupResult, recordResult } from '../keys/idempotency.js';
import type { KeyTable } from '../keys/key-table.js';
import type { Behavior, Turn } from '../runtime/behavior.js';

export interface ManagementKeyState {
  readonly id: string;
  readonly account: string;
  readonly role: 'account' | 'operator';
  readonly credentialHash: string;
  readonly isRevoked: boolean;
}

export interface NewApiKey {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly rateLimitRpm: number;
  /** Micro-DA the key starts with. */
  readonly credits: number;
  readonly credentialHash: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

export type ManagementKeyMessage =
  | {
      readonly type: 'create';
      readonly account: string;
      readonly role: 'account' | 'operator';
      readonly credentialHash: string;
    }
  | { readonly type: 'revoke' }
  | {
      readonly type: 'create_api_key';
      readonly key: NewApiKey;
      readonly idempotency: IdempotentRequest | undefined;
    };

export type ManagementKeyReply =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'created'; readonly key: ApiKeyState }
  | { readonly outcome: 'replayed'; readonly keyId: string }
  | { readonly outcome: 'idempotency_key_in_use' }
  | { readonly outcome: 'idempotency_key_reused' }
  | { readonly outcome: 'revoked' };

export type ManagementKeyBehavior = Behavior<
  ManagementKeyState,
  ManagementKeyMessage,
  ManagementKeyReply,
  Effect
>;

interface ManagementKeyRecord {
  readonly v: 1;
  readonly account: string;
  readonly role: 'account' | 'operator';
  readonly hash: string;
  readonly revoked: boolean;
}

export function createManagementKeyBehavior(options: {
  readonly keys: KeyTable;
  readonly idempotencyKeptMs: number;
  /** Late, for API keys and management keys know each other. */
  readonly apiKey: () => ApiKeyBehavior;
}): ManagementKeyBehavior {
  return {
    kind: 'management_key',
    activate: readManagementKey,
    committed: (key) => options.keys.managementKeyCommitted(key),
    receive(state, message, turn) {
      if (message.type === 'create') {
        if (state !== undefined) throw new Error(`management key ${turn.id} exists already`);
        const { account, role, credentialHash } = message;
        save({ id: turn.id, account, role, credentialHash, isRevoked: false }, turn);
        const credential: CredentialRecord = { v: 1, kind: 'management', id: turn.id };
        turn.put('credentials', credentialHash, JSON.stringify(credential));
        return { outcome: 'done' };
      }
      if (state === undefined || state.isRevoked) return { outcome: 'revoked' };
      if (message.type === 'revoke') {
        save({ ...state, isRevoked: true }, turn);
        turn.remove('credentials', state.credentialHash);
        return { outcome: 'done' };
      }
      return createApiKey(message, turn, options.apiKey(), options.idempotencyKeptMs);
    },
  };
}

export function readManagementKey(id: string, records: StoreReader): ManagementKeyState | undefined {
  const text = records.get('management_keys', id);
  if (text === undefined) return undefined;
  const { account, role, hash, revoked } = JSON.parse(text) as ManagementKeyRecord;
  return { id, account, role, credentialHash: hash, isRevoked: revoked };
}

function createApiKey(
  { key, idempotency }: { key: NewApiKey; idempotency: IdempotentRequest | undefined },
  turn: Turn<ManagementKeyState, Effect>,
  apiKey: ApiKeyBehavior,
  idempotencyKeptMs: number,
): ManagementKeyReply {
  const recollection = lookupResult(turn, turn.id, idempotency);
  if (recollection.kind === 'refused') return { outcome: recollection.outcome };
  if (recollection.kind === 'replay') return { outcome: 'replayed', keyId: recollection.result };
  const reply = turn.call(apiKey, key.id, { type: 'create', key });
  if (reply.outcome !== 'key') throw new Error(`a new key answered ${reply.outcome}`);
  recordResult(turn, turn.id, idempotency, key.id, idempotencyKeptMs);
  return { outcome: 'created', key: reply.key };
}

function save(state: ManagementKeyState, turn: Turn<ManagementKeyState, Effect>): void {
  const record: ManagementKeyRecord = {
    v: 1,
    account: state.account,
    role: state.role,
    hash: state.credentialHash,
    revoked: state.isRevoked,
  };
  turn.put('management_keys', turn.id, JSON.stringify(record));
  turn.become(state);
}
