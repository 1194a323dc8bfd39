/**
 * Folders of every format there was, as nodes of that format left them on SIGTERM, are opened by the node of
 * today; a folder of a later format is not.
 *
 * `formats/format-N.json` holds all records of such a folder. Its clock is set to now, so that to the node it
 * stopped a moment ago: unfinished jobs go on, and windows still count.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FORMAT_VERSION } from '../../../src/node/folder/format-version.js';
import { openEnvironment } from '../../../src/store/lmdb/environment.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { TABLES, type Table, type Write } from '../../../src/store/store.js';
import { isLong } from '../../test-set.js';
import { cleanUp, freshFolder, runTollgate, startTollgate } from '../support/harness.js';
import { auditKey } from '../support/ledger-audit.js';

interface OlderFolder {
  readonly first: { readonly key: string; readonly id: string };
  readonly second: { readonly key: string; readonly id: string };
  readonly revoked: { readonly key: string; readonly id: string };
  readonly jobs: Readonly<Record<'completed' | 'half' | 'failed' | 'slow' | 'other' | 'begun', string>>;
  readonly secret: string;
  readonly tables: { readonly meta: { readonly clock: string; readonly format: string } } & Partial<
    Record<Table, Readonly<Record<string, string>>>
  >;
}

const FORMATS = new URL('../support/formats/', import.meta.url);
const MAP_BYTES = 2 ** 26;
/** Records have sums from this format on; the records of 4 are those of 3 otherwise. */
const CHECKSUMS_SINCE = 4;
/** Requests that the first key had made in the minute before the stop, of a limit of 40. */
const COUNTED = 9;

afterAll(cleanUp);

async function older(format: number): Promise<OlderFolder> {
  return JSON.parse(await readFile(new URL(`format-${format}.json`, FORMATS), 'utf8'));
}

async function laidOut({ secret, tables }: OlderFolder): Promise<string> {
  const data = join(await freshFolder(), 'data');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(data, 'secret'), Buffer.from(secret, 'hex'), { mode: 0o600 });
  const clock = JSON.stringify({ ...JSON.parse(tables.meta.clock), wall_ms: Date.now() });
  const records = TABLES.flatMap((table) =>
    Object.entries(tables[table] ?? {}).map(([key, value]) => ({ table, key, value })),
  );
  const writes = [...records, { table: 'meta', key: 'clock', value: clock } as const];
  if (Number(tables.meta.format) < CHECKSUMS_SINCE) await writeWithoutSums(data, writes);
  else await write(data, writes);
  return data;
}

async function write(data: string, writes: readonly Write[]) {
  const store = openLmdbStore({ path: join(data, 'tollgate.mdb'), mapSizeBytes: MAP_BYTES });
  await store.commit(writes);
  await store.close();
}

async function writeWithoutSums(
  data: string,
  writes: readonly { table: Table; key: string; value: string }[],
) {
  const { root, tables } = openEnvironment({ path: join(data, 'tollgate.mdb'), mapSizeBytes: MAP_BYTES });
  await root.batch(() => {
    for (const { table, key, value } of writes) tables[table].put(key, value);
  });
  await root.close();
}

async function formatOf(data: string): Promise<string | undefined> {
  const store = openLmdbStore({ path: join(data, 'tollgate.mdb'), mapSizeBytes: MAP_BYTES });
  const format = store.get('meta', 'format');
  await store.close();
  return format;
}

test('there is a folder of each format before the one of today', async () => {
  const before = Array.from({ length: FORMAT_VERSION - 1 }, (_, n) => `format-${n + 1}.json`);
  expect((await readdir(FORMATS)).sort()).toEqual(before);
});

const OLDER = Array.from({ length: FORMAT_VERSION - 1 }, (_, n) => n + 1);

describe.each(isLong ? OLDER : [1, FORMAT_VERSION - 1])('a folder of format %i', (format) => {
  test('is opened, and goes on as its own node would have: money, jobs, windows, what was acknowledged', async () => {
    const folder = await older(format);
    const { first, second, revoked, jobs } = folder;
    const data = await laidOut(folder);
    expect(await formatOf(data)).toBe(String(format));
    const verified = await runTollgate(['verify', data]);
    expect([verified.code, verified.stdout], verified.stderr).toEqual([
      0,
      expect.stringMatching(/^Everything/),
    ]);

    const node = await startTollgate({ data });
    expect(node.stderr).toContain(`"formatBefore":${format}`);
    const credits = await node.call('GET', '/v1/credits', { key: first.key });
    expect(credits.headers['x-ratelimit-remaining-rpm']).toBe(String(40 - COUNTED - 1));
    expect(credits.json).toMatchObject({ balance: 19, reserved: 1, total_credits: 21.5, total_usage: 1.5 });
    expect((await node.call('GET', '/v1/credits', { key: revoked.key })).status).toBe(401);
    const stateOf = async (id: string, key: string) =>
      (await node.call('GET', `/v1/videos/${id}`, { key })).json.status;
    expect(await stateOf(jobs.completed, first.key)).toBe('completed');
    expect(await stateOf(jobs.half, first.key)).toBe('completed');
    expect(await stateOf(jobs.failed, first.key)).toBe('failed');
    expect(await stateOf(jobs.slow, first.key)).toBe('in_progress');
    expect(await stateOf(jobs.other, second.key)).toBe('in_progress');
    const clip = await node.call('GET', `/v1/videos/${jobs.completed}/content`, { key: first.key });
    expect(clip.status).toBe(200);
    const again = await node.submit(first.key, { seconds: 2 }, { 'idempotency-key': 'once' });
    expect([again.status, again.json.id]).toEqual([202, jobs.completed]);
    // Its key may ask sixty times a minute.
    expect((await node.settled(second.key, jobs.begun, 20_000, 500)).json).toMatchObject({
      status: 'completed',
      cost: 1,
    });
    expect((await auditKey(node, first)).charged).toBe(1_500_000);
    expect((await auditKey(node, second)).charged).toBe(1_000_000);
    await node.stop();

    expect(await formatOf(data)).toBe(String(FORMAT_VERSION));
    const after = await runTollgate(['verify', data]);
    expect([after.code, after.stdout], after.stderr).toEqual([0, expect.stringMatching(/^Everything/)]);
  });

  test('is not changed by commands that look at it or would work on it', async () => {
    const data = await laidOut(await older(format));
    const listed = await runTollgate(['keys', 'list', '--data', data]);
    expect([listed.code, listed.stderr]).toEqual([3, expect.stringContaining(`has format ${format}`)]);
    expect((await runTollgate(['verify', data])).code).toBe(0);
    expect(await formatOf(data)).toBe(String(format));
  });
});

test('a folder of the next format is refused in one line, and left as it was', async () => {
  const data = await laidOut(await older(1));
  const next = String(FORMAT_VERSION + 1);
  await write(data, [{ table: 'meta', key: 'format', value: next }]);
  const before = await readFile(join(data, 'tollgate.mdb'));
  const { code, stdout, stderr } = await runTollgate(['serve', '--data', data, '--port', '0']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.split('\n').filter((line) => line.startsWith('tollgate: '))).toEqual([
    `tollgate: the data folder was written by a newer Tollgate (format ${next}; this one reads up to ${FORMAT_VERSION}): start that one`,
  ]);
  expect((await readFile(join(data, 'tollgate.mdb'))).equals(before)).toBe(true);
  const verified = await runTollgate(['verify', data]);
  expect([verified.code, verified.stdout]).toEqual([
    1,
    expect.stringContaining(`meta: the folder was written by a newer Tollgate (format ${next};`),
  ]);
});
