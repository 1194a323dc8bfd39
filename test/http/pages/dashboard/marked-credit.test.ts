import { beforeEach, expect, it } from 'vitest';
import { DashboardUnderTest, STUDIO } from './dashboard-under-test.js';
import { Ordering } from './ordering.js';

let dashboard: DashboardUnderTest;
let ordering: Ordering;
let key: string;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
  ordering = new Ordering(dashboard);
  key = await ordering.newKey(STUDIO, 'Video editor');
  await dashboard.post(`/keys/${key}/credit`, { amount: '300', reference: 'cash' }, { as: 'operator' });
});

/** The text of a page without its tags, its spaces run together. */
async function shown(path: string, as = 'owner'): Promise<string> {
  const { text } = await dashboard.get(path, { as });
  return text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('the part of a balance that is simulated stands wherever the balance does', async () => {
  const pages = [
    ['owner', ['/', '/top-up', '/keys', `/keys/${key}`]],
    ['operator', ['/accounts', `/accounts/${STUDIO}`, `/top-up?account=${STUDIO}`, '/keys']],
  ] as const;
  for (const [as, paths] of pages)
    for (const path of paths) expect(await shown(path, as), path).not.toContain('Of it simulated');
  await ordering.creditMarked(key, 200);
  for (const [as, paths] of pages)
    for (const path of paths) expect(await shown(path, as), path).toMatch(/Of it simulated 200\.00/);
});

it('a ledger has a column for it if an entry of the page has some, and its file always', async () => {
  expect(await shown(`/keys/${key}`)).not.toContain('Of it simulated (DA)');
  await ordering.creditMarked(key, 200);
  expect(await shown(`/keys/${key}`)).toMatch(/Of it simulated \(DA\).*Credit.*200\.00.*200\.00/);
  const { streamed } = await dashboard.get(`/keys/${key}/ledger.csv`, { as: 'owner' });
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamed?.chunks() ?? []) chunks.push(chunk);
  const rows = Buffer.concat(chunks)
    .toString()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(rows.map((row) => [row[2], row[3], row[9]])).toEqual([
    ['type', 'amount_da', 'marked_da'],
    ['credit', '200', '200'],
    ['credit', '300', '0'],
    [undefined, undefined, undefined],
  ]);
});
