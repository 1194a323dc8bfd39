/**
 * Section `pages`: how long the dashboard takes for each of its pages with a million jobs, and twice as many
 * entries of a ledger, in one account.
 *
 * A page is asked for again and again over one connection, each time when it has come whole: the time of the
 * server, with that of the loopback and the client on top.
 */
import { join } from 'node:path';
import { OPERATORS_ACCOUNT } from '../../src/actors/accounts/operators-account.js';
import { cpuSeconds } from '../machine/cpu-time.js';
import { quantile } from '../report/quantile.js';
import { type BenchOptions, type Section, type SectionReport, spread } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { seededManagementKey } from '../seeding/seeded-keys.js';
import type { ServerProcess } from '../servers/server-process.js';
import { startTollgate } from '../servers/tollgate-server.js';
import { DashboardVisitor } from './pages/dashboard-visitor.js';

const SEED = 71;
const JOBS = 1_000_000;
const JOBS_QUICK = 10_000;
/** Of the same account, beside the one with the jobs. */
const OTHER_KEYS = 99;
const CREDITS_MICRO_DA = 1e15;
const P99_MAX_MS = 50;
const WARM_UPS = 20;
/** So many that a round has a p99 to tell. */
const VIEWS = 200;

interface View {
  readonly name: string;
  readonly visitor: DashboardVisitor;
  readonly path: string;
  readonly times: number[];
  /** Of the node, for a view, in ms; one for each round. */
  readonly cpu: number[];
}

export const pages: Section = {
  name: 'pages',
  summary: 'the pages of the dashboard, with a million jobs and their ledger in one account',
  // Seeding makes many short-lived objects.
  nodeOptions: ['--max-semi-space-size=64'],
  run,
};

async function run({ folder, isQuick, progress, rounds }: BenchOptions): Promise<SectionReport> {
  const jobs = isQuick ? JOBS_QUICK : JOBS;
  progress(`seeding ${jobs} settled jobs`);
  const data = join(folder, 'data');
  const busy = { keys: 1, settledJobs: jobs, creditsMicroDa: CREDITS_MICRO_DA };
  await seedFolder(data, {
    seed: SEED,
    keysPerAccount: 1 + OTHER_KEYS,
    groups: [busy, { keys: OTHER_KEYS }],
  });
  const server = await startTollgate({ data });
  try {
    const views = await viewsOf(server);
    for (const { visitor, path } of views) await visitor.timesOf(path, WARM_UPS);
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}`);
      for (const view of views) await measure(view, server);
    }
    for (const { visitor } of views) visitor.leave();
    return reportOn(views, jobs);
  } finally {
    await server.stop();
  }
}

async function measure({ visitor, path, times, cpu }: View, { pid }: ServerProcess): Promise<void> {
  const before = cpuSeconds(pid);
  times.push(...(await visitor.timesOf(path, VIEWS)));
  cpu.push(((cpuSeconds(pid) - before) * 1000) / VIEWS);
}

async function viewsOf(server: ServerProcess): Promise<readonly View[]> {
  const { id, account } = await busyKeyOf(server);
  const owner = await DashboardVisitor.of(server, account, 'owner');
  const ofOwner = [
    '/',
    '/keys',
    `/keys/${id}`,
    await olderPage(owner, `/keys/${id}`),
    '/jobs',
    await olderPage(owner, '/jobs'),
    '/jobs?status=failed',
    // Looks at as many jobs as a page does at most.
    '/jobs?model=none',
    await newestJob(owner),
    '/jobs/new',
  ];
  const operator = await DashboardVisitor.of(server, OPERATORS_ACCOUNT, 'operator');
  const ofOperator = ['/jobs', '/jobs?model=none', `/jobs?account=${account}`];
  return [
    ...ofOwner.map((path) => viewOf(owner, path, '')),
    ...ofOperator.map((path) => viewOf(operator, path, ', operator')),
  ];
}

function viewOf(visitor: DashboardVisitor, path: string, by: string): View {
  const name = path.replaceAll(/(key|video)_\w+/g, 'ID').replace(/(after|account)=.+/, '$1=…') + by;
  return { name, visitor, path, times: [], cpu: [] };
}

async function newestJob(visitor: DashboardVisitor): Promise<string> {
  const [, link] = /href="(\/jobs\/video_\w+)"/.exec(await visitor.page('/jobs')) ?? [];
  if (link === undefined) throw new Error('the list of jobs is empty');
  return link;
}

async function busyKeyOf({
  port,
}: ServerProcess): Promise<{ readonly id: string; readonly account: string }> {
  const headers = { authorization: `Bearer ${seededManagementKey(SEED, 0)}` };
  let after = '';
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/keys?limit=100${after}`, { headers });
    const { data, next } = (await answer.json()) as {
      readonly data: readonly { readonly id: string; readonly account: string }[];
      readonly next: string | null;
    };
    const last = data.at(-1);
    if (last === undefined) throw new Error('a seeded account has no key');
    // Newest first: the key with the jobs was made first.
    if (next === null) return last;
    after = `&after=${next}`;
  }
}

/** The page behind the link from a list to what is older. */
async function olderPage(visitor: DashboardVisitor, path: string): Promise<string> {
  const [, link] = /href="([^"]*\bafter=[^"]*)"/.exec(await visitor.page(path)) ?? [];
  if (link === undefined) throw new Error(`${path} leads to nothing older`);
  return new URL(link.replaceAll('&amp;', '&'), `http://host${path}`).href.slice('http://host'.length);
}

function reportOn(views: readonly View[], jobs: number): SectionReport {
  return {
    rows: views.map(({ name, times, cpu }) => ({
      name,
      figures: {
        'CPU ms': spread(cpu),
        'ms, median': spread(times),
        'ms, p99': spread([quantile(times, 0.99)]),
      },
    })),
    verdicts: views.map(({ name, times }) => ({
      what: `ms of ${name}, p99`,
      value: quantile(times, 0.99),
      target: { atMost: P99_MAX_MS },
    })),
    notes: [
      `${jobs.toLocaleString('en-US')} settled jobs of one key; ${1 + OTHER_KEYS} keys in its account.`,
    ],
  };
}
