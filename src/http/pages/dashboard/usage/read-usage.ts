/**
 * Usage as the page asks for it: the activity of an account, or of one key, added up by its groups.
 *
 * Grouped by key, it goes through the rows of the account's keys, newest key first, and stops after so many:
 * the next page goes on behind the last key. All else reads one range, which does not grow with the keys.
 */
import { type ActivityRow, activityOf, type Usage } from '../../../../actors/jobs/activity.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import type { Limits } from '../../../../limits/limits.js';
import type { StoreReader } from '../../../../store/store.js';
import type { UsageQuery } from './usage-query.js';

export interface UsageGroup extends Usage {
  /** The day, model, or provider; of a key its id. */
  readonly id: string;
  /** Of a key, if it has one. */
  readonly name: string | null;
}

export interface UsageFound {
  readonly groups: readonly UsageGroup[];
  /** Of all groups, also of those on other pages. */
  readonly total: Usage;
  /** Id of the last key of this page; undefined if there are no more. */
  readonly next: string | undefined;
}

type UsageLimits = Pick<Limits, 'usageKeysShown' | 'usageRowsLookedAt'>;

const NOTHING: Usage = {
  completed: 0,
  failed: 0,
  outputMs: 0,
  promptTokens: 0,
  completionTokens: 0,
  cost: 0n,
};

export function readUsage(records: StoreReader, query: UsageQuery, limits: UsageLimits): UsageFound {
  const { account, key, from, to, by } = query;
  const rows =
    key === undefined
      ? activityOf(records, 'account_activity', account, from, to)
      : activityOf(records, 'activity', key.id, from, to);
  if (by === 'key') return { ...byKey(records, query, limits), total: addedUp(rows) };
  const groups = new Map<string, Usage>();
  let total = NOTHING;
  for (const row of rows) {
    groups.set(row[by], sum(groups.get(row[by]) ?? NOTHING, row));
    total = sum(total, row);
  }
  const found = [...groups].map(([id, usage]) => ({ id, name: null, ...usage }));
  const sorted = by === 'day' ? found.reverse() : found.sort(dearestFirst);
  return { groups: sorted, total, next: undefined };
}

function byKey(
  records: StoreReader,
  { account, key, from, to, after }: UsageQuery,
  { usageKeysShown, usageRowsLookedAt }: UsageLimits,
): Omit<UsageFound, 'total'> {
  const page =
    key === undefined
      ? listAccountKeys(records, account, { limit: usageKeysShown, after })
      : { items: [key], hasMore: false };
  const groups: UsageGroup[] = [];
  let lookedAt = 0;
  let last: string | undefined;
  for (const { id, name } of page.items) {
    if (lookedAt >= usageRowsLookedAt) return { groups: groups.sort(dearestFirst), next: last };
    let usage = NOTHING;
    for (const row of activityOf(records, 'activity', id, from, to)) {
      usage = sum(usage, row);
      lookedAt += 1;
    }
    if (usage !== NOTHING) groups.push({ id, name, ...usage });
    last = id;
  }
  return { groups: groups.sort(dearestFirst), next: page.hasMore ? last : undefined };
}

function addedUp(rows: Iterable<ActivityRow>): Usage {
  let total = NOTHING;
  for (const row of rows) total = sum(total, row);
  return total;
}

function sum(a: Usage, b: Usage): Usage {
  return {
    completed: a.completed + b.completed,
    failed: a.failed + b.failed,
    outputMs: a.outputMs + b.outputMs,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cost: a.cost + b.cost,
  };
}

function dearestFirst(a: UsageGroup, b: UsageGroup): number {
  if (a.cost !== b.cost) return a.cost < b.cost ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
