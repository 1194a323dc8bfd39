import { describe, expect, it } from 'vitest';
import type {
  CrashStep,
  DiskStep,
  NodeStep,
  OutageStep,
} from '../../../../simulation/history/node-history.js';
import type { Outcome } from '../../../../simulation/model.js';
import { runNodeHistory } from '../../../../simulation/models/node/node-model.js';
import { isLong } from '../../../test-set.js';
import { referenceHistory } from './reference-history.js';

/** Longer than the history has occasions. */
const OCCASIONS_MAX = 400;
/** Every occasion in the long set, one of several in the others. */
const STRIDE = isLong ? 1 : 8;
const TROUBLE = { id: 1_000, at: 0 } as const;

/**
 * Runs the reference history with a trouble at its first occasion, then at later ones, until there is none
 * left for it to meet.
 *
 * @returns the last occasion at which the trouble came
 */
async function everywhere(
  trouble: (nth: number) => NodeStep,
  met: 'crashed' | 'disk_failed' | 'provider_failed',
): Promise<number> {
  for (let nth = 1; nth < OCCASIONS_MAX; nth += STRIDE) {
    const step = trouble(nth);
    const outcome = await runNodeHistory(referenceHistory([step]), {});
    expect(outcome.violations, JSON.stringify(step)).toEqual([]);
    if (!hasMet(outcome, met)) return nth - STRIDE;
  }
  throw new Error('the history has more occasions than that');
}

function hasMet({ counts }: Outcome, met: string): boolean {
  return (counts[met] ?? 0) > 0;
}

function crash(on: CrashStep['on'], rest: Partial<CrashStep>) {
  return (nth: number): CrashStep => ({
    ...TROUBLE,
    do: 'crash',
    on,
    nth,
    side: 'before',
    undecided: 'lost',
    downMs: 30,
    times: 1,
    reboot: false,
    ...rest,
  });
}

const PERSISTENT = 6;

describe('the reference history', () => {
  it('has no violation, and no job that is not settled, if nothing is put into it', async () => {
    const { violations, counts } = await runNodeHistory(referenceHistory(), {});
    expect(violations).toEqual([]);
    expect(counts.provider_called).toBeGreaterThan(20);
  });

  it.each([
    ['lost', 1],
    ['kept', 1],
    ['lost', PERSISTENT],
    ['kept', PERSISTENT],
  ] as const)('holds when the process ends at any one commit, %s, %i times', async (undecided, times) => {
    const occasions = await everywhere(crash('commit', { undecided, times }), 'crashed');
    expect(occasions).toBeGreaterThan(30);
  });

  it.each([1, PERSISTENT])(
    'holds when the process ends right after any one commit, %i times',
    async (times) => {
      expect(await everywhere(crash('commit', { side: 'after', times }), 'crashed')).toBeGreaterThan(30);
    },
  );

  it.each([
    ['before', 1],
    ['after', 1],
    ['before', PERSISTENT],
    ['after', PERSISTENT],
  ] as const)('holds when the process ends %s any one answer leaves, %i times', async (side, times) => {
    expect(await everywhere(crash('answer', { side, times }), 'crashed')).toBeGreaterThan(15);
  });

  it.each([
    ['before', 1],
    ['after', 1],
    ['before', PERSISTENT],
    ['after', PERSISTENT],
  ] as const)('holds when the process ends %s any one call to a provider, %i times', async (side, times) => {
    expect(await everywhere(crash('provider_call', { side, times }), 'crashed')).toBeGreaterThan(20);
  });

  it('holds when the process ends at any one event that it is woken for', async () => {
    expect(await everywhere(crash('event', {}), 'crashed')).toBeGreaterThan(100);
  });

  it.each([
    ['reject', 1],
    ['reject', 40],
    ['reject_yet_visible', 1],
    ['reject_yet_visible', 40],
    ['hang', 1],
    ['hang', 40],
    ['hang_then_commit', 1],
    ['commit_then_hang', 1],
  ] as const)('holds when any one commit meets %s, %i times', async (fault, commits) => {
    const trouble = (nth: number): DiskStep => ({ ...TROUBLE, do: 'disk', fault, skip: nth - 1, commits });
    expect(await everywhere(trouble, 'disk_failed')).toBeGreaterThan(30);
  });

  it.each([
    ['refused', 1],
    ['refused', 40],
    ['answer_lost', 1],
    ['answer_lost', 40],
    ['silence', 1],
    ['silence', 40],
  ] as const)('holds when any one call to a provider meets %s, %i times', async (how, calls) => {
    const trouble = (nth: number): OutageStep => ({ ...TROUBLE, do: 'outage', how, skip: nth - 1, calls });
    expect(await everywhere(trouble, 'provider_failed')).toBeGreaterThan(20);
  });
});
