import { beforeEach, describe, expect, it } from 'vitest';
import { listAccountKeys } from '../../../../../src/actors/keys/key-lists.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import { DashboardUnderTest, STUDIO } from '../dashboard-under-test.js';
import { settleJob } from '../settled-jobs.js';

let dashboard: DashboardUnderTest;
let key: string;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
  const form = (await dashboard.get('/keys/new', { as: 'owner' })).text;
  const once = /name="once" value="([\w-]{22})"/.exec(form)?.[1] ?? '';
  await dashboard.post('/keys/new', { once, name: 'Editor' }, { as: 'owner' });
  const wanted = { limit: 1, after: undefined };
  key = listAccountKeys(dashboard.stage.actors.system.records, STUDIO, wanted).items[0]?.id ?? '';
});

async function overview(): Promise<string> {
  return (await dashboard.get('/', { as: 'member' })).text;
}

describe('the overview', () => {
  it('shows each key with its requests of the last minute, and where the script finds them anew', async () => {
    const { windows } = dashboard.stage.actors;
    const window = windows.hold(`api_key/${key}`, 60);
    for (let n = 0; n < 12; n++) windows.admit(window, dashboard.world.steadyMs());
    const text = await overview();
    expect(text).toContain('data-watch="/live"');
    expect(text).toMatch(new RegExp(`data-live="keys\\|${key}\\|last_minute">12<`));
    expect(text).toMatch(/<meter[^>]* max="60" value="12"/);
    expect(text).not.toContain('has used up its requests');
  });

  it('says of a key at its limit that requests are refused, and what leads there', async () => {
    const { windows } = dashboard.stage.actors;
    const window = windows.hold(`api_key/${key}`, 60);
    for (let n = 0; n < 60; n++) windows.admit(window, dashboard.world.steadyMs());
    const text = await overview();
    expect(text).toContain('Editor\u2069 has used up its requests of this minute');
    expect(text).toContain(`href="/keys/${key}"`);
  });

  it('shows what was spent today and in seven days, by model', async () => {
    await settleJob(dashboard, STUDIO, key, 0, { model: 'a', cost: microDa(1_500_000) });
    await settleJob(dashboard, STUDIO, key, 6, { model: 'b', cost: microDa(4_000_000) });
    await settleJob(dashboard, STUDIO, key, 7, { model: 'c' });
    const text = await overview();
    const amounts = [...text.slice(text.indexOf('Spent')).matchAll(/class="number">([\d.]+)</g)].map(
      ([, of]) => of,
    );
    expect(amounts.slice(-6)).toEqual(['0.00', '4.00', '1.50', '1.50', '1.50', '5.50']);
    expect(text).not.toContain('failed;');
  });

  it('tells of a day on which more jobs fail than succeed', async () => {
    await settleJob(dashboard, STUDIO, key, 0, { outcome: 'failed', outputMs: 0, cost: microDa(0) });
    expect(await overview()).toContain('Jobs that ended today: 1, of which 1 failed');
    await settleJob(dashboard, STUDIO, key, 0);
    expect(await overview()).not.toContain('Jobs that ended today');
  });
});
