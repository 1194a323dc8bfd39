/**
 * Section `jobs`: a node with 200,000 unfinished jobs that their provider wants asked for every 20 s.
 *
 * The jobs stand in the data folder as a node leaves them; a start takes them up. A round is one interval:
 * the node tells in its metrics how late polls began, and the provider, asked from within the same process,
 * how long it was between two questions about the same job (`jobs-node.ts`). Clients read meanwhile at a
 * fixed rate, and did before from a node with the same keys and no job. Memory is that of the node with the
 * jobs less that of the one without, after a collection.
 */

import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applyPacedLoad, type PacedResult, pacedOddity, pacedRow, writeLines } from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import { cpuSeconds } from '../machine/cpu-time.js';
import { type Lateness, latenessOf, lateUpToMs, since } from '../machine/poll-lateness.js';
import { quantile } from '../report/quantile.js';
import { type BenchOptions, type Row, type Section, type SectionReport, spread } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { authorizationLines, numbersFrom } from '../seeding/seeded-keys.js';
import type { AskedReport } from '../servers/jobs-node.js';
import {
  askSocket,
  type Memory,
  metricOf,
  type ProbedTollgate,
  startProbedTollgate,
} from '../servers/probed-tollgate.js';
import { HIGHEST_RPM } from '../servers/tollgate-server.js';

const NODE = fileURLToPath(new URL('../servers/jobs-node.js', import.meta.url));
const SEED = 53;
const KEYS = 1_000;
const JOBS = 200_000;
const JOBS_QUICK = 20_000;
const INTERVAL_MS = 20_000;
/** A hint is followed up to a tenth late, so that jobs of one moment do not stay together. */
const INTERVAL_MAX_MS = 22_000;
/** After a start: until each job was asked for, and once more. */
const SETTLE_MS = 47_000;
const READS_PER_SECOND = 500;
const LATE_MS_MAX = 1_000;
const BYTES_PER_JOB_MAX = 2_000;
/** The provider finishes its jobs ten minutes after they were submitted. */
const ROUNDS_MAX = 20;
const ROUNDS_QUICK_MAX = 1;
const IDLE_SECONDS_QUICK = 3;

interface Interval {
  readonly lateness: Lateness;
  readonly asked: AskedReport;
  readonly reads: PacedResult;
  readonly cpuShare: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly gcPauseMaxMs: number;
}

export const jobs: Section = {
  name: 'jobs',
  summary: '200,000 unfinished jobs at an interval of 20 s: how punctual, at what CPU time and memory',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, isQuick, rounds, progress } = options;
  const count = isQuick ? JOBS_QUICK : JOBS;
  const load = {
    seconds: INTERVAL_MS / 1000,
    requestsPerSecond: READS_PER_SECOND,
    headers: await writeLines(join(folder, 'keys'), authorizationLines(SEED, numbersFrom(0, KEYS))),
    paths: await writeLines(join(folder, 'credits'), ['/v1/credits']),
  };
  const without = await started(0, options);
  let idle: { readonly reads: readonly PacedResult[]; readonly memory: Memory };
  try {
    await applyPacedLoad(without, { ...load, seconds: 3 });
    const seconds = isQuick ? IDLE_SECONDS_QUICK : load.seconds;
    const reads = [
      await applyPacedLoad(without, { ...load, seconds }),
      await applyPacedLoad(without, { ...load, seconds }),
    ];
    idle = { reads, memory: await without.memory() };
  } finally {
    await without.stop();
  }
  const node = await started(count, options);
  try {
    progress('waiting until each job was asked for twice');
    await delay(SETTLE_MS);
    const intervals: Interval[] = [];
    if (!isQuick) await node.interval(load);
    const roundsMax = isQuick ? ROUNDS_QUICK_MAX : ROUNDS_MAX;
    for (let round = 1; round <= Math.min(rounds, roundsMax); round++) {
      progress(`interval ${round}`);
      intervals.push(await node.interval(load));
    }
    const watched = await metricOf(node, 'tollgate_jobs_watched');
    const resident = await metricOf(node, 'tollgate_actors_resident');
    const memory = await node.memory();
    return report(count, intervals, idle, { memory, watched, resident });
  } finally {
    await node.stop();
  }
}

async function started(count: number, { folder, progress }: BenchOptions) {
  const home = join(folder, `${count}-jobs`);
  await mkdir(home);
  progress(`seeding ${count} jobs`);
  const data = join(home, 'data');
  const keys = { keys: KEYS, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: 10 ** 12 };
  await seedFolder(data, {
    seed: SEED,
    groups: [count === 0 ? keys : { ...keys, unfinishedJobs: count }],
    unfinishedModel: 'sim/video-slow',
    unfinishedSpreadMs: INTERVAL_MS,
  });
  const socket = join(tmpdir(), `tollgate-watch-${process.pid}-${count}`);
  const node = await startProbedTollgate(data, [], NODE, { BENCH_WATCH_SOCKET: socket });
  return { ...node, interval: (load: Parameters<typeof applyPacedLoad>[1]) => measure(node, socket, load) };
}

