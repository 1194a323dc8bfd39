/**
 * Only a real disk can show this: that an acknowledged commit is on it, and what a failing one does.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEnvironment } from '../../../src/store/lmdb/environment.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import type { Store } from '../../../src/store/store.js';
import { type LmdbFolder, makeLmdbFolder } from './lmdb-folder.js';

const CHILD = fileURLToPath(new URL('./lmdb-child.mjs', import.meta.url));
const MIB = 1024 * 1024;

let place: LmdbFolder;

beforeEach(async () => {
  place = await makeLmdbFolder();
});

afterEach(() => place.remove());

/** Runs the child to its end and returns what it said, line by line. */
function runChild(command: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const [program = '', ...rest] = command;
  const run = spawnSync(program, rest, {
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, ...environment },
  });
  return {
    status: run.status,
    lines: run.stdout.split('\n').filter((line) => line !== ''),
    stderr: run.stderr,
  };
}

function numbersOf(lines: readonly string[], word: string): number[] {
  return lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.split(' ')[1]));
}

/** The numbers of the commits in a store; throws where one is there in part. */
function wholeCommits(store: Store): number[] {
  const jobs = Array.from(store.range('jobs', {}), (entry) => Number(entry.key));
  const entries = Array.from(store.range('ledger', {}), (entry) => Number(entry.key));
  expect(entries).toEqual(jobs);
  expect(jobs.at(-1)).toBe(Number(store.get('meta', 'count')));
  return jobs;
}

function reopened<T>(path: string, look: (store: Store) => T): Promise<T> {
  const store = openLmdbStore({ path });
  const seen = look(store);
  return store.close().then(() => seen);
}

/** Pages 0 and 1, of which each commit writes one in the end. */
function rootPagesOf(path: string): Buffer {
  const file = openSync(path, 'r');
  const pages = Buffer.alloc(2 * 4_096);
  readSync(file, pages, 0, pages.length, 0);
  closeSync(file);
  return pages;
}

