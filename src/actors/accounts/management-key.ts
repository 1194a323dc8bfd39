/** The management key actor: which account it speaks for, and in which role. */
import type { StoreReader } from '../../store/store.js';
import { audited, type By } from '../audit/audit-trail.js';
import type { CredentialRecord } from '../credentials/credentials.js';
import type { Behavior, Turn } from '../runtime/behavior.js';

export interface ManagementKeyState {
  readonly id: string;
  readonly account: string;
  readonly role: 'account' | 'operator';
  readonly credentialHash: string;
  readonly isRevoked: boolean;
}

export type ManagementKeyMessage =
  | {
      readonly type: 'create';
      readonly by: By;
      readonly account: string;
      readonly role: 'account' | 'operator';
      readonly credentialHash: string;
    }
  | { readonly type: 'revoke'; readonly by: By };

/** The key after the message; undefined if there is none. */
export type ManagementKeyReply = ManagementKeyState | undefined;

export type ManagementKeyBehavior = Behavior<
  ManagementKeyState,
  ManagementKeyMessage,
  ManagementKeyReply,
  never
>;

interface ManagementKeyRecord {
  readonly v: 1;
  readonly account: string;
  readonly role: 'account' | 'operator';
  readonly hash: string;
  readonly revoked: boolean;
}

/** @param committed told of each state that a commit has made a key's */
export function createManagementKeyBehavior(
  committed: (key: ManagementKeyState) => void,
): ManagementKeyBehavior {
  return {
    kind: 'management_key',
    activate: readManagementKey,
    unitOf: ({ account }) => account,
    committed,
    receive(state, message, turn) {
      if (message.type === 'create') return create(state, message, turn);
      if (state === undefined || state.isRevoked) return state;
      turn.remove('credentials', state.credentialHash);
      audited(turn, state.account, { by: message.by, act: 'management_key_revoked', about: turn.id });
      return saved({ ...state, isRevoked: true }, turn);
    },
  };
}

export function readManagementKey(id: string, records: StoreReader): ManagementKeyState | undefined {
  const text = records.get('management_keys', id);
  if (text === undefined) return undefined;
  const { account, role, hash, revoked } = JSON.parse(text) as ManagementKeyRecord;
  return { id, account, role, credentialHash: hash, isRevoked: revoked };
}

function create(
  state: ManagementKeyState | undefined,
  { by, account, role, credentialHash }: Extract<ManagementKeyMessage, { type: 'create' }>,
  turn: Turn<ManagementKeyState, never>,
): ManagementKeyState {
  if (state !== undefined) throw new Error(`management key ${turn.id} exists already`);
  const credential: CredentialRecord = { v: 1, kind: 'management', id: turn.id };
  turn.put('credentials', credentialHash, JSON.stringify(credential));
  audited(turn, account, { by, act: 'management_key_created', about: turn.id, detail: { role } });
  return saved({ id: turn.id, account, role, credentialHash, isRevoked: false }, turn);
}

function saved(state: ManagementKeyState, turn: Turn<ManagementKeyState, never>): ManagementKeyState {
  const record: ManagementKeyRecord = {
    v: 1,
    account: state.account,
    role: state.role,
    hash: state.credentialHash,
    revoked: state.isRevoked,
  };
  turn.put('management_keys', turn.id, JSON.stringify(record));
  turn.become(state);
  return state;
}
