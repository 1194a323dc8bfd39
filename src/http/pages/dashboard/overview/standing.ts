/** How an account stands now: its newest keys, what it spent in a week, and what is wrong. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { lastMinuteOf } from '../../../../actors/keys/last-minute.js';
import type { GatewayDeps } from '../../../operation.js';
import { readUsage, type UsageFound } from '../usage/read-usage.js';
import { periodOf, type UsageQuery } from '../usage/usage-query.js';

export interface KeyStanding {
  readonly key: ApiKeyState;
  /** Requests that its window counts now. */
  readonly lastMinute: number;
}

export interface Standing {
  readonly keys: readonly KeyStanding[];
  /** Of the last seven days, by model. */
  readonly byModel: UsageFound;
  readonly today: UsageFound;
}

export function standingOf(
  account: string,
  keys: readonly ApiKeyState[],
  { world, windows, limits, system: { records } }: GatewayDeps,
): Standing {
  const nowMs = world.steadyMs();
  const week: UsageQuery = {
    account,
    key: undefined,
    by: 'model',
    after: undefined,
    ...periodOf(7, world.wallMs()),
  };
  return {
    keys: keys.map((key) => ({ key, lastMinute: lastMinuteOf(windows, key.id, nowMs) })),
    byModel: readUsage(records, week, limits),
    today: readUsage(records, { ...week, from: week.to }, limits),
  };
}