describe('an LMDB store on its file', () => {
  it('takes up disk for its data and a small reserve, whatever address space it maps', async () => {
    const store = openLmdbStore({ path: place.path, mapSizeBytes: 2 ** 40 });
    await store.commit([{ table: 'jobs', key: 'a', value: '1' }]);
    expect(statSync(place.path).size).toBeLessThan(10 * MIB);
    await store.close();
  });

  it.skipIf(process.platform === 'win32')('lets nobody but its owner read it', async () => {
    await reopened(place.path, () => undefined);
    expect(statSync(place.path).mode & 0o077).toBe(0);
    expect(statSync(`${place.path}-lock`).mode & 0o077).toBe(0);
  });

  it('grows beyond the address space it began with, while a walk goes on', async () => {
    const store = openLmdbStore({ path: place.path, mapSizeBytes: 1024 * 1024 });
    await store.commit([
      { table: 'jobs', key: 'a', value: 'first' },
      { table: 'jobs', key: 'b', value: 'second' },
    ]);
    const walk = store.range('jobs', {})[Symbol.iterator]();
    expect(walk.next().value).toEqual({ key: 'a', value: 'first' });
    for (let number = 0; number < 12; number += 1) {
      await store.commit([{ table: 'jobs', key: `c${number}`, value: 'x'.repeat(1024 * 1024) }]);
    }
    expect(walk.next().value).toEqual({ key: 'b', value: 'second' });
    expect(walk.next().done).toBe(true);
    expect(store.get('jobs', 'c11')).toHaveLength(1024 * 1024);
    expect(statSync(place.path).size).toBeGreaterThan(12 * 1024 * 1024);
    await store.close();
  });

  it.each([
    ['a text', 'long enough to be looked at as a page of a database. '.repeat(200)],
    ['one byte', 'x'],
    ['zeros', '\0'.repeat(8192)],
  ])('refuses a file that is not a database, with an error that says so: %s', (_, content) => {
    writeFileSync(place.path, content);
    expect(() => openLmdbStore({ path: place.path })).toThrow('not a database');
    expect(readFileSync(place.path, 'utf8')).toBe(content);
  });

  it('refuses a database of another format', async () => {
    await reopened(place.path, () => undefined);
    const bytes = readFileSync(place.path);
    bytes.writeUInt8(9, endianness() === 'LE' ? 28 : 31);
    writeFileSync(place.path, bytes);
    expect(() => openLmdbStore({ path: place.path })).toThrow('another format');
  });

  it('refuses a folder, and a file in a folder that is not there', () => {
    expect(() => openLmdbStore({ path: place.folder })).toThrow('EISDIR');
    expect(() => openLmdbStore({ path: join(place.folder, 'absent', 'store.mdb') })).toThrow('ENOENT');
  });

  it('takes an empty file as a new store', async () => {
    writeFileSync(place.path, '');
    expect(await reopened(place.path, (store) => store.get('meta', 'count'))).toBeUndefined();
  });

  it('refuses the walk that is one too many: somebody has left a hundred unfinished', async () => {
    const store = openLmdbStore({ path: place.path });
    await store.commit([{ table: 'jobs', key: 'a', value: '1' }]);
    const walks = Array.from({ length: 100 }, () => store.range('jobs', {})[Symbol.iterator]());
    expect(() => [...store.range('jobs', {})]).toThrow('unfinished walks');
    walks[0]?.return?.();
    expect([...store.range('jobs', {})]).toHaveLength(1);
    await store.close();
  });

  it('reuses the pages of old versions: writing one record again and again does not grow the file', async () => {
    const store = openLmdbStore({ path: place.path });
    const write = (round: number) =>
      [{ table: 'jobs', key: 'a', value: `${round} ${'x'.repeat(100_000)}` }] as const;
    for (let round = 0; round < 30; round += 1) await store.commit(write(round));
    const early = statSync(place.path).size;
    for (let round = 0; round < 150; round += 1) {
      await store.commit(write(round));
      expect([...store.range('jobs', {})]).toHaveLength(1);
    }
    expect(statSync(place.path).size).toBe(early);
    await store.close();
  });

  it('has its writer thread begin at once: a commit ends while the main thread is busy', async () => {
    const store = openLmdbStore({ path: place.path });
    await store.commit([{ table: 'jobs', key: 'a', value: 'first' }]);
    for (const value of ['second', 'third']) {
      const rootPages = rootPagesOf(place.path);
      const settled = store.commit([{ table: 'jobs', key: 'a', value }]);
      const until = performance.now() + 300_000;
      while (rootPagesOf(place.path).equals(rootPages) && performance.now() < until);
      expect(rootPagesOf(place.path).equals(rootPages)).toBe(false);
      await settled;
      expect(store.get('jobs', 'a')).toBe(value);
    }
    await store.close();
  });

  it('writes every value whole where a commit has more of them than fit into one block of memory', async () => {
    const store = openLmdbStore({ path: place.path });
    for (const [round, sizes] of [
      [0, 1, 700_000],
      [5, 400_000, 0, 400_000, 9],
      [349_525, 349_526, 7],
    ].entries()) {
      const writes = sizes.map((size, index) => ({
        table: 'jobs' as const,
        key: `${round} ${index}`,
        value: `${'ü𝄞視x'.repeat(size / 5)}${round}${index}`,
      }));
      await store.commit(writes);
      for (const { key, value } of writes) expect(store.get('jobs', key) === value).toBe(true);
    }
    await store.close();
  });

  it('keeps a reserve of written blocks ahead of what it uses, through commits of every size', async () => {
    const store = openLmdbStore({ path: place.path });
    let written = 0;
    for (const valueBytes of [10, 3_000, 100_000, 1_000_000, 4_000_000, 10, 2_000_000]) {
      const count = valueBytes < 100_000 ? 500 : 3;
      const writes = Array.from({ length: count }, (_, index) => ({
        table: 'jobs' as const,
        key: `${valueBytes} ${index} ${written}`,
        value: 'x'.repeat(valueBytes),
      }));
      const sizeAtOnce = store.commit(writes).then(() => statSync(place.path).size);
      written += count * valueBytes;
      expect(await sizeAtOnce).toBeGreaterThan(written);
    }
    expect(statSync(place.path).size).toBeLessThan(written * 2 + 40 * MIB);
    await store.close();
  });
});

