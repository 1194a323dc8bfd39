/**
 * The commands that manage a node, on one that runs and on the folder of one that does not.
 *
 * On the one that runs they run in the process of the tests, but for those that `runTollgate` runs: loading
 * the program costs more than any of them does.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../src/commands.js';
import { madeUpIo } from '../../cli/framework/made-up-io.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const REASON = ['--reason', 'the provider lost it'];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate();
});
afterAll(cleanUp);

/** Runs a command on the folder of the node. */
function tollgate(...args: readonly string[]): Promise<Ended> {
  return tollgateAs(OPERATOR_KEY, ...args);
}

async function tollgateAs(managementKey: string, ...args: readonly string[]): Promise<Ended> {
  const environment = { TOLLGATE_MANAGEMENT_KEY: managementKey };
  const io = madeUpIo({ environment, wallMs: Date.now });
  const code = await runProgram([...args, '--data', node.data], SECTIONS, io);
  return { code, stdout: io.said.out, stderr: io.said.err };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
async function json(...args: readonly string[]): Promise<any> {
  const { code, stdout, stderr } = await tollgate(...args, '--json');
  expect([code, args], stderr).toEqual([0, args]);
  return JSON.parse(stdout);
}

describe('a node that runs', () => {
  test('is found by its folder, whatever its port, and its keys are made, changed and revoked', async () => {
    const wanted = ['--name', 'ci', '--rpm', '600', '--credits', '25'];
    const made = await runTollgate(['keys', 'create', ...wanted, '--data', node.data]);
    expect(made.code, made.stderr).toBe(0);
    const secret = /sk-\S+/.exec(made.stdout)?.[0] ?? '';
    const id = /key_\w+/.exec(made.stdout)?.[0] ?? '';
    expect((await node.call('GET', '/v1/credits', { key: secret })).json.balance).toBe(25);
    expect(made.stderr).toContain('shown only this once');
    expect(await json('keys', 'show', id)).toMatchObject({ name: 'ci', rate_limit_rpm: 600, balance: 25 });
    expect((await tollgate('keys', 'limit', id, '5')).stdout).toContain('5 requests a minute');
    expect(await json('credits', 'add', id, '0.5', '--reference', 'r1')).toMatchObject({ amount: 0.5 });
    const again = await tollgate('credits', 'add', id, '0.5', '--reference', 'r1');
    expect([again.code, again.stderr]).toEqual([
      0,
      'This reference was used before; nothing was added now.\n',
    ]);
    expect(await json('credits', 'show', id)).toMatchObject({ balance: 25.5, total_credits: 25.5 });
    expect((await json('ledger', id)).data).toMatchObject([{ reference: 'r1' }, { amount: 25 }]);
    const debited = await tollgate('keys', 'debit', id, '0.5', '--reference', 'd1');
    expect(debited.stdout).toMatch(/^Debit +0\.5 DA$/m);
    const { id: to } = await json('keys', 'create');
    const moved = await tollgate('keys', 'transfer', id, to, '5', '--reference', 't1');
    expect(moved.stdout).toMatch(new RegExp(`^To +${to}$`, 'm'));
    expect((await tollgate('ledger', to)).stdout).toMatch(new RegExp(`from ${id}: t1`));
    const poor = await tollgate('keys', 'debit', id, '21', '--reference', 'd2');
    expect([poor.code, poor.stderr]).toEqual([1, expect.stringContaining('insufficient_credits')]);
    expect(await json('keys', 'revoke', id)).toMatchObject({ status: 'revoked' });
    expect((await tollgate('keys', 'list')).stdout).toMatch(new RegExp(`^${id} +ci .* revoked +5 `, 'm'));
  });

  test('gives a key another secret, and the one of before works for the grace alone', async () => {
    const { key: first, id } = await node.createKey();
    const rotated = await tollgate('keys', 'rotate', id, '--grace', '3600');
    expect([rotated.code, rotated.stderr]).toEqual([0, expect.stringContaining('shown only this once')]);
    const second = /sk-\S+/.exec(rotated.stdout)?.[0] ?? '';
    const status = async (key: string) => (await node.call('GET', '/v1/credits', { key })).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const quiet = await tollgate('keys', 'rotate', id, '--quiet');
    expect(quiet.stdout).toMatch(/^sk-\S+\n$/);
    const third = quiet.stdout.trim();
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 401, 200]);
    for (const wrong of [[], ['x'], [id, '--grace', '86401'], [id, '--grace', 'soon']])
      expect((await tollgate('keys', 'rotate', ...wrong)).code, wrong.join(' ')).toBe(2);
    expect((await tollgate('keys', 'revoke', id)).code).toBe(0);
    const refused = await tollgate('keys', 'rotate', id);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('404 not_found')]);
  });

  test('has accounts made, listed and changed, each with a management key of its own', async () => {
    const name = 'Studio North';
    const made = await tollgate('accounts', 'create', '--name', name);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toContain('shown only this once');
    const [id = '', secret = ''] = [/acct_\w+/.exec(made.stdout)?.[0], /mk-\S+/.exec(made.stdout)?.[0]];
    expect(made.stdout).toMatch(/^Verified +no$/m);
    expect((await tollgate('accounts', 'list')).stdout).toMatch(new RegExp(`^${id} +${name} +no `, 'm'));
    expect(await json('accounts', 'change', id, '--verified', 'yes')).toMatchObject({ name, verified: true });
    const renamed = await tollgate('accounts', 'change', id, '--name', 'Studio South');
    expect(renamed.stdout).toMatch(/^Name +Studio South$/m);
    // As its own people would, with the key that they were given.
    const key = await tollgateAs(secret, 'keys', 'create', '--rpm', '7', '--json');
    expect(JSON.parse(key.stdout)).toMatchObject({ account: id, rate_limit_rpm: 7 });
    const listed = await tollgateAs(secret, 'accounts', 'list', '--json');
    expect(JSON.parse(listed.stdout).data.map((one: { id: string }) => one.id)).toEqual([id]);
    const refused = await tollgateAs(secret, 'accounts', 'create', '--name', 'x');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('operator_only')]);
    const quiet = await tollgate('accounts', 'create', '--name', 'Third', '--verified', 'yes', '--quiet');
    expect(quiet.stdout).toMatch(/^mk-\S+\n$/);
    for (const wrong of [
      ['create'],
      ['change', id],
      ['change', id, '--verified', 'maybe'],
      ['change', 'x'],
    ]) {
      expect((await tollgate('accounts', ...wrong)).code, wrong.join(' ')).toBe(2);
    }
  });

  test('has its jobs listed, shown and ended', async () => {
    const { key } = await node.createKey();
    const { json: job } = await node.submit(key, { model: 'sim/video-slow', seconds: 4 });
    const shown = await tollgate('jobs', 'show', job.id);
    expect(shown.stdout).toMatch(/^Reserved +2 DA$/m);
    expect(shown.stdout).toMatch(/^Deadline +.* UTC, in (29 min|30 min)/m);
    expect((await json('jobs', 'list', '--status', 'completed')).data).toEqual([]);
    const ended = await tollgate('jobs', 'fail', job.id, ...REASON);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(/^Error +expired: The operator ended the job: the provider lost it$/m);
    const polled = await node.call('GET', `/v1/videos/${job.id}`, { key });
    expect(polled.json).toMatchObject({ status: 'failed', error: 'expired', cost: 0 });
    const again = await tollgate('jobs', 'fail', job.id, ...REASON);
    expect([again.code, again.stderr]).toEqual([
      0,
      'The job had already ended as failed; nothing was changed.\n',
    ]);
  });

  test('that completed a job keeps it completed, and the command that would end it says 1', async () => {
    const { key } = await node.createKey();
    const { json: job } = await node.submit(key);
    await node.settled(key, job.id);
    const { code, stderr } = await tollgate('jobs', 'fail', job.id, ...REASON);
    expect([code, stderr]).toEqual([1, 'The job had already ended as completed; nothing was changed.\n']);
  });

  test('streams all pages of a list into one document', async () => {
    const { key, id } = await node.createKey();
    for (let n = 0; n < 41; n += 1) await node.submit(key);
    await expect.poll(async () => (await json('ledger', id)).data.length).toBe(1 + 2 * 41);
    const { data, has_more } = await json('ledger', id, '--limit', '3');
    expect([data.length, has_more]).toEqual([3, true]);
    const table = await tollgate('ledger', id, '--limit', '3');
    expect(table.stdout.trimEnd().split('\n')).toHaveLength(4);
    expect(table.stderr).toContain('--all show more');
  });

  test('refuses a wrong key with 1, and what does not exist', async () => {
    const wrong = await runTollgate(['keys', 'list', '--url', node.url], {
      TOLLGATE_MANAGEMENT_KEY: 'x'.repeat(40),
    });
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(
      /^tollgate: the node at \S+ does not accept the management key from TOLLGATE_MANAGEMENT_KEY .*\n$/,
    );
    const none = await runTollgate(['keys', 'show', `key_${'0'.repeat(26)}`, '--data', node.data]);
    expect([none.code, none.stdout]).toEqual([1, '']);
    expect(none.stderr).toContain('404 not_found');
  });

  test('is managed from elsewhere by its URL and a key file', async () => {
    const file = join(await freshFolder(), 'key');
    await writeFile(file, `${OPERATOR_KEY}\n`);
    const env = { TOLLGATE_MANAGEMENT_KEY: '', TOLLGATE_URL: `${node.url}/` };
    const { code, stderr } = await runTollgate(['keys', 'list', '--key-file', file], env);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('a node that cannot be had', () => {
  test.each([
    ['nobody listens', ['--url', 'http://127.0.0.1:1'], 3, /cannot be reached: nothing listens there/],
    ['the URL is none', ['--url', 'localhost:80'], 2, /--url must be an http or https URL/],
    ['the key file is missing', ['--key-file', 'no-such-file'], 2, /--key-file: .*no-such-file/],
  ])('because %s', async (_, args, code, message) => {
    const ended = await runTollgate(['keys', 'list', ...args]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr.split('\n')).toHaveLength(2);
  });

  test('because there is no folder and no key', async () => {
    const ended = await runTollgate(['keys', 'list', '--data', join(await freshFolder(), 'none')], {
      TOLLGATE_MANAGEMENT_KEY: '',
    });
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(
      /^tollgate: there is no data folder .*none: name one with --data or --config/,
    );
  });
});

describe('the folder of a node that does not run', () => {
  test('is managed by the same actors, and what was done is there at the next start', async () => {
    const first = await startTollgate({ env: { TOLLGATE_MANAGEMENT_KEY: '' } });
    const operator = (await readFile(join(first.data, 'management-key'), 'utf8')).trim();
    const { json: owner } = await first.call('POST', '/api/keys', { key: operator, json: { credits: 10 } });
    const { json: job } = await first.submit(owner.key, { model: 'sim/video-slow', seconds: 4 });
    await first.stop();

    const env = { TOLLGATE_MANAGEMENT_KEY: '' };
    const on = (...args: readonly string[]) => runTollgate([...args, '--data', first.data], env);
    const made = await on('keys', 'create', '--credits', '3', '--quiet');
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^sk-\S+\n$/)]);
    expect((await on('credits', 'add', owner.id, '1', '--reference', 'r')).code).toBe(0);
    expect(
      (await on('jobs', 'list', '--status', 'pending')).stdout + (await on('jobs', 'list')).stdout,
    ).toContain(job.id);
    expect((await on('jobs', 'fail', job.id, ...REASON)).code).toBe(0);

    const second = await startTollgate({ data: first.data, env });
    const polled = await second.call('GET', `/v1/videos/${job.id}`, { key: owner.key });
    expect(polled.json).toMatchObject({ status: 'failed', error: 'expired', cost: 0 });
    const credits = await second.call('GET', '/v1/credits', { key: owner.key });
    expect(credits.json).toMatchObject({ balance: 11, reserved: 0 });
    const fresh = await second.call('GET', '/v1/credits', { key: made.stdout.trim() });
    expect(fresh.json.balance).toBe(3);
    await second.stop();
  });

  test('takes no other management key than its own, and is not given one by the way', async () => {
    const first = await startTollgate();
    await first.stop();
    const wrong = await runTollgate(['keys', 'list', '--data', first.data], {
      TOLLGATE_MANAGEMENT_KEY: 'another-key-that-was-never-set-0123456789',
    });
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect((await runTollgate(['keys', 'list', '--data', first.data])).code).toBe(0);
  });

  test('keeps the demo key of the last start', async () => {
    const first = await startTollgate({ args: ['--demo'] });
    await first.stop();
    const { stdout } = await runTollgate(['keys', 'list', '--data', first.data]);
    expect(stdout).toMatch(/Demo key .* active /);
  });

  test('is left alone where no node ever ran there', async () => {
    const folder = await freshFolder();
    await mkdir(join(folder, 'data'));
    await copyFile(new URL(import.meta.url), join(folder, 'data', 'a-file'));
    const { code, stderr } = await runTollgate([
      'keys',
      'list',
      '--data',
      join(folder, 'data'),
      '--port',
      '1',
    ]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('nothing listens there')]);
  });
});
