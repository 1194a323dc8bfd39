/**
 * How many people an account has: one record, which moves in the turn of each change.
 *
 * Invariant: `users` is the number of the account's users, `owners` of those with an owner's rights, and
 * `invitations` of its open invitations.
 */
import type { StoreReader } from '../../store/store.js';
import type { TurnRecords } from '../runtime/behavior.js';

export interface PeopleCounts {
  readonly users: number;
  readonly owners: number;
  readonly invitations: number;
}

const NOBODY: PeopleCounts = { users: 0, owners: 0, invitations: 0 };

export function readPeopleCounts(records: Pick<StoreReader, 'get'>, account: string): PeopleCounts {
  const text = records.get('account_people', account);
  if (text === undefined) return NOBODY;
  const { users, owners, invitations } = JSON.parse(text) as PeopleCounts;
  return { users, owners, invitations };
}

export function countPeople(turn: TurnRecords, account: string, change: Partial<PeopleCounts>): void {
  const before = readPeopleCounts(turn, account);
  const users = before.users + (change.users ?? 0);
  const owners = before.owners + (change.owners ?? 0);
  const invitations = before.invitations + (change.invitations ?? 0);
  if (users < 0 || owners < 0 || invitations < 0)
    throw new Error(`account ${account} counts fewer than none`);
  turn.put('account_people', account, JSON.stringify({ v: 1, users, owners, invitations }));
}
