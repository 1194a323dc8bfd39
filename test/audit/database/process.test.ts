/**
 * The ends to which the process in which LMDB reads may come. A program of the test's own stands in for it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doApart } from '../../../src/audit/database/process.js';
import type { TaskMessage } from '../../../src/audit/database/task.js';
import type { Discrepancy } from '../../../src/audit/records/discrepancy.js';
import { folderOfTest } from '../../temporary-folder.js';

const VERIFY = { do: 'verify', path: '/data/tollgate.mdb', cpuShare: 1 } as const;
const FOUND: Discrepancy = { kind: 'damaged_record', table: 'jobs', key: 'video_1', what: 'jobs/video_1: …' };
const READING: TaskMessage = {
  is: 'progress',
  progress: { step: 'records', table: 'jobs', done: 1_000, of: 2_000 },
};

/** Has the task done by a program that says these messages and then executes `end`. */
async function end(messages: readonly TaskMessage[], ending: string, silenceSecondsMax?: number) {
  const path = join(folderOfTest('database-process'), 'child.mjs');
  const lines = messages.map((message) => `say(${JSON.stringify(JSON.stringify(message))});`);
  writeFileSync(
    path,
    `import { writeSync } from 'node:fs';
     const say = (line) => writeSync(3, line + '\\n');
     ${lines.join('\n')}
     ${ending}`,
  );
  const found: Discrepancy[] = [];
  const result = await doApart(VERIFY, {
    program: { file: process.execPath, args: [path] },
    report: (discrepancy) => found.push(discrepancy),
    ...(silenceSecondsMax === undefined ? {} : { silenceSecondsMax }),
  });
  return { result, found };
}

it('a task that is done has its result, and what it found on the way', async () => {
  const result = {
    records: 7,
    discrepancies: 1,
    pageBytes: 4_096,
    usedPages: 3,
    freePages: 1,
    orphanClips: { files: 0, first: [] },
    restedMs: 0,
  };
  const all: TaskMessage[] = [READING, { is: 'found', discrepancy: FOUND }, { is: 'done', result }];
  expect(await end(all, '')).toEqual({ result: { isSound: true, result }, found: [FOUND] });
});

it.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 100);", 'it ended with SIGKILL'],
  [
    'touches what is not there',
    "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 100);",
    'SIGSEGV',
  ],
  ['aborts', "console.error('mdb.c:1: Assertion failed'); process.abort();", 'SIGABRT'],
  ['ends without a result', 'process.exit(0);', 'it ended with exit status 0'],
  ['throws', "throw new Error('no such thing');", 'it ended with exit status 1'],
  ['is cut off in the midst of a line', 'writeSync(3, \'{"is":\'); process.exit(1);', 'exit status 1'],
])('a task whose process %s is damage, told with the table it was at', async (_, ending, why) => {
  const { result, found } = await end([READING, { is: 'found', discrepancy: FOUND }], ending);
  expect(result).toEqual({
    isSound: false,
    damage: expect.stringMatching(/^LMDB could not read table jobs: it ended with /),
  });
  expect(result).toMatchObject({ damage: expect.stringContaining(why) });
  expect(found).toEqual([FOUND]);
});

it('a task that stands still, however busily, is damage when the limit is over', async () => {
  const { result } = await end([READING], 'for (;;);', 1);
  expect(result).toEqual({
    isSound: false,
    damage: 'LMDB could not read table jobs: it stood still for 1 seconds',
  });
});

it('what LMDB says of a page is damage, and what the system says of a disk is not', async () => {
  const { result } = await end(
    [READING, { is: 'failed', message: 'MDB_CORRUPTED: page', table: 'keys' }],
    '',
  );
  expect(result).toEqual({
    isSound: false,
    damage: 'LMDB could not read table keys: MDB_CORRUPTED: page',
  });
  const full: TaskMessage = { is: 'failed', message: 'No space left on device', errno: 28 };
  await expect(end([full], '')).rejects.toMatchObject({ code: 'ENOSPC', path: '/data/tollgate.mdb' });
});

it('a program that cannot be started is no damage', async () => {
  const program = { file: '/nonexistent/tollgate', args: [] };
  await expect(doApart(VERIFY, { program })).rejects.toMatchObject({ code: 'ENOENT' });
});
