/**
 * Makes the frames that browsers of an account's people are sent: its newest keys as they stand. Nothing in
 * one costs more with more keys, jobs or requests.
 */
import { listAccountKeys } from '../../actors/keys/key-lists.js';
import { lastMinuteOf } from '../../actors/keys/last-minute.js';
import { balanceOf } from '../../actors/money/ledger.js';
import { printDa } from '../../money/micro-da.js';
import type { FrameSources } from './live-frame.js';

/** As many as a page of keys shows. */
const KEYS_MAX = 25;

interface AccountFrame {
  readonly v: 1;
  /** Unix time in ms. */
  readonly at_ms: number;
  /** By their ids. */
  readonly keys: Readonly<Record<string, LiveAccountKey>>;
}

interface LiveAccountKey {
  /** Requests admitted in the last minute. */
  readonly last_minute: number;
  readonly limit_rpm: number;
  readonly unfinished_jobs: number;
  /** DA, as a decimal text. */
  readonly balance: string;
}

export function accountFrame(
  { world, system, windows }: Pick<FrameSources, 'world' | 'system' | 'windows'>,
  account: string,
): AccountFrame {
  const wanted = { limit: KEYS_MAX, after: undefined, unreadable: () => {} };
  const nowMs = world.steadyMs();
  const keys = listAccountKeys(system.records, account, wanted).items.map((key) => {
    const live: LiveAccountKey = {
      last_minute: lastMinuteOf(windows, key.id, nowMs),
      limit_rpm: key.rateLimitRpm,
      unfinished_jobs: key.open.video_job,
      balance: printDa(balanceOf(key.balances)),
    };
    return [key.id, live] as const;
  });
  return { v: 1, at_ms: world.wallMs(), keys: Object.fromEntries(keys) };
}
