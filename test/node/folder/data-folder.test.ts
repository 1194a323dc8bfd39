import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartRefused } from '../../../src/node/config/start-refused.js';
import { openDataFolder } from '../../../src/node/folder/data-folder.js';
import { folderOfTest } from '../../temporary-folder.js';

const IN_USE = /^the data folder \S+ is in use by another Tollgate node that is running$/;

let root = '';
let data = '';
let children: ChildProcess[] = [];
const umaskBefore = process.umask();

afterAll(() => {
  process.umask(umaskBefore);
});

beforeEach(() => {
  root = folderOfTest('data');
  data = join(root, 'data');
});

afterEach(async () => {
  await Promise.all(children.map(killHard));
  children = [];
});

/** Takes the folder in a process of its own, says how that went, and stays until it is told to end. */
const HOLDER = `
import { openDataFolder } from ${JSON.stringify(new URL('../../../dist/src/node/folder/data-folder.js', import.meta.url).href)};
try {
  const folder = await openDataFolder(process.argv[1]);
  process.stdout.write('held\\n');
  process.stdin.on('data', () => { folder.release(); process.exit(0); });
} catch (error) {
  process.stdout.write('refused: ' + error.message + '\\n');
}
`;

function start(folder = data): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return String(chunk).trim();
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('one node per folder', () => {
  it('a second one is refused in one clear line, in the same process too', async () => {
    const first = await openDataFolder(data);
    await expect(openDataFolder(data)).rejects.toThrow(IN_USE);
    await expect(openDataFolder(data)).rejects.toBeInstanceOf(StartRefused);
    first.release();
    (await openDataFolder(data)).release();
  });

  it('a second process is refused while the first runs, and let in when it has ended in order', async () => {
    const first = start();
    expect(await firstLine(first)).toBe('held');
    expect(await firstLine(start())).toMatch(/^refused: .* is in use/);
    first.stdin?.write('end');
    await once(first, 'exit');
    expect(await firstLine(start())).toBe('held');
  });

  it('a process that is frozen still holds its folder', async () => {
    const first = start();
    expect(await firstLine(first)).toBe('held');
    first.kill('SIGSTOP');
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(openDataFolder(data)).rejects.toThrow(IN_USE);
  });

  it('kill -9 frees the folder, time and again, and leaves no heap of dead locks', async () => {
    for (let round = 0; round < 8; round += 1) {
      const child = start();
      expect(await firstLine(child)).toBe('held');
      await killHard(child);
    }
    const folder = await openDataFolder(data);
    expect(readdirSync(join(data, 'lock')).filter((name) => name.startsWith('starting-'))).toEqual([]);
    folder.release();
  });

  it('of ten processes that start at once, exactly one gets it, also if a dead one had it before', async () => {
    for (let round = 0; round < 4; round += 1) {
      const starters = Array.from({ length: 10 }, () => start());
      const lines = await Promise.all(starters.map(firstLine));
      expect(lines.filter((line) => line === 'held')).toHaveLength(1);
      expect(lines.filter((line) => line.includes('is in use'))).toHaveLength(9);
      await Promise.all(starters.map(killHard));
    }
  });

  it('of thirty starts at once in one process, exactly one gets it, over any number of takeovers', async () => {
    for (let round = 0; round < 60; round += 1) {
      const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => openDataFolder(data)));
      const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(held).toHaveLength(1);
      const [folder] = held;
      if (round % 3 === 0) await leaveDeadLock(() => folder?.release());
      else folder?.release();
    }
    expect(readdirSync(join(data, 'lock')).length).toBeLessThan(40);
  });

  it('many kills leave a bounded number of dead locks, and the numbers go on', async () => {
    mkdirSync(join(data, 'lock'), { recursive: true });
    for (let number = 1; number <= 100; number += 1) writeFileSync(join(data, 'lock', String(number)), '');
    const folder = await openDataFolder(data);
    const numbers = readdirSync(join(data, 'lock')).map(Number);
    expect(Math.max(...numbers)).toBe(101);
    expect(numbers).toHaveLength(33);
    folder.release();
  });

  it('a starter whose socket was taken for an orphan starts over', async () => {
    const folder = await openDataFolder(data);
    folder.release();
    const attempts = [openDataFolder(data), openDataFolder(data)];
    for (const name of readdirSync(join(data, 'lock'))) rmSync(join(data, 'lock', name));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value.release();
  });

  it('it works if the path is longer than the path of a socket may be', async () => {
    const deep = join(root, 'd'.repeat(120), 'e'.repeat(120));
    const first = start(deep);
    expect(await firstLine(first)).toBe('held');
    await expect(openDataFolder(deep)).rejects.toThrow(IN_USE);
    await killHard(first);
    const folder = await openDataFolder(deep);
    expect(existsSync(join(deep, 'secret'))).toBe(true);
    folder.release();
  });
});

