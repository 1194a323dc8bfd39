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

interface Room {
  readonly made: string;
  readonly beside: readonly string[];
  readonly at: number;
  readonly keptMsMin?: number;
}

/** Clips of one account were read at 1 to 3 s, and one of another at 4 s; then one of these makes room. */
function roomOf({ made, beside, at, keptMsMin = 0 }: Room): string {
  const kept = { providers: ['plain'], bytesMax: 90, keptMsMin } as const;
  const checker = new Checker({ ...SETUP, settings: { ...SETUP.settings, kept } }, [EVICTIONS]);
  const see = (at: number, seen: object) => checker.observe({ at, ...seen } as Observation);
  for (const n of [1, 2, 3, 4]) {
    see(n * 1_000, { ...called(n, 'read', 'plain'), jobId: `video_${n}` });
    see(n * 1_000, providerSaid(n, FILE));
  }
  const clips = [made, ...beside].map((jobId) => {
    return { account: jobId === 'video_4' ? 'acct_2' : 'acct_1', jobId, bytes: 17 };
  });
  see(at, { what: 'results_changed', clipBytes: 0, partialBytes: 0, madeRoom: made, clips });
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

  it('reports a clip that made room while another account held more, of clips old enough', () => {
    const more = ['video_1', 'video_2', 'video_3'];
    expect(roomOf({ made: 'video_4', beside: more, at: 9_000 })).toMatch(
      /video_4 made room, and acct_2 held 17 bytes with it, less than acct_1/,
    );
    expect(roomOf({ made: 'video_1', beside: ['video_4'], at: 9_000 })).toBe('');
    expect(roomOf({ made: 'video_4', beside: more, at: 2_500 })).toBe('');
    expect(roomOf({ made: 'video_4', beside: more, at: 9_000, keptMsMin: 60_000 })).toBe('');
  });

  it('says nothing once the files have failed', () => {
    expect(saidOf(['acct_1.video_4.evicted', 'acct_1.video_1.clip'], 'files_failed')).toBe('');
  });
});
