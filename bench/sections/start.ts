/**
 * Section `start`: from the start of the process to its first answer, with 1,000,000 keys and 200,000
 * unfinished jobs on disk, against a folder with one key.
 *
 * The first answer is a 200 to `GET /v1/credits` with one of the keys, asked for over and over from the start
 * on. Each way to start is taken once a round, in turn: after a stop in order, after `kill -9` in the midst
 * of polling, and after a stop in order with the database dropped from the kernel's page cache. After the
 * first answer clients read at a fixed rate, while the node takes up its jobs.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applyPacedLoad, type PacedResult, pacedOddity, pacedRow, writeLines } from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import { cpuSeconds } from '../machine/cpu-time.js';
import { isInstalled, pinned } from '../machine/pinning.js';
import { type BenchOptions, type Row, type Section, type SectionReport, spread } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { authorizationLines, numbersFrom, seededKey } from '../seeding/seeded-keys.js';
import { freePort } from '../servers/server-process.js';
import { HIGHEST_RPM } from '../servers/tollgate-server.js';

const MAIN = fileURLToPath(new URL('../../program/main.js', import.meta.url));
const OPERATOR_KEY = 'operator-key-of-the-bench-0123456789abcdef';
const SEED = 59;
const KEYS = 1_000_000;
const KEYS_QUICK = 20_000;
const JOBS = 200_000;
const JOBS_QUICK = 4_000;
const READERS = 1_000;
const READS_PER_SECOND = 500;
const READ_SECONDS = 5;
const ASK_EVERY_MS = 2;
const START_TIME_LIMIT_MS = 60_000;
const FIRST_ANSWER_MS_MAX = 2_000;

const WAYS = ['one key', 'after a stop in order', 'after kill -9', 'database not in the page cache'] as const;
type Way = (typeof WAYS)[number];

interface Start {
  readonly firstAnswerMs: number;
  /** User and system time of the process until then. */
  readonly cpuMs: number;
  readonly reads: PacedResult;
}

export const start: Section = {
  name: 'start',
  summary: 'from spawn to first answer, with a million keys and 200,000 unfinished jobs on disk',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, rounds, isQuick, progress } = options;
  const canDrop = isInstalled('dd');
  const paths = await writeLines(join(folder, 'credits'), ['/v1/credits']);
  const keys = isQuick ? KEYS_QUICK : KEYS;
  const small = await populate(join(folder, 'small'), 1, 0, options);
  const large = await populate(join(folder, 'large'), keys, isQuick ? JOBS_QUICK : JOBS, options);
  const starts = new Map<Way, Start[]>(WAYS.map((way) => [way, []]));
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    const take = async (way: Way, population: Population, end: 'SIGTERM' | 'SIGKILL') =>
      starts.get(way)?.push(await startOnce(population, paths, end));
    await take('one key', small, 'SIGTERM');
    await take('after a stop in order', large, 'SIGKILL');
    await take('after kill -9', large, 'SIGTERM');
    if (!canDrop) continue;
    dropFromPageCache(join(large.data, 'tollgate.mdb'));
    await take('database not in the page cache', large, 'SIGTERM');
  }
  return report(starts, large);
}

interface Population {
  readonly keys: number;
  readonly jobs: number;
  readonly data: string;
  /** Headers of some of the keys, spread over all. */
  readonly headers: string;
}

async function populate(
  home: string,
  keys: number,
  jobs: number,
  { progress }: BenchOptions,
): Promise<Population> {
  await mkdir(home);
  progress(`seeding ${keys} keys and ${jobs} jobs`);
  const data = join(home, 'data');
  const key = { rateLimitRpm: HIGHEST_RPM };
  const busy = { ...key, keys: Math.min(READERS, keys), creditsMicroDa: 10 ** 12 };
  await seedFolder(data, {
    seed: SEED,
    groups: [jobs === 0 ? busy : { ...busy, unfinishedJobs: jobs }, { ...key, keys: keys - busy.keys }],
    unfinishedModel: 'sim/video-slow',
  });
  const step = Math.ceil(keys / READERS);
  const readers = [...numbersFrom(0, Math.min(READERS, keys))].map((n) => Math.min(n * step, keys - 1));
  return {
    keys,
    jobs,
    data,
    headers: await writeLines(join(home, 'keys'), authorizationLines(SEED, readers)),
  };
}