describe('the room of an LMDB environment', () => {
  it('is made ahead of need, while commits go on: the first commit alone waits for it', async () => {
    const { root, tables, room } = openEnvironment({ path: place.path });
    const waited: number[] = [];
    for (let number = 0; number < 60; number += 1) {
      const write = { table: 'jobs' as const, key: String(number), value: 'x'.repeat(200_000) };
      const made = room.reserve([write]);
      if (made !== undefined) waited.push(number);
      await made;
      await root.batch(() => tables.jobs.put(write.key, write.value));
      await room.settled();
    }
    expect(waited).toEqual([0]);
    expect(statSync(place.path).size).toBeGreaterThan(60 * 200_000);
    await root.close();
  });
});

describe('kill -9', () => {
  it.each([3, 40, 150])(
    'after %i acknowledged commits loses none of them, and leaves a whole prefix',
    async (killAfter) => {
      const child = spawn(process.execPath, [CHILD, 'endless', place.path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      let acknowledged = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('acknowledged ')) acknowledged = Number(line.split(' ')[1]);
        if (acknowledged === killAfter) child.kill('SIGKILL');
      }
      await ended;
      expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
      const there = await reopened(place.path, wholeCommits);
      expect(there).toEqual(Array.from({ length: there.length }, (_, index) => index + 1));
      expect(there.length).toBeGreaterThanOrEqual(acknowledged);
      expect(there.length).toBeLessThanOrEqual(acknowledged + 1);
    },
  );
});

const straceWorks = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

