/**
 * How fast a key with a long history is served, against one with a short one, on the same node: a ledger of a
 * million entries against ten, a hundred thousand settled jobs against ten. Each request runs at a fixed
 * rate.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPacedLoad, type PacedLoad, writeLines } from '../../load/paced-load.js';
import { measurePair, type PacedPair, type PacedSide, reportOfPairs } from '../../load/paced-pairs.js';
import type { BenchOptions, SectionReport } from '../../section.js';
import { seedFolder } from '../../seeding/seed.js';
import type { Seeded } from '../../seeding/seed-plan.js';
import { authorizationLines, seededManagementKey } from '../../seeding/seeded-keys.js';
import type { ServerProcess } from '../../servers/server-process.js';
import { HIGHEST_RPM, startTollgate } from '../../servers/tollgate-server.js';

const SEED = 43;
const SHORT = 10;
const LEDGER_ENTRIES = 1_000_000;
const LEDGER_ENTRIES_QUICK = 20_000;
const SETTLED_JOBS = 100_000;
const SETTLED_JOBS_QUICK = 2_000;
const READS_PER_SECOND = 1_000;
/** So many that a round has a p99 to tell. */
const SUBMITS_PER_SECOND = 200;
const WARM_UP_SECONDS = 1;
const PAGE = SHORT;
/** The reservation, and the charge. */
const ENTRIES_PER_SUBMIT = 2;
/** Enough for every submit. */
const CREDITS_MICRO_DA = 1e13;
const SUBMIT = JSON.stringify({ model: 'sim/video-instant', prompt: 'a lighthouse in the rain', seconds: 1 });

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
    progress('history, warming up');
    for (const { load } of pairs.flatMap(({ large, small }) => [large, small]))
      await applyPacedLoad(server, { ...load, seconds: WARM_UP_SECONDS });
    for (let round = 1; round <= rounds; round++) {
      progress(`history, round ${round} of ${rounds}`);
      for (const pair of round % 2 === 1 ? pairs : [...pairs].reverse())
        await measurePair(pair, { large: server, small: server }, { round, seconds });
    }
    return reportOfPairs(pairs, [
      `Each submit adds to its ledger: of ${SHORT} entries there are some ${(SUBMITS_PER_SECOND * (WARM_UP_SECONDS + rounds * seconds) * ENTRIES_PER_SUBMIT).toLocaleString('en-US')} in the end.`,
    ]);
  } finally {
    await server.stop();
  }
}

async function pairsOf(
  server: ServerProcess,
  seeded: Seeded,
  { entries, jobs }: { readonly entries: number; readonly jobs: number },
  folder: string,
): Promise<readonly PacedPair[]> {
  const home = join(folder, 'history');
  await mkdir(home);
  const [longLedger, shortLedger, manyJobs, fewJobs] = [0, 1, 2, 3];
  const side = async (
    name: string,
    key: number,
    path: string | readonly string[],
    rest: Partial<PacedLoad> = {},
  ): Promise<PacedSide> => {
    const slug = join(home, name.replace(/\W+/g, '-'));
    const headers = await writeLines(`${slug}-headers`, authorizationLines(SEED, [key]));
    const paths = await writeLines(`${slug}-paths`, typeof path === 'string' ? [path] : path);
    return { name, load: { headers, paths, requestsPerSecond: READS_PER_SECOND, ...rest }, results: [] };
  };
  const ledgerOf = async (name: string, key: number): Promise<PacedSide> => {
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
      what: `credits, ${long} ledger entries, against ${SHORT}`,
      large: await side(`credits, ${long} ledger entries`, longLedger, '/v1/credits'),
      small: await side(`credits, ${SHORT} ledger entries`, shortLedger, '/v1/credits'),
    },
    {
      what: `newest page of the ledger, ${long} entries, against ${SHORT}`,
      large: await ledgerOf(`newest page of the ledger, ${long} entries`, longLedger),
      small: await ledgerOf(`newest page of the ledger, ${SHORT} entries`, shortLedger),
    },
    {
      what: `submit, ${long} ledger entries, against ${SHORT}`,
      large: await side(`submit, ${long} ledger entries`, longLedger, '/v1/videos', submit),
      small: await side(`submit, ${SHORT} ledger entries`, shortLedger, '/v1/videos', submit),
    },
    {
      what: `newest page of the jobs, ${many} settled, against ${SHORT}`,
      large: await side(`newest page of the jobs, ${many} settled`, manyJobs, list),
      small: await side(`newest page of the jobs, ${SHORT} settled`, fewJobs, list),
    },
    {
      what: `poll of one of ${many} settled jobs, against ${SHORT}`,
      large: await side(`poll of any of ${many} settled jobs`, manyJobs, videos(manyJobs)),
      small: await side(`poll of any of ${SHORT} settled jobs`, fewJobs, videos(fewJobs)),
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
