/**
 * Backup, restore and verify against the real process under load, and what a cut of the power leaves.
 *
 * A power cut is played by stopping the process between two of its system calls and copying its folder then.
 * The copy holds all that the process had handed to the kernel by that instant, in that order: a state that a
 * cut can leave if the disk keeps the order of writes. It does not show what a disk does that reorders writes
 * beyond a sync, or loses some that it has acknowledged; `durability.test.ts` traces the order of writes and
 * syncs for that.
 */
import { cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isLong, repetitions } from '../../test-set.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const DATABASE = 'tollgate.mdb';
const CLIENTS = 8;
/** Between two turns of a client. Each verification reads all that the clients wrote. */
const THINKING_MS = isLong ? 0 : 20;
const MODELS = ['sim/video-instant', 'sim/video-half', 'sim/video-reject', 'sim/video-flaky', 'sim/video'];

interface Told {
  readonly jobs: string[];
  readonly credits: string[];
}

afterAll(cleanUp);

/** Tests run beside others, and these commands let others go first; they are not held back on top of that. */
function run(args: readonly string[]) {
  const isHeldBack = args[0] === 'backup' || args[0] === 'verify';
  return runTollgate([...args, ...(isHeldBack ? ['--cpu-share', '100'] : [])], {}, 60_000);
}