async function startOnce(
  { data, keys, headers }: Population,
  paths: string,
  end: 'SIGTERM' | 'SIGKILL',
): Promise<Start> {
  const port = await freePort();
  const args = [MAIN, 'serve', '--port', String(port), '--data', data, '--log-level', 'error'];
  const began = performance.now();
  const child = spawn(...pinned('server', process.execPath, args), {
    env: { ...process.env, TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    const request = `GET /v1/credits HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${seededKey(SEED, keys - 1)}\r\n\r\n`;
    const at = await firstAnswerAt(child, port, request);
    const cpuMs = cpuSeconds(child.pid ?? 0) * 1000;
    const server = { name: 'Tollgate', port, pid: child.pid ?? 0, stop: async () => {} };
    const load = { seconds: READ_SECONDS, requestsPerSecond: READS_PER_SECOND, headers, paths };
    return { firstAnswerMs: at - began, cpuMs, reads: await applyPacedLoad(server, load) };
  } finally {
    if (child.exitCode === null) {
      child.kill(end);
      await once(child, 'close');
    }
    process.off('exit', kill);
  }
}

/** Asks from the start on, until there is an answer. */
async function firstAnswerAt(child: ChildProcess, port: number, request: string): Promise<number> {
  const giveUpAt = performance.now() + START_TIME_LIMIT_MS;
  for (;;) {
    const answer = await answerTo(port, request);
    if (answer?.startsWith('HTTP/1.1 200 ')) return performance.now();
    if (answer !== undefined) throw new Error(`the first answer was ${answer.slice(0, 200)}`);
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error('the node does not start');
    await delay(ASK_EVERY_MS);
  }
}

/** Its first bytes; undefined if nothing listens yet. */
function answerTo(port: number, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const end = (answer: string | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (data) => end(data.toString('latin1')));
    socket.once('error', () => end(undefined));
    socket.once('close', () => end(undefined));
  });
}

/** Of a file that no process has mapped: its pages are read from disk again. */
function dropFromPageCache(path: string): void {
  const dropped = spawnSync('dd', [
    'if=/dev/null',
    `of=${path}`,
    'oflag=nocache',
    'conv=notrunc,fdatasync',
    'count=0',
  ]);
  if (dropped.status !== 0) throw new Error(`dd: ${dropped.stderr}`);
}

function report(starts: ReadonlyMap<Way, readonly Start[]>, large: Population): SectionReport {
  const taken = [...starts].filter(([, all]) => all.length > 0);
  const what = `${large.keys.toLocaleString('en-US')} keys, ${large.jobs.toLocaleString('en-US')} unfinished jobs`;
  const nameOf = (way: Way) => (way === 'one key' ? way : `${what}, ${way}`);
  const firstAnswer = (all: readonly Start[]) => spread(all.map(({ firstAnswerMs }) => firstAnswerMs));
  const rows: Row[] = taken.map(([way, all]) => ({
    name: nameOf(way),
    figures: {
      'first answer after ms': firstAnswer(all),
      'CPU ms until then': spread(all.map(({ cpuMs }) => cpuMs)),
    },
  }));
  return {
    rows: [
      ...rows,
      ...taken.map(([way, all]) =>
        pacedRow(
          `${nameOf(way)}: reads of the ${READ_SECONDS} s after it`,
          all.map(({ reads }) => reads),
        ),
      ),
    ],
    verdicts: taken
      .filter(([way]) => way !== 'one key')
      .map(([way, all]) => ({
        what: `ms from spawn to first answer, ${nameOf(way)}`,
        value: firstAnswer(all).median,
        spread: firstAnswer(all),
        target: { atMost: FIRST_ANSWER_MS_MAX },
      })),
    notes: [
      'The program itself is in the page cache at each start; so is the database, if nothing else is said.',
      ...(starts.get('database not in the page cache')?.length === 0
        ? ['Without dd the database could not be dropped from the page cache.']
        : []),
      ...taken.flatMap(([way, all]) =>
        pacedOddity(
          nameOf(way),
          all.map(({ reads }) => reads),
        ),
      ),
    ],
  };
}
