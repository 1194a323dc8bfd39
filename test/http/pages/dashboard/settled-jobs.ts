/** Jobs that have settled, in the activity of a key of a dashboard under test. */
import { addToActivity, type SettledWork } from '../../../../src/actors/jobs/activity.js';
import { microDa } from '../../../../src/money/micro-da.js';
import type { Write } from '../../../../src/store/store.js';
import { utcDay, type WallMs } from '../../../../src/time/clock.js';
import type { DashboardUnderTest } from './dashboard-under-test.js';

const DAY_MS = 86_400_000;

/** @param daysAgo how many days before today the job settled */
export async function settleJob(
  { stage, world }: DashboardUnderTest,
  account: string,
  key: string,
  daysAgo: number,
  job: Partial<SettledWork> = {},
): Promise<void> {
  const writes: Write[] = [];
  const records: Parameters<typeof addToActivity>[0] = {
    get: (table, id) => stage.store.get(table, id),
    put: (table, id, value) => void writes.push({ table, key: id, value }),
  };
  addToActivity(records, account, key, {
    day: utcDay((world.wallMs() - daysAgo * DAY_MS) as WallMs),
    model: 'sim/video',
    provider: 'simulated',
    outcome: 'completed',
    outputMs: 4_000,
    promptTokens: 0,
    completionTokens: 0,
    cost: microDa(2_000_000),
    ...job,
  });
  await stage.store.commit(writes);
}
