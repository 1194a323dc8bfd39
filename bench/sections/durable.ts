/**
 * Section `durable`: `POST /v1/videos` over HTTP, each answered when its job is on disk, against LMDB alone
 * that commits the same bytes.
 *
 * First a node that notes its commits takes the load. Then, in each round, a fresh node takes the load, and
 * LMDB alone commits what was noted, back to back, in groups as large as that node's commits were in that
 * round. Both run on the core of the servers, with their data on the same file system.
 */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertWrk } from '../load/wrk.js';
import { pinned, unpinnedNote } from '../machine/pinning.js';
import {
  type BenchOptions,
  type Row,
  type Section,
  type SectionReport,
  spread,
  type Verdict,
} from '../section.js';
import { type ServerProcess, startServer } from '../servers/server-process.js';
import { createKeys, HIGHEST_RPM, OPERATOR_ENVIRONMENT, startTollgate } from '../servers/tollgate-server.js';
import { type SubmitResult, submitLoad } from './durable/durable-load.js';
import type { RawResult } from './durable/durable-raw.js';

const KEYS = 64;
const CONNECTIONS = 64;
/** The credit of a key: its jobs do not settle while the load lasts. */
const CREDITS_DA = 100_000_000;
const OPEN_JOBS_MAX = '1000000';
/** Until the code that submits take is compiled. */
const WARM_UP_SECONDS = 2;

const RECORDER = fileURLToPath(new URL('./durable/durable-recorder.js', import.meta.url));
const RAW = fileURLToPath(new URL('./durable/durable-raw.js', import.meta.url));

interface Round {
  readonly node: SubmitResult;
  readonly raw: RawResult;
}

export const durable: Section = {
  name: 'durable',
  summary: 'submits, each on disk before its answer, against LMDB alone that commits the same bytes',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const commits = join(options.folder, 'commits');
  options.progress('noting what a node commits');
  await withNode(options, (data) => startRecorder(data, commits));
  const rounds: Round[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    options.progress(`round ${round} of ${options.rounds}`);
    const node = await withNode(options, (data) =>
      startTollgate({ data, args: ['--open-jobs-max', OPEN_JOBS_MAX] }),
    );
    rounds.push({ node, raw: await runRaw(options, commits, node.turnsPerCommit) });
  }
  return { rows: rowsOf(rounds), verdicts: verdictsOn(rounds), notes: notesOn(rounds) };
}

/** The result of a fresh node under the load; it is gone afterwards, and its data with it. */
async function withNode(
  { folder, secondsPerRound }: BenchOptions,
  start: (data: string) => Promise<ServerProcess>,
): Promise<SubmitResult> {
  const data = join(folder, 'data');
  const server = await start(data);
  try {
    const keys = await createKeys(server, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: CREDITS_DA });
    const file = join(folder, 'keys');
    await writeFile(file, `${keys.join('\n')}\n`);
    await submitLoad(server, file, CONNECTIONS, WARM_UP_SECONDS);
    return await submitLoad(server, file, CONNECTIONS, secondsPerRound);
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

function startRecorder(data: string, commits: string): Promise<ServerProcess> {
  return startServer({
    name: 'a node that notes its commits',
    command: process.execPath,
    args: [RECORDER, data, commits, OPEN_JOBS_MAX],
    env: { ...process.env, ...OPERATOR_ENVIRONMENT },
  });
}

async function runRaw({ folder }: BenchOptions, commits: string, turnsPerCommit: number): Promise<RawResult> {
  const data = join(folder, 'raw');
  await mkdir(data);
  const args = [RAW, commits, join(data, 'raw.mdb'), String(turnsPerCommit)];
  const { stdout } = await promisify(execFile)(...pinned('server', process.execPath, args));
  await rm(data, { recursive: true });
  return JSON.parse(stdout) as RawResult;
}

function rowsOf(rounds: readonly Round[]): readonly Row[] {
  const ours = (pick: (node: SubmitResult) => number) => spread(rounds.map(({ node }) => pick(node)));
  const theirs = (pick: (raw: RawResult) => number) => spread(rounds.map(({ raw }) => pick(raw)));
  return [
    {
      name: 'Tollgate',
      figures: {
        'submits/s': ours((node) => node.submitsPerSecond),
        'CPU µs/submit': ours((node) => node.cpuUsPerSubmit),
        'p50 µs': ours((node) => node.p50Us),
        'p99 µs': ours((node) => node.p99Us),
        'commits/s': ours((node) => node.commitsPerSecond),
        'ms/commit': ours((node) => node.commitMs),
      },
    },
    {
      name: 'LMDB alone',
      figures: {
        'submits/s': theirs((raw) => raw.submitsPerSecond),
        'CPU µs/submit': theirs((raw) => raw.cpuUsPerSubmit),
        'ms/commit': theirs((raw) => raw.commitMs),
        'ms/commit of one record': theirs((raw) => raw.shortCommitMs),
        'writes/submit': theirs((raw) => raw.writesPerSubmit),
        'bytes/submit': theirs((raw) => raw.bytesPerSubmit),
        'submits/commit': theirs((raw) => raw.submitsPerCommit),
      },
    },
  ];
}

function verdictsOn(rounds: readonly Round[]): readonly Verdict[] {
  const verdict = (what: string, of: (round: Round) => number, target?: Verdict['target']): Verdict => {
    const values = spread(rounds.map(of));
    return { what, value: values.median, spread: values, ...(target === undefined ? {} : { target }) };
  };
  return [
    verdict('submits/s against LMDB alone', ({ node, raw }) => node.submitsPerSecond / raw.submitsPerSecond, {
      atLeast: 0.3,
    }),
    verdict(
      'p99 of a submit, in commits of one record',
      ({ node, raw }) => node.p99Us / 1000 / raw.shortCommitMs,
      {
        atMost: 5,
      },
    ),
    verdict('p99 of a submit, in commits of LMDB alone', ({ node, raw }) => node.p99Us / 1000 / raw.commitMs),
    verdict(
      'time that 64 submits take LMDB alone, in commits of one record',
      ({ raw }) => ((CONNECTIONS / raw.submitsPerSecond) * 1000) / raw.shortCommitMs,
    ),
  ];
}

function notesOn(rounds: readonly Round[]): readonly string[] {
  const sum = (pick: (node: SubmitResult) => number) => rounds.reduce((all, { node }) => all + pick(node), 0);
  return [
    'Besides answering, the node submits each job to its provider (sim/video-slow, in the same process), commits what the provider said (a second turn, whose bytes LMDB alone commits, too) and begins to poll it.',
    'With 64 submits always under way, the mean latency is 64 divided by the submits per second, whatever a commit takes.',
    sum((node) => node.refused) > 0 ? `${sum((node) => node.refused)} submits were refused.` : [],
    sum((node) => node.failed) > 0 ? `${sum((node) => node.failed)} connections or requests failed.` : [],
    unpinnedNote(),
  ].flat();
}
