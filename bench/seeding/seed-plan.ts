/** The plan of a seeded folder, and its content then (`seed.ts`). */

import { TURNS_PER_ORDER } from './seed-orders.js';

/** Keys that are alike. */
export interface KeyGroup {
  readonly keys: number;
  readonly rateLimitRpm?: number;
  /** The credit that each key was created with, in micro-DA. */
  readonly creditsMicroDa?: number;
  /** Further credits of 1 micro-DA for each key: so many more entries in its ledger. */
  readonly credits?: number;
  /** Completed jobs of each key. Each has two entries in the ledger. */
  readonly settledJobs?: number;
  /** Orders of each key that were paid with a simulated card. Each has an entry in the ledger. */
  readonly paidOrders?: number;
  /** Unfinished jobs of the group, spread evenly over its keys. */
  readonly unfinishedJobs?: number;
}

export interface SeedPlan {
  /** A whole number, from which key texts follow. */
  readonly seed: number;
  readonly groups: readonly KeyGroup[];
  /** Keys of one account, the last account excepted. */
  readonly keysPerAccount?: number;
  /** Users of the first account, `seededUserName(n)` by name, with the password `SEEDED_PASSWORD`. */
  readonly users?: number;
  /** Model of the unfinished jobs; one that does not settle at once. */
  readonly unfinishedModel?: string;
  /** When unfinished jobs expire after their submit. */
  readonly jobDeadlineMinutes?: number;
  /** The submits of the unfinished jobs are spread over this long before now, so that their polls are. */
  readonly unfinishedSpreadMs?: number;
}

export interface Seeded {
  /**
   * Plain texts of key n and of management key n are `seededKey(seed, n)` and `seededManagementKey(seed, n)`.
   */
  readonly keyCount: number;
  readonly accountCount: number;
  /**
   * Ids of the settled jobs of keys with settled jobs, oldest first, at most 100,000 of a key, by key index.
   */
  readonly settledJobs: ReadonlyMap<number, readonly string[]>;
  /** Ids of unfinished jobs, oldest first. */
  readonly unfinishedJobs: readonly string[];
}

export const KEYS_PER_ACCOUNT_DEFAULT = 10;

/** Turns before those of the unfinished jobs. */
export function turnsOf({ groups, users = 0, keysPerAccount = KEYS_PER_ACCOUNT_DEFAULT }: SeedPlan): number {
  let turns = users;
  for (const { keys, credits = 0, settledJobs = 0, paidOrders = 0 } of groups) {
    turns += keys * (1 + 1 / keysPerAccount + credits + 2 * settledJobs + TURNS_PER_ORDER * paidOrders);
  }
  return turns + 1;
}
