/** Draws the options of a node, those that a history may set. */
import type { Random } from '../../world/random.js';
import { type NodeSettings, PROXY_NETWORKS } from '../node-history.js';

/** Management has a listener of its own. */
const SPLIT_CHANCE = 0.2;

export function generateSettings(random: Random): NodeSettings {
  const settings = {
    openJobsMax: random.weighted([
      [1, random.between(1, 3)],
      [3, 1_000],
    ]),
    // Of some histories, both pass within the history.
    idempotencyHours: random.weighted([
      [3, 24],
      [1, 0.01],
    ]),
    retentionDays: random.weighted([
      [3, 90],
      [1, 0.0005],
    ]),
    gateTimeLimitMs: random.pick([500, 2_000, 10_000]),
    mailboxMax: 10_000,
    residentActorsMax: random.pick([2, 8, 100_000]),
    passivateAfterMs: random.pick([1_000, 10_000, 300_000]),
    managementRpm: 6_000,
    addressRpm: 60,
    bodyTimeoutMs: 10_000,
    drainTimeLimitMs: random.pick([1_000, 10_000]),
    commitMsMax: random.weighted([
      [3, 0],
      [3, 5],
      [2, 200],
    ]),
    resultDeadlineMinutes: random.pick([1, 3]),
  };
  const trustedProxies = random.fork('proxies').weighted([
    [5, undefined],
    [2, PROXY_NETWORKS],
    [1, []],
  ]);
  const isSplit = random.fork('listeners').chance(SPLIT_CHANCE);
  return {
    ...settings,
    ...(isSplit && { managementPort: 9_090 }),
    residentKeysMax: settings.residentActorsMax,
    ...(trustedProxies && { trustedProxies }),
  };
}
