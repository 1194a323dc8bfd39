/**
 * The account actor: a name, whether it is verified, and the totals over its keys.
 *
 * The totals move in the same turn as the key's own balances, so they are exact at every commit; as sums over
 * keys they are `bigint`.
 */
import type { StoreReader } from '../../store/store.js';
import { type SteadyMs, sortable } from '../../time/clock.js';
import { audited, type By } from '../audit/audit-trail.js';
import type { EntryType } from '../money/ledger.js';
import { type AccountTotals, addMovement, NO_TOTALS } from '../money/totals.js';
import type { Behavior, Turn } from '../runtime/behavior.js';
import { timeOfId } from '../storage/ids.js';
import { printed } from '../storage/json-texts.js';
import { decoded } from '../storage/unreadable-record.js';
import type { ManagementKeyBehavior } from './management-key.js';

export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly isVerified: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
  /** When it was made, in steady time, and not before the time of its id: its place in the list. */
  readonly madeAt: SteadyMs;
  readonly totals: AccountTotals;
  /** Its keys that are not revoked. */
  readonly activeKeys: number;
}

export type AccountMessage =
  | {
      readonly type: 'create';
      readonly by: By;
      readonly name: string;
      readonly isVerified: boolean;
      readonly createdAt: number;
      /** Left out of an account that a stranger makes. */
      readonly managementKey?: {
        readonly id: string;
        readonly role: 'account' | 'operator';
        readonly credentialHash: string;
      };
    }
  | { readonly type: 'update'; readonly by: By; readonly name?: string; readonly isVerified?: boolean }
  /** Asks for the account; this one and the next two are sent within the turn of a key of the account. */
  | { readonly type: 'check' }
  /** A key was made, or revoked. */
  | { readonly type: 'keys_changed'; readonly by: 1 | -1 }
  /** A key moved money. */
  | {
      readonly type: 'moved';
      readonly movement: EntryType;
      readonly amountMicroDa: number;
      /** The marked part of the amount. */
      readonly markedMicroDa: number;
    };

/**
 * The state after the message; undefined if there is no such account or, of `create`, if there is one
 * already.
 */
export type AccountReply = AccountState | undefined;
export type AccountBehavior = Behavior<AccountState, AccountMessage, AccountReply, never>;

interface AccountRecord {
  readonly v: 1;
  readonly name: string;
  readonly verified: boolean;
  readonly created_at: number;
  readonly made_at: SteadyMs;
  /** Micro-DA in decimal digits. */
  readonly credited: string;
  readonly charged: string;
  readonly reserved: string;
  readonly keys: number;
  /** Absent if nothing of the balances is marked. */
  readonly marked?: string;
}

export function createAccountBehavior(managementKey: ManagementKeyBehavior): AccountBehavior {
  return {
    kind: 'account',
    activate: (id, records) => readAccount(id, records),
    unitOf: ({ id }) => id,
    receive(state, message, turn) {
      const next = after(state, message, turn.id, turn.now);
      if (next === undefined || message.type === 'check') return next;
      if (message.type === 'create') enter(message, next.madeAt, turn, managementKey);
      if (
        (message.type === 'create' || message.type === 'update') &&
        next.isVerified !== (state?.isVerified ?? false)
      ) {
        const act = next.isVerified ? 'account_verified' : 'account_unverified';
        audited(turn, turn.id, { by: message.by, act, about: turn.id });
      }
      save(next, turn);
      return next;
    },
  };
}

/** Makes the first management key of a new account, and enters the account in what lists and counts them. */
function enter(
  { by, name, managementKey: first }: Extract<AccountMessage, { type: 'create' }>,
  madeAt: SteadyMs,
  turn: Turn<AccountState, never>,
  managementKey: ManagementKeyBehavior,
): void {
  audited(turn, turn.id, { by, act: 'account_created', about: turn.id, detail: { name } });
  if (first !== undefined) {
    const { id, role, credentialHash } = first;
    turn.call(managementKey, id, { type: 'create', by, account: turn.id, role, credentialHash });
  }
  turn.insert('account_order', accountOrderKey(madeAt, turn.id), turn.id);
  turn.tally('accounts', 1);
}

/** Key in table `account_order`, which lists the accounts by age. */
export function accountOrderKey(madeAt: SteadyMs, id: string): string {
  return `${sortable(madeAt)}/${id}`;
}

export function readAccount(id: string, records: StoreReader): AccountState | undefined {
  const text = records.get('accounts', id);
  if (text === undefined) return undefined;
  const record = decoded('accounts', id, () => JSON.parse(text) as AccountRecord);
  return {
    id,
    name: record.name,
    isVerified: record.verified,
    createdAt: record.created_at,
    madeAt: record.made_at,
    totals: {
      credited: BigInt(record.credited),
      charged: BigInt(record.charged),
      reserved: BigInt(record.reserved),
      marked: BigInt(record.marked ?? 0),
    },
    activeKeys: record.keys,
  };
}

function after(
  state: AccountState | undefined,
  message: AccountMessage,
  id: string,
  now: SteadyMs,
): AccountState | undefined {
  if (message.type === 'create') {
    if (state !== undefined) return undefined;
    const { name, isVerified, createdAt } = message;
    const madeAt = Math.max(now, timeOfId(id) ?? now) as SteadyMs;
    return { id, name, isVerified, createdAt, madeAt, totals: NO_TOTALS, activeKeys: 0 };
  }
  if (message.type === 'moved') {
    if (state === undefined) throw new Error(`money moved on a key of account ${id}, which does not exist`);
    const { name, isVerified, createdAt, madeAt, activeKeys } = state;
    const { movement, amountMicroDa, markedMicroDa } = message;
    const totals = addMovement(state.totals, movement, BigInt(amountMicroDa), BigInt(markedMicroDa));
    return { id, name, isVerified, createdAt, madeAt, totals, activeKeys };
  }
  if (state === undefined || message.type === 'check') return state;
  if (message.type === 'keys_changed') return { ...state, activeKeys: state.activeKeys + message.by };
  return { ...state, name: message.name ?? state.name, isVerified: message.isVerified ?? state.isVerified };
}

function save(state: AccountState, turn: Turn<AccountState, never>): void {
  turn.put('accounts', turn.id, encodeAccount(state));
  turn.become(state);
}

export function encodeAccount(state: AccountState): string {
  const { credited, charged, reserved, marked } = state.totals;
  const end = marked === 0n ? '' : `,"marked":"${marked}"`;
  return `{"v":1,"name":${printed(state.name)},"verified":${state.isVerified},"created_at":${state.createdAt},"made_at":${state.madeAt},"credited":"${credited}","charged":"${charged}","reserved":"${reserved}","keys":${state.activeKeys}${end}}`;
}
