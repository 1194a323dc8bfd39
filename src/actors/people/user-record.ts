/** The record of a user. Its sessions have records of their own. */
import type { StoreReader } from '../../store/store.js';
import type { Turn } from '../runtime/behavior.js';
import { decoded } from '../storage/unreadable-record.js';
import type { Role } from './rights.js';
import { readSessions } from './sessions.js';
import type { UserState } from './user-messages.js';

interface UserRecord {
  readonly v: 1;
  readonly account: string;
  readonly name: string;
  readonly role: Role;
  /** Null of one that has never set a password. */
  readonly password: string | null;
  readonly password_version: number;
  readonly created_at: number;
  readonly grants: readonly string[];
}

/** A user without the sessions, which a list does not need. */
export type Person = Omit<UserState, 'sessions'>;

export function readPerson(records: Pick<StoreReader, 'get'>, id: string): Person | undefined {
  const text = records.get('users', id);
  if (text === undefined) return undefined;
  const record = decoded('users', id, () => JSON.parse(text) as UserRecord);
  return {
    id,
    account: record.account,
    name: record.name,
    role: record.role,
    passwordHash: record.password,
    passwordVersion: record.password_version,
    createdAt: record.created_at,
    grants: record.grants,
  };
}

export function readUser(id: string, records: StoreReader): UserState | undefined {
  const person = readPerson(records, id);
  return person === undefined ? undefined : { ...person, sessions: readSessions(records, id) };
}

/** Writes the user as it is from now on, and becomes it; the sessions are written by their changes. */
export function saveUser(user: UserState, turn: Turn<UserState, never>): void {
  const record: UserRecord = {
    v: 1,
    account: user.account,
    name: user.name,
    role: user.role,
    password: user.passwordHash,
    password_version: user.passwordVersion,
    created_at: user.createdAt,
    grants: user.grants,
  };
  turn.put('users', turn.id, JSON.stringify(record));
  turn.become(user);
}