describe.skipIf(!straceWorks)('traced system calls (needs strace)', () => {
  const SYSTEM_CALLS = 'trace=openat,pwrite64,pwritev,writev,fdatasync,write';

  it('show each commit synced, and its root page written through a synced descriptor, before it resolves', () => {
    const trace = join(place.folder, 'trace');
    const { status } = runChild([
      'strace',
      '-f',
      '-y',
      '-s',
      '32',
      '-e',
      SYSTEM_CALLS,
      '-o',
      trace,
      process.execPath,
      CHILD,
      'count',
      place.path,
      '10',
    ]);
    expect(status).toBe(0);
    const calls = readFileSync(trace, 'utf8').split('\n');
    const rootPageDescriptor = syncedDescriptor(calls);
    for (let number = 1; number <= 10; number += 1) {
      const begin = calls.findIndex((call) => call.includes(`"begin ${number}\\n"`));
      const end = calls.findIndex((call) => call.includes(`"acknowledged ${number}\\n"`));
      const during = calls.slice(begin + 1, end);
      const synced = during.findIndex((call) => /fdatasync(\(.*store\.mdb>| resumed>).*= 0$/.test(call));
      const rooted = during.findIndex((call) => call.includes(`pwrite64(${rootPageDescriptor}<`));
      expect(begin).toBeGreaterThan(-1);
      expect(synced).toBeGreaterThan(-1);
      expect(rooted).toBeGreaterThan(synced);
    }
  });

  function threadOf(call: string | undefined): string | undefined {
    return call?.split(' ')[0];
  }

  /**
   * The descriptor through which root pages are written. The call that opened it may have been cut in two.
   */
  function syncedDescriptor(calls: readonly string[]): string {
    const begun = calls.findIndex((call) => /openat\(.*store\.mdb", .*O_DSYNC/.test(call));
    const ended = calls
      .slice(begun)
      .find((call) => threadOf(call) === threadOf(calls[begun]) && /openat.* = \d+</.test(call));
    const descriptor = / = (\d+)</.exec(ended ?? '')?.[1];
    if (descriptor === undefined) throw new Error('no descriptor was opened for synced writes');
    return descriptor;
  }

  /** Runs 40 commits, on a store that is there already, while strace makes the system fail as told. */
  async function commitUnderFailures(call: string, failures: string) {
    await reopened(place.path, () => undefined);
    const trace = join(place.folder, 'trace');
    const inject = failures === '' ? [] : ['-e', `inject=${call}:${failures}`];
    const tracing = ['strace', '-f', '-y', '-e', `trace=openat,${call}`, ...inject, '-o', trace];
    const child = [process.execPath, CHILD, 'count', place.path, '40'];
    // One thread for all background work makes the numbers that strace counts by repeatable.
    const { status, lines, stderr } = runChild([...tracing, ...child], { UV_THREADPOOL_SIZE: '1' });
    expect({ status, last: lines.at(-1), stderr: status === 0 ? '' : stderr }).toEqual({
      status: 0,
      last: 'closed',
      stderr: '',
    });
    return { lines, calls: readFileSync(trace, 'utf8').split('\n') };
  }

  /** Every commit was settled, and every acknowledged one is there. */
  async function expectNothingLost(lines: readonly string[]): Promise<void> {
    const acknowledged = numbersOf(lines, 'acknowledged');
    const settled = [...acknowledged, ...numbersOf(lines, 'failed')].sort((one, other) => one - other);
    expect(settled).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const there = await reopened(place.path, (store) =>
      Array.from(store.range('jobs', {}), ({ key }) => Number(key)),
    );
    expect(there).toEqual(expect.arrayContaining(acknowledged));
  }

  it('that fail to sync fail their commits and nothing else', async () => {
    const { lines } = await commitUnderFailures('fdatasync', 'error=EIO:when=3+4');
    expect(numbersOf(lines, 'failed').length).toBeGreaterThan(5);
    expect(numbersOf(lines, 'acknowledged').length).toBeGreaterThan(20);
    await expectNothingLost(lines);
  });

  it('that fail to write a root page, after which LMDB refuses all work, fail one commit: the store reopens', async () => {
    const { calls } = await commitUnderFailures('pwrite64', '');
    const rootPage = `pwrite64(${syncedDescriptor(calls)}<`;
    const thread = threadOf(calls.find((call) => call.includes(rootPage)));
    const ofThread = calls.filter((call) => call.includes(' pwrite64(') && threadOf(call) === thread);
    const fifthRootPage = ofThread.flatMap((call, index) => (call.includes(rootPage) ? [index + 1] : []))[4];
    expect(fifthRootPage).toBeDefined();

    await place.remove();
    place = await makeLmdbFolder();
    const { lines, calls: failing } = await commitUnderFailures(
      'pwrite64',
      `error=EIO:when=${fifthRootPage}`,
    );
    expect(numbersOf(lines, 'failed')).toEqual([5]);
    expect(failing.filter((call) => call.includes('O_DSYNC'))).toHaveLength(2);
    await expectNothingLost(lines);
  });
});

describe('a full disk', () => {
  it('fails commits, with reads going on, until there is room again', async (context) => {
    const disk = join(place.folder, 'disk');
    mkdirSync(disk);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
    if (mount.status !== 0) context.skip('mounting a small tmpfs is not permitted here');
    try {
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024));
      const path = join(disk, 'store.mdb');
      const { status, lines, stderr } = runChild([process.execPath, CHILD, 'full', path, ballast]);
      // LMDB itself, which would complain on standard error, has not met the full disk.
      expect({ status, last: lines.at(-1), stderr }).toEqual({ status: 0, last: 'closed', stderr: '' });
      const full = lines.slice(0, lines.indexOf('room again'));
      const later = lines.slice(lines.indexOf('room again'));
      const before = numbersOf(full, 'acknowledged');
      expect(before.length).toBeGreaterThan(5);
      expect(numbersOf(full, 'failed').length).toBeGreaterThan(1);
      expect(full.filter((line) => line.startsWith('reads'))).toHaveLength(5);
      expect(full).toContain('refused ENOSPC');
      expect(numbersOf(later, 'failed')).toEqual([]);
      expect(numbersOf(later, 'acknowledged')).toHaveLength(5);
      const there = await reopened(path, wholeCommits);
      expect(there).toEqual([...before, ...numbersOf(later, 'acknowledged')]);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
