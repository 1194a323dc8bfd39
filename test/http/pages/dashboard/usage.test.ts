import { beforeEach, describe, expect, it } from 'vitest';
import { listAccountKeys } from '../../../../src/actors/keys/key-lists.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { DashboardUnderTest, OTHER, STUDIO } from './dashboard-under-test.js';
import { settleJob } from './settled-jobs.js';

let dashboard: DashboardUnderTest;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
});

async function keyNamed(name: string, as = 'owner'): Promise<string> {
  const form = (await dashboard.get('/keys/new', { as })).text;
  const once = /name="once" value="([\w-]{22})"/.exec(form)?.[1] ?? '';
  await dashboard.post('/keys/new', { once, name }, { as });
  const wanted = { limit: 1, after: undefined };
  const account = as === 'stranger' ? OTHER : STUDIO;
  return listAccountKeys(dashboard.stage.actors.system.records, account, wanted).items[0]?.id ?? '';
}

async function csv(query: string, as = 'owner'): Promise<readonly string[]> {
  const { text } = await dashboard.get(`/usage.csv?${query}`, { as });
  // No text was written: there are no tokens.
  const rows = text.trimEnd().split('\r\n').slice(1);
  return rows.map((row) => row.replace(/,0,0$/, ''));
}

async function someUsage() {
  const [one, two] = [await keyNamed('one'), await keyNamed('two')];
  await settleJob(dashboard, STUDIO, one, 0);
  await settleJob(dashboard, STUDIO, two, 0, { model: 'other', cost: microDa(500_001) });
  await settleJob(dashboard, STUDIO, two, 1, { outcome: 'failed', outputMs: 0, cost: microDa(0) });
  await settleJob(dashboard, STUDIO, two, 29, { provider: 'veo' });
  await settleJob(dashboard, STUDIO, two, 30);
  return { one, two };
}

describe('the usage of an account', () => {
  it('says what to do if there is none', async () => {
    const { status, text } = await dashboard.get('/usage', { as: 'member' });
    expect([status, text.includes('No job ended in this period')]).toEqual([200, true]);
  });

  it('is shown by day, of the last 30 of them, with its sums and a chart', async () => {
    await someUsage();
    const { text } = await dashboard.get('/usage', { as: 'member' });
    expect(text).toContain('4.500001');
    expect(text).toMatch(/data-bars="\[\[(\d+,){29}\d+\],\[2,(0,){28}2\.500001\]\]"/);
    expect(text).toMatch(/<script type="module" src="\/assets\/chart-[0-9a-f]{16}\.js">/);
    expect(await csv('')).toEqual(['2026-11-21,2,0,8,2.500001', '2026-11-20,0,1,0,0', '2026-10-23,1,0,4,2']);
  });

  it('is grouped by model, provider or key, the dearest first, and goes back a year', async () => {
    const { one, two } = await someUsage();
    expect(await csv('by=model')).toEqual(['sim/video,2,1,8,4', 'other,1,0,4,0.500001']);
    expect(await csv('by=provider&period=365')).toEqual(['simulated,3,1,12,4.500001', 'veo,1,0,4,2']);
    expect(await csv('by=key')).toEqual([`${two},two,2,1,8,2.500001`, `${one},one,1,0,4,2`]);
    expect(await csv(`key=${one}`)).toEqual(['2026-11-21,1,0,4,2']);
  });

  it('has the tokens of texts, and no column for them without', async () => {
    const { one } = await someUsage();
    expect((await dashboard.get('/usage', { as: 'owner' })).text).not.toContain('Tokens');
    const text = { model: 'small', outputMs: 0, promptTokens: 1_200, completionTokens: 300 };
    await settleJob(dashboard, STUDIO, one, 0, text);
    expect((await dashboard.get('/usage', { as: 'owner' })).text).toMatch(/Tokens.*1,500/);
    expect(await csv(`key=${one}&by=model`)).toEqual(['sim/video,1,0,4,2', 'small,1,0,0,2,1200,300']);
  });

  it('is nothing that another account sees', async () => {
    const { one } = await someUsage();
    const paths = [`/usage?account=${STUDIO}`, `/usage?key=${one}`, `/usage.csv?key=${one}`, '/usage?key=x'];
    for (const path of paths) expect((await dashboard.get(path, { as: 'stranger' })).status).toBe(404);
    expect((await dashboard.get('/usage', { as: 'stranger' })).text).not.toContain('4.500001');
  });

  it('is shown to an operator, by the id of the account or of the key', async () => {
    const { two } = await someUsage();
    expect((await csv(`key=${two}&period=7`, 'operator')).length).toBe(2);
    expect((await dashboard.get('/usage?account=acct_none', { as: 'operator' })).status).toBe(404);
  });

  it('takes what it does not know for what it shows by itself', async () => {
    await someUsage();
    const query = 'by=toString&period=31&after=%00';
    expect(await csv(query)).toEqual(await csv(''));
  });

  it('is shown by key a page at a time', async () => {
    for (let n = 0; n < 51; n++) await settleJob(dashboard, STUDIO, await keyNamed(`key number ${n}`), 0);
    const first = (await dashboard.get('/usage?by=key', { as: 'owner' })).text;
    expect(first).not.toContain('key number 0<');
    const older = /href="(\/usage\?[^"]*after=key_\w+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const last = (await dashboard.get(older, { as: 'owner' })).text;
    expect(last).toContain('key number 0<');
    expect(last).toContain('<dd><bdi class="number">102.00');
  });
});
