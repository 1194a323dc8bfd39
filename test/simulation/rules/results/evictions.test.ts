import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { Checker } from '../../../../simulation/rules/checker.js';
import { EVICTIONS } from '../../../../simulation/rules/results/evictions.js';
import type { StoreReader } from '../../../../src/store/store.js';
import { called, providerSaid, SETUP } from '../told-history.js';

const FILE = { kind: 'file', bytes: 17, lengthMs: 2_500, isWhole: true } as const;
const NOTHING: StoreReader = { get: () => undefined, range: () => [] };

/** The clip of job n is read at n seconds; then the folder has these files, and nothing failed but that. */
function saidOf(files: readonly string[], failed?: 'files_failed'): string {
  const checker = new Checker(SETUP, [EVICTIONS]);
  const see = (at: number, seen: object) => checker.observe({ at, ...seen } as Observation);
  for (const n of [1, 4]) {
    see(n * 1_000, { ...called(n, 'read', 'plain'), jobId: `video_${n}` });
    see(n * 1_000, providerSaid(n, FILE));
  }
  if (failed !== undefined) see(5_000, { what: failed, fault: 'fails' });
  checker.disk(NOTHING, 'restart', new Map(files.map((name) => [name, 17])));
  return checker.violations.map(({ message }) => message).join();
}

describe('the rule evictions', () => {
  it('reports a clip that made room before an older one of its account', () => {
    expect(saidOf(['acct_1.video_4.evicted', 'acct_1.video_1.clip'])).toMatch(
      /video_4 made room, and video_1, .* older, did not/,
    );
  });

  it('is content if the older one is gone, is of another account, or has made room', () => {
    expect(saidOf(['acct_1.video_4.evicted'])).toBe('');
    expect(saidOf(['acct_1.video_4.evicted', 'acct_2.video_1.clip'])).toBe('');
    expect(saidOf(['acct_1.video_1.evicted', 'acct_1.video_4.clip'])).toBe('');
  });

  it('says nothing once the files have failed', () => {
    expect(saidOf(['acct_1.video_4.evicted', 'acct_1.video_1.clip'], 'files_failed')).toBe('');
  });
});
