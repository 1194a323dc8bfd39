/**
 * How fast a key with a long history is served, against one with a short one, on the same node: a ledger of a million
 * entries against ten, a hundred thousand settled jobs against ten. Each request runs at a fixed rate.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applyPacedLoad,
  type PacedLoad,
  type PacedResult,
  pacedOddity,
  pacedRow,
  writeLines,
} from './paced-load.js';
import { type BenchOptions, type SectionReport, spread, type Verdict } from './section.js';
import { seedFolder } from './seed.js';
import type { Seeded } from './seed-plan.js';
import { authorizationLines, seededManagementKey } from './seeded-keys.js';
import type { ServerProcess } from './server-process.js';
import { HIGHEST_RPM, startTollgate } from './tollgate-server.js';

const SEED = 43;
const SHORT = 10;
const LEDGER_ENTRIES = 1_000_000;
const LEDGER_ENTRIES_QUICK = 20_000;
const SETTLED_JOBS = 100_000;
const SETTLED_JOBS_QUICK = 2_000;
const READS_PER_SECOND = 1_000;
const SUBMITS_PER_SECOND = 50;
const PAGE = SHORT;
/** Enough for every submit. */
const CREDITS_MICRO_DA = 1e13;
const P99_RATIO_MAX = 1.3;
const SUBMIT = JSON.stringify({ model: 'sim/video-instant', prompt: 'a lighthouse in the rain', seconds: 1 });

/** A request to the key with the long history, and the same to the one with the short. */
interface Pair {
  readonly what: string;
  readonly long: Side;
  readonly short: Side;
}

interface Side {
  readonly name: string;
  readonly load: Omit<PacedLoad, 'seconds'>;
  readonly results: PacedResult[];
}

export async function measureHistory(options: BenchOptions): Promise<SectionReport> {
  const { rounds, secondsPerRound: seconds, folder, isQuick, progress } = options;
  const entries = isQuick ? LEDGER_ENTRIES_QUICK : LEDGER_ENTRIES;
  const jobs = isQuick ? SETTLED_JOBS_QUICK : SETTLED_JOBS;
  progress(`seeding a ledger of ${entries} entries and ${jobs} settled jobs`);
  const data = join(folder, 'history-data');
  const one = { keys: 1, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA };
  const seeded = await seedFolder(data, {
    seed: SEED,
    keysPerAccount: 1,
    groups: [
      { ...one, credits: entries - 1 },
      { ...one, credits: SHORT - 1 },
      { ...one, settledJobs: jobs },
      { ...one, settledJobs: SHORT },
    ],
  });
  const server = await startTollgate({ data, args: ['--management-rpm', String(HIGHEST_RPM)] });
  try {
    const pairs = await pairsOf(server, seeded, { entries, jobs }, folder);
    const sides = pairs.flatMap(({ long, short }) => [long, short]);
    progress('history, warming up');
    for (const { load } of sides) await applyPacedLoad(server, { ...load, seconds: 1 });
    for (let round = 1; round <= rounds; round++) {
      progress(`history, round ${round} of ${rounds}`);
      for (const { load, results } of round % 2 === 1 ? sides : [...sides].reverse()) {
        results.push(await applyPacedLoad(server, { ...load, seconds }));
      }
    }
    return {
      rows: sides.map(({ name, results }) => pacedRow(name, results)),
      verdicts: pairs.map(verdictOf),
      notes: sides.flatMap(({ name, results }) => pacedOddity(name, results)),
    };
  } finally {
    await server.stop();
  }
}

async function pairsOf(
  server: ServerProcess,
  seeded: Seeded,
  { entries, jobs }: { readonly entries: number; readonly jobs: number },
  folder: string,
): Promise<readonly Pair[]> {
  const home = join(folder, 'history');
  await mkdir(home);
  const [longLedger, shortLedger, manyJobs, fewJobs] = [0, 1, 2, 3];
  const side = async (
    name: string,
    key: number,
    path: string | readonly string[],
    rest: Partial<PacedLoad> = {},
  ): Promise<Side> => {
    const slug = join(home, name.replace(/\W+/g, '-'));
    const headers = await writeLines(`${slug}-headers`, authorizationLines(SEED, [key]));
    const paths = await writeLines(`${slug}-paths`, typeof path === 'string' ? [path] : path);
    return { name, load: { headers, paths, requestsPerSecond: READS_PER_SECOND, ...rest }, results: [] };
  };
  const ledgerOf = async (name: string, key: number): Promise<Side> => {
    const manager = `Authorization: Bearer ${seededManagementKey(SEED, key)}`;
    const path = `/api/keys/${await keyIdOf(server, key)}/ledger?limit=${PAGE}`;
    const one = await side(name, key, path);
    const headers = await writeLines(join(home, `manager-${key}`), [manager]);
    return { ...one, load: { ...one.load, headers } };
  };
  const submit = { method: 'POST', body: SUBMIT, requestsPerSecond: SUBMITS_PER_SECOND } as const;
  const list = `/v1/videos?limit=${PAGE}`;
  const videos = (key: number) => (seeded.settledJobs.get(key) ?? []).map((id) => `/v1/videos/${id}`);
  const long = entries.toLocaleString('en-US');
  const many = jobs.toLocaleString('en-US');
  return [
    {
      what: `credits, ${long} ledger entries`,
      long: await side(`credits, ${long} ledger entries`, longLedger, '/v1/credits'),
      short: await side(`credits, ${SHORT} ledger entries`, shortLedger, '/v1/credits'),
    },
    {
      what: `newest page of the ledger, ${long} entries`,
      long: await ledgerOf(`newest page of the ledger, ${long} entries`, longLedger),
      short: await ledgerOf(`newest page of the ledger, ${SHORT} entries`, shortLedger),
    },
    {
      what: `submit, ${long} ledger entries`,
      long: await side(`submit, ${long} ledger entries`, longLedger, '/v1/videos', submit),
      short: await side(`submit, ${SHORT} ledger entries`, shortLedger, '/v1/videos', submit),
    },
    {
      what: `newest page of the jobs, ${many} settled`,
      long: await side(`newest page of the jobs, ${many} settled`, manyJobs, list),
      short: await side(`newest page of the jobs, ${SHORT} settled`, fewJobs, list),
    },
    {
      what: `poll of one of ${many} settled jobs`,
      long: await side(`poll of any of ${many} settled jobs`, manyJobs, videos(manyJobs)),
      short: await side(`poll of any of ${SHORT} settled jobs`, fewJobs, videos(fewJobs)),
    },
  ];
}

/** The only key of its account. */
async function keyIdOf({ port }: ServerProcess, account: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/keys`, {
    headers: { authorization: `Bearer ${seededManagementKey(SEED, account)}` },
  });
  const { data } = (await answer.json()) as { data: readonly { id: string }[] };
  const [only] = data;
  if (only === undefined) throw new Error('a seeded account has no key');
  return only.id;
}

function verdictOf({ what, long, short }: Pair): Verdict {
  const ratios = spread(long.results.map(({ p99Us }, round) => p99Us / (short.results[round]?.p99Us ?? 0)));
  return {
    what: `p99 of ${what}, against ${SHORT}`,
    value: ratios.median,
    spread: ratios,
    target: { atMost: P99_RATIO_MAX },
  };
}
