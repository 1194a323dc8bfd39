import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { promisesIn } from '../../../simulation/power-cuts/promises.js';
import { SystemCalls } from '../../../simulation/power-cuts/system-calls.js';
import { TornFile } from '../../../simulation/power-cuts/torn-file.js';
import { Random } from '../../../simulation/world/random.js';
import { repetitions } from '../../test-set.js';

const PROGRAM = fileURLToPath(new URL('../../../dist/simulation/power-cuts/main.js', import.meta.url));
const POINTS = repetitions(200, 600);
const hasStrace = spawnSync('strace', ['--version']).error === undefined;

describe('a cut of the power', () => {
  it.runIf(hasStrace)(
    'leaves a database that opens and adds up, with all that clients had been told, at any moment',
    () => {
      const args = [PROGRAM, '--points', String(POINTS)];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const [, points, writes, promises] =
        /^(\d+) \D+ (\d+) writes and (\d+) promises: 0 /.exec(stdout) ?? [];
      expect(Number(points), stdout + stderr).toBe(POINTS);
      expect(Number(writes)).toBeGreaterThan(100);
      expect(Number(promises)).toBeGreaterThan(80);
      expect(status).toBe(0);
    },
  );
});

describe('the trace of system calls', () => {
  const PATH = '/d';
  const hex = (text: string) => [...text].map((one) => `\\x${one.charCodeAt(0).toString(16)}`).join('');
  const file = (descriptor: number) => `${descriptor}<${hex(PATH)}>`;

  function momentsOf(lines: readonly string[]) {
    const calls = new SystemCalls(PATH);
    for (const line of lines) calls.read(line);
    return calls.moments;
  }

  it('gives each write its place: behind a seek, at the end, in a call that another one interrupts', () => {
    const moments = momentsOf([
      `1  openat(AT_FDCWD<${hex('/')}>, "${hex(PATH)}", O_RDWR|O_CREAT, 0600) = ${file(3)}`,
      `1  openat(AT_FDCWD<${hex('/')}>, "${hex(PATH)}", O_WRONLY|O_DSYNC) = ${file(4)}`,
      `2  openat(AT_FDCWD<${hex('/')}>, "${hex(PATH)}", O_RDWR|O_APPEND <unfinished ...>`,
      `1  pwrite64(${file(3)}, "${hex('abcd')}", 4, 0) = 4`,
      `2  <... openat resumed>) = ${file(5)}`,
      `1  lseek(${file(3)}, 2, SEEK_SET) = 2`,
      `1  writev(${file(3)}, [{iov_base="${hex('ef')}", iov_len=2}, {iov_base="${hex('gh')}"}], 2 <unfinished ...>`,
      `2  sendto(9<${hex('socket:[1]')}>, "${hex('HTTP')}", 4, 0, NULL, 0) = 4`,
      '1  <... writev resumed>) = 4',
      `2  write(${file(5)}, "${hex('z')}", 1) = 1`,
      `1  fdatasync(${file(3)}) = 0`,
      `1  pwrite64(${file(4)}, "${hex('M')}", 1, 1) = 1`,
    ]);
    expect(
      moments.map((one) => (one.is === 'write' ? [one.at, one.bytes.toString(), one.end] : one.is)),
    ).toEqual([[0, 'abcd', 1], [2, 'efgh', 3], 'sent', [6, 'z', 4], 'synced', [1, 'M', 6]]);
  });
});

describe('a file that a power cut tore', () => {
  const write = (at: number, text: string, end: number, isSynced = false) =>
    ({ is: 'write', at, bytes: Buffer.from(text), isSynced, end }) as const;
  const leftAt = (
    moment: number,
    loss: 'all' | 'none',
    moments: ConstructorParameters<typeof TornFile>[0],
  ) => {
    const file = new TornFile(moments);
    file.advanceTo(moment);
    return Buffer.from(file.left(loss, new Random(1))).toString();
  };

  it('has all that was synced, and of the rest as much as was lucky', () => {
    const moments = [write(0, 'ab', 1), { is: 'synced', begin: 1 }, write(1, 'XY', 3)] as const;
    expect(leftAt(3, 'all', moments)).toBe('ab');
    expect(leftAt(3, 'none', moments)).toBe('aXY');
  });

  it('may lack a write that a sync did not wait for, and has one that syncs by itself once it returned', () => {
    const moments = [
      write(0, 'ab', 1),
      write(2, 'c', 3),
      { is: 'synced', begin: 1 },
      write(0, 'M', 4, true),
      write(0, 'N', 9, true),
    ] as const;
    expect(leftAt(3, 'all', moments)).toBe('ab');
    expect(leftAt(5, 'all', moments)).toBe('Mb');
    expect(leftAt(5, 'none', moments)).toBe('Nbc');
  });
});

describe('an answer', () => {
  const answer = (status: string, body: object) =>
    `HTTP/1.1 ${status}\r\nA: b\r\n\r\n${JSON.stringify(body)}`;

  it('promises the job, key or entry that it tells of, and what of a job does not change any more', () => {
    expect(promisesIn(answer('202 Accepted', { object: 'video', id: 'video_1', status: 'pending' }))).toEqual(
      [{ table: 'jobs', key: 'video_1', fields: {} }],
    );
    expect(promisesIn(answer('200 OK', { object: 'video', id: 'video_1', status: 'completed' }))).toEqual([
      { table: 'jobs', key: 'video_1', fields: { status: 'completed' } },
    ]);
    expect(promisesIn(answer('201 Created', { id: 'le_7_12', type: 'credit', amount: 1 }))).toEqual([
      { table: 'ledger', key: 'key_7/000000000012', fields: { type: 'credit', amount: 1_000_000 } },
    ]);
    expect(promisesIn(answer('503 Service Unavailable', { object: 'video', id: 'video_1' }))).toEqual([]);
  });
});