async function measure(
  node: ProbedTollgate,
  socket: string,
  load: Parameters<typeof applyPacedLoad>[1],
): Promise<Interval> {
  await askSocket(socket, 'forget');
  await node.probe('reset');
  const before = await latenessOf(node);
  const cpuBefore = cpuSeconds(node.pid);
  const began = performance.now();
  const reads = await applyPacedLoad(node, load);
  const cpuShare = (cpuSeconds(node.pid) - cpuBefore) / ((performance.now() - began) / 1000);
  const lateness = since(before, await latenessOf(node));
  const { loopDelayP99Ms, loopDelayMaxMs, gcPauseMaxMs } = await node.probe('glance');
  const asked = (await askSocket(socket, 'tell')) as AskedReport;
  return { lateness, asked, reads, cpuShare, loopDelayP99Ms, loopDelayMaxMs, gcPauseMaxMs };
}

function report(
  count: number,
  intervals: readonly Interval[],
  idle: { readonly reads: readonly PacedResult[]; readonly memory: Memory },
  end: { readonly memory: Memory; readonly watched: number; readonly resident: number },
): SectionReport {
  const figure = (pick: (one: Interval) => number) => spread(intervals.map(pick));
  const name = `${count.toLocaleString('en-US')} unfinished jobs`;
  const late99 = figure(({ lateness }) => lateUpToMs(lateness, 0.99));
  const gap99 = figure(({ asked }) => quantile(asked.gapsMs, 0.99));
  const perJob = (pick: (memory: Memory) => number) => (pick(end.memory) - pick(idle.memory)) / count;
  const reads = intervals.map((one) => one.reads);
  const rows: Row[] = [
    {
      name: `${name}, polls`,
      figures: {
        'polls/s': figure(({ lateness }) => lateness.count / (INTERVAL_MS / 1000)),
        'late by ms, mean': figure(({ lateness }) => lateness.sumMs / lateness.count),
        'p50 below ms': figure(({ lateness }) => lateUpToMs(lateness, 0.5)),
        'p99 below ms': late99,
        'max below ms': figure(({ lateness }) => lateUpToMs(lateness, 1)),
      },
    },
    {
      name: `${name}, between two questions about a job, by the provider`,
      figures: {
        'p50 ms': figure(({ asked }) => quantile(asked.gapsMs, 0.5)),
        'p99 ms': gap99,
        'max ms': figure(({ asked }) => quantile(asked.gapsMs, 1)),
        'jobs noted': figure(({ asked }) => asked.jobs),
      },
    },
    {
      name: `${name}, the node`,
      figures: {
        'cores used': figure((one) => one.cpuShare),
        'CPU µs/poll, reads included': figure(
          (one) => (one.cpuShare * INTERVAL_MS * 1000) / one.lateness.count,
        ),
        'loop delay p99 ms': figure((one) => one.loopDelayP99Ms),
        'loop delay max ms': figure((one) => one.loopDelayMaxMs),
        'pause for garbage max ms': figure((one) => one.gcPauseMaxMs),
      },
    },
    pacedRow(`${name}, reads meanwhile`, reads),
    pacedRow('no job, reads', idle.reads),
    {
      name: 'bytes per unfinished job',
      figures: {
        'in use bytes': spread([perJob(({ heap }) => heap)]),
        'RssAnon bytes': spread([perJob(({ anonymous }) => anonymous)]),
      },
    },
  ];
  return {
    rows,
    verdicts: [
      {
        what: 'p99 of lateness, in ms, at most (metrics)',
        value: late99.median,
        spread: late99,
        target: { atMost: LATE_MS_MAX },
      },
      {
        what: 'p99 between two questions beyond the 22 s promised, in ms (provider)',
        value: gap99.median - INTERVAL_MAX_MS,
        target: { atMost: LATE_MS_MAX },
      },
      {
        what: 'bytes in use per job',
        value: perJob(({ heap }) => heap),
        target: { atMost: BYTES_PER_JOB_MAX },
      },
      // Of few jobs, most of it is what any load leaves behind.
      ...(count < JOBS
        ? []
        : [
            {
              what: 'resident bytes of the process per job',
              value: perJob(({ anonymous }) => anonymous),
              target: { atMost: BYTES_PER_JOB_MAX },
            },
          ]),
      {
        what: 'p99 of reads with the jobs against without',
        value:
          spread(reads.map(({ p99Us }) => p99Us)).median /
          spread(idle.reads.map(({ p99Us }) => p99Us)).median,
      },
    ],
    notes: [
      `At the end ${end.watched.toLocaleString('en-US')} jobs were polled and ${end.resident.toLocaleString('en-US')} actors in memory.`,
      'A round is one interval of 20 s, whatever was asked for.',
      `A hint of 20 s is followed after 20 to 22 s. The provider answers at once and takes part of the CPU time: it checks the mark of each handle.`,
      ...pacedOddity(name, reads),
    ],
  };
}