/** A killed holder leaves its numbered socket, with nobody listening. */
async function leaveDeadLock(release: () => void): Promise<void> {
  const lock = join(data, 'lock');
  const [highest = 0] = readdirSync(lock)
    .map(Number)
    .sort((a, b) => b - a);
  release();
  const server = createServer().listen(join(root, 'dead'));
  await once(server, 'listening');
  linkSync(join(root, 'dead'), join(lock, String(highest)));
  server.close();
  await once(server, 'close');
}

describe('what is in the folder', () => {
  it('belongs to its user alone', async () => {
    const folder = await openDataFolder(join(data, 'nested'));
    const file = folder.writePrivateFile('management-key', 'mk-secret\n');
    writeFileSync(folder.file('of-somebody-else'), '');
    expect(statSync(join(data, 'nested')).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'nested', 'lock')).mode & 0o777).toBe(0o700);
    for (const name of ['secret', 'management-key', 'of-somebody-else']) {
      expect(statSync(folder.file(name)).mode & 0o077).toBe(0);
    }
    expect(readFileSync(file, 'utf8')).toBe('mk-secret\n');
    folder.release();
  });

  it('keeps the mode of a folder that was there before', async () => {
    mkdirSync(data);
    chmodSync(data, 0o755);
    (await openDataFolder(data)).release();
    expect(statSync(data).mode & 0o777).toBe(0o755);
  });

  it('has one secret of 32 random bytes, the same at every start', async () => {
    const first = await openDataFolder(data);
    first.release();
    const second = await openDataFolder(data);
    second.release();
    expect(first.secret).toHaveLength(32);
    expect(Buffer.from(second.secret)).toEqual(Buffer.from(first.secret));
    const other = await openDataFolder(join(root, 'other'));
    other.release();
    expect(Buffer.from(other.secret)).not.toEqual(Buffer.from(first.secret));
  });

  it('is refused if the secret is damaged, and the folder is free afterwards', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'secret'), 'short');
    await expect(openDataFolder(data)).rejects.toThrow(/secret has 5 bytes, not 32: it is damaged/);
    rmSync(join(data, 'secret'));
    (await openDataFolder(data)).release();
  });

  it('is not written through a link that lies in the way', async () => {
    const folder = await openDataFolder(data);
    const victim = join(root, 'victim');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, folder.file('.key.new'));
    folder.writePrivateFile('key', 'secret');
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(readFileSync(folder.file('key'), 'utf8')).toBe('secret');
    folder.release();
  });

  it('survives a writer that died half-way', async () => {
    const folder = await openDataFolder(data);
    writeFileSync(folder.file('.key.new'), 'half');
    folder.writePrivateFile('key', 'whole');
    expect(readdirSync(data).sort()).toEqual(['key', 'lock', 'secret']);
    folder.release();
  });
});

describe('a folder that cannot be used', () => {
  it('is refused if it is a file', async () => {
    writeFileSync(data, '');
    await expect(openDataFolder(data)).rejects.toThrow(
      `cannot use the data folder ${data}: it is not a folder`,
    );
    await expect(openDataFolder(join(data, 'below'))).rejects.toThrow(/: it is not a folder$/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused if it may not be written', async () => {
    mkdirSync(data);
    chmodSync(data, 0o500);
    await expect(openDataFolder(data)).rejects.toThrow(/: permission denied; it must belong to the user/);
    chmodSync(data, 0o700);
  });
});