/** Submits and tops up until told to stop, or until the node is gone. */
function keepBusy(
  node: TollgateProcess,
  key: { key: string; id: string },
): { told: Told; stop(): Promise<void> } {
  const told: Told = { jobs: [], credits: [] };
  let isOver = false;
  const client = async (name: number) => {
    for (let turn = 0; !isOver; turn++) {
      const model = MODELS[turn % MODELS.length];
      const headers = { 'idempotency-key': `${node.pid}-${name}-${turn}` };
      const submitted = await node.submit(key.key, { model, seconds: 1 }, headers);
      if (submitted.status === 202) told.jobs.push(submitted.json.id);
      const reference = `top-up-${node.pid}-${name}-${turn}`;
      const json = { amount: 2, reference };
      const credited = await node.call('POST', `/api/keys/${key.id}/credits`, { key: OPERATOR_KEY, json });
      if (credited.status === 201) told.credits.push(reference);
      if (THINKING_MS > 0) await pause(THINKING_MS);
    }
  };
  const all = Promise.allSettled(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  return {
    told,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when no thread of the process runs any more. */
async function hasStopped(pid: number): Promise<void> {
  for (;;) {
    const threads = await readdir(`/proc/${pid}/task`);
    const states = await Promise.all(
      threads.map(async (thread) => {
        const line = await readFile(`/proc/${pid}/task/${thread}/stat`, 'latin1');
        return line.slice(line.lastIndexOf(')') + 2).split(' ')[0];
      }),
    );
    if (states.every((state) => state === 'T')) return;
    await pause(1);
  }
}

/** Every job and credit that was acknowledged is in the node. */
async function expectAll(node: TollgateProcess, key: { key: string; id: string }, told: Told): Promise<void> {
  for (const id of told.jobs) {
    const { status } = await node.call('GET', `/v1/videos/${id}`, { key: key.key });
    expect(status, `job ${id}`).toBe(200);
  }
  const references = new Set<string>();
  let after = '';
  for (;;) {
    const page = await node.call('GET', `/api/keys/${key.id}/ledger?limit=100${after}`, {
      key: OPERATOR_KEY,
    });
    for (const { reference } of page.json.data) references.add(reference);
    if (!page.json.has_more) break;
    after = `&after=${page.json.next ?? page.json.data.at(-1).id}`;
  }
  for (const reference of told.credits) expect(references, 'an acknowledged credit').toContain(reference);
}

async function expectVerified(folder: string): Promise<void> {
  const { code, stdout, stderr } = await run(['verify', folder]);
  expect(stdout + stderr).toContain('Everything adds up.');
  expect(code).toBe(0);
}

describe('a backup', () => {
  test('of a node under load verifies, is restored, and has all that was acknowledged before it began', async () => {
    const node = await startTollgate();
    const key = await node.createKey({ credits: 1_000 });
    const load = keepBusy(node, key);
    while (load.told.jobs.length < 10 || load.told.credits.length < 10) await pause(10);
    const before: Told = { jobs: [...load.told.jobs], credits: [...load.told.credits] };
    const target = join(await freshFolder(), 'deep', 'down');
    const made = await run(['backup', target, '--data', node.data]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    await load.stop();
    await expectVerified(node.data);
    await node.stop();

    expect((await readdir(target)).sort()).toEqual(['backup.json', 'secret', DATABASE].sort());
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect((await stat(join(target, DATABASE))).mode & 0o777).toBe(0o600);
    await expectVerified(target);
    const data = join(await freshFolder(), 'restored');
    expect(await run(['restore', target, '--data', data])).toMatchObject({ code: 0 });
    const restored = await startTollgate({ data });
    await expectAll(restored, key, before);
    await restored.stop();
    await expectVerified(data);
  });

  test('overwrites nothing, and neither does a restore', async () => {
    const node = await startTollgate();
    const target = join(await freshFolder(), 'backup');
    expect(await run(['backup', target, '--data', node.data])).toMatchObject({ code: 0 });
    const again = await run(['backup', target, '--data', node.data]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is there already');
    const over = await run(['restore', target, '--data', node.data]);
    expect(over.code).toBe(1);
    expect(over.stderr).toContain('is not empty');
    await node.stop();
  });

  test('of which a byte was changed is refused, by verify and by restore, and the file is named', async () => {
    const node = await startTollgate();
    const target = join(await freshFolder(), 'backup');
    await run(['backup', target, '--data', node.data]);
    await node.stop();
    const bytes = await readFile(join(target, DATABASE));
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    await writeFile(join(target, DATABASE), bytes);
    const verified = await run(['verify', target]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain(`damaged_file: ${join(target, DATABASE)}`);
    const data = join(await freshFolder(), 'restored');
    const restored = await run(['restore', target, '--data', data]);
    expect(restored.code).toBe(1);
    expect(restored.stderr).toContain('is damaged');
    expect((await readdir(data)).filter((name) => name !== 'lock')).toEqual([]);
  });

  test('with nothing to copy, or nowhere to restore from, says so', async () => {
    const nothing = await freshFolder();
    expect(await run(['backup', join(nothing, 'b'), '--data', nothing])).toMatchObject({ code: 3 });
    expect(await run(['restore', nothing, '--data', join(nothing, 'd')])).toMatchObject({ code: 3 });
    expect(await run(['verify', nothing])).toMatchObject({ code: 3 });
  });
});

describe('a folder as a cut of the power leaves it', () => {
  test('verifies, and a node on it has all that was acknowledged, at random instants', async () => {
    const node = await startTollgate();
    const key = await node.createKey({ credits: 100_000 });
    const load = keepBusy(node, key);
    const place = await freshFolder();
    const cuts: { readonly data: string; readonly told: Told }[] = [];
    while (load.told.jobs.length < 10) await pause(10);
    for (let cut = 0; cut < repetitions(2, 6); cut++) {
      await pause(30 + Math.random() * 150);
      node.child.kill('SIGSTOP');
      await hasStopped(node.pid);
      const told: Told = { jobs: [...load.told.jobs], credits: [...load.told.credits] };
      const data = join(place, String(cut));
      await cp(node.data, data, { recursive: true, filter: (path) => !path.endsWith('/lock') });
      node.child.kill('SIGCONT');
      cuts.push({ data, told });
    }
    await load.stop();
    await node.stop();
    for (const { data } of cuts) await expectVerified(data);
    for (const { data, told } of cuts.filter((_, cut) => cut % 3 === 0)) {
      const later = await startTollgate({ data });
      await expectAll(later, key, told);
      await later.stop();
      await expectVerified(data);
    }
  });

  test('verifies after kill -9, again and again', async () => {
    const data = await freshFolder();
    for (let round = 0; round < repetitions(2, 4); round++) {
      const node = await startTollgate({ data });
      const key = await node.createKey({ credits: 1_000 });
      const load = keepBusy(node, key);
      await pause(30 + Math.random() * 200);
      await node.kill();
      await load.stop();
      await expectVerified(data);
    }
  });
});

describe('a database that is damaged', () => {
  test('is named and not served where it was cut short', async () => {
    const node = await startTollgate();
    const key = await node.createKey({ credits: 100_000 });
    const load = keepBusy(node, key);
    while (load.told.jobs.length < 30) await pause(10);
    await load.stop();
    await node.stop();
    const data = join(await freshFolder(), 'cut');
    await cp(node.data, data, { recursive: true });
    await truncate(join(data, DATABASE), 40 * 4096);
    const verified = await run(['verify', data]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(/^DAMAGED: the file was cut short: /);
    const started = await run(['serve', '--data', data, '--port', '0']);
    expect(started.code).toBe(1);
    expect(started.stderr).toMatch(
      /^tollgate: cannot open the database \S+: the file was cut short: it has \d+ bytes/m,
    );
    const backedUp = await run(['backup', `${data}-backup`, '--data', data]);
    expect(backedUp.code).toBe(1);
    expect(backedUp.stderr).toContain('the file was cut short');
  });
});
