/** The management key actor: which account it speaks for, and in which role. */
import { type StoreReader, withPrefix } from '../../store/store.js';
import { audited, type By } from '../audit/audit-trail.js';
import type { CredentialRecord } from '../credentials/credentials.js';
import type { Behavior, Turn } from '../runtime/behavior.js';
import { missingRecord } from '../storage/unreadable-record.js';

export interface ManagementKeyState {
  readonly id: string;
  readonly account: string;
  readonly role: 'account' | 'operator';
  /** To know it by; undefined if it was made with its account, or by the configuration. */
  readonly name?: string | undefined;
  readonly credentialHash: string;
  readonly isRevoked: boolean;
}

export type ManagementKeyMessage =
  /** A form that comes again changes nothing: the key stays as the first one made it. */
  | {
      readonly type: 'create';
      readonly by: By;
      readonly account: string;
      readonly role: 'account' | 'operator';
      readonly name?: string;
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
  readonly name?: string;
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
      turn.remove('account_management_keys', accountManagementKey(state.account, turn.id));
      audited(turn, state.account, { by: message.by, act: 'management_key_revoked', about: turn.id });
      return saved({ ...state, isRevoked: true }, turn);
    },
  };
}

export function readManagementKey(id: string, records: StoreReader): ManagementKeyState | undefined {
  const text = records.get('management_keys', id);
  if (text === undefined) return undefined;
  const { account, role, name, hash, revoked } = JSON.parse(text) as ManagementKeyRecord;
  return { id, account, role, name, credentialHash: hash, isRevoked: revoked };
}

/** Key in table `account_management_keys`, which lists those of an account that are not revoked. */
export function accountManagementKey(account: string, id: string): string {
  return `${account}/${id}`;
}

/** Newest first. */
export function listManagementKeys(records: StoreReader, account: string): readonly ManagementKeyState[] {
  const all = records.range('account_management_keys', { ...withPrefix(`${account}/`), reverse: true });
  return Array.from(all, ({ key }) => {
    const id = key.slice(account.length + 1);
    const listed = readManagementKey(id, records);
    if (listed === undefined) throw missingRecord('management_keys', id);
    return listed;
  });
}

function create(
  state: ManagementKeyState | undefined,
  { by, account, role, name, credentialHash }: Extract<ManagementKeyMessage, { type: 'create' }>,
  turn: Turn<ManagementKeyState, never>,
): ManagementKeyState {
  if (state !== undefined) return state;
  const credential: CredentialRecord = { v: 1, kind: 'management', id: turn.id };
  turn.put('credentials', credentialHash, JSON.stringify(credential));
  turn.put('account_management_keys', accountManagementKey(account, turn.id), '1');
  audited(turn, account, {
    by,
    act: 'management_key_created',
    about: turn.id,
    detail: { role, ...(name === undefined ? {} : { name }) },
  });
  return saved({ id: turn.id, account, role, name, credentialHash, isRevoked: false }, turn);
}

function saved(state: ManagementKeyState, turn: Turn<ManagementKeyState, never>): ManagementKeyState {
  const record: ManagementKeyRecord = {
    v: 1,
    account: state.account,
    role: state.role,
    ...(state.name === undefined ? {} : { name: state.name }),
    hash: state.credentialHash,
    revoked: state.isRevoked,
  };
  turn.put('management_keys', turn.id, JSON.stringify(record));
  turn.become(state);
  return state;
}
