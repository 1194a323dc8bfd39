/**
 * Section `pages`: how long the dashboard takes for each of its pages with a million jobs, and twice as many
 * entries of a ledger, in one account, which has thousands of orders and as many people as it may have, on a
 * node with a thousand accounts. Each job and order has entries in the audit trail.
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
/** Of all counts, if it is to be quick. */
const QUICK_SHARE = 10;
/** Of the same account, beside the one with the jobs. */
const OTHER_KEYS = 99;
const ORDERS = 10_000;
/** The owner who looks at the pages makes it as many as an account may have. */
const USERS = 999;
const ACCOUNTS = 1_000;
const CREDITS_MICRO_DA = 1e14;
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
  const share = isQuick ? QUICK_SHARE : 1;
  const jobs = JOBS / share;
  const paidOrders = ORDERS / share;
  const otherAccounts = ACCOUNTS / share - 1;
  progress(`seeding ${jobs} settled jobs`);
  const data = join(folder, 'data');
  const keysPerAccount = 1 + OTHER_KEYS;
  await seedFolder(data, {
    seed: SEED,
    keysPerAccount,
    users: USERS,
    groups: [
      { keys: 1, settledJobs: jobs, paidOrders, creditsMicroDa: CREDITS_MICRO_DA },
      { keys: OTHER_KEYS + otherAccounts * keysPerAccount },
    ],
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
    return reportOn(
      views,
      `${jobs.toLocaleString('en-US')} settled jobs and ${paidOrders} paid orders of one key; ${keysPerAccount} keys and ${USERS + 1} users in its account; ${otherAccounts + 1} such accounts of keys.`,
    );
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
    await linkOn(owner, '/jobs', /href="(\/jobs\/video_\w+)"/),
    '/jobs/new',
    '/usage',
    '/usage?by=key',
    `/usage?key=${id}`,
    '/usage.csv',
    '/people',
    await linkOn(owner, '/people', /href="(\/people\/user_\w+)"/),
    '/people/audit',
    await olderPage(owner, '/people/audit'),
    '/sessions',
    '/top-up',
    await olderPage(owner, '/top-up'),
    await linkOn(owner, '/top-up', /href="(\/top-up\/order_\w+)"/),
  ];
  const operator = await DashboardVisitor.of(server, OPERATORS_ACCOUNT, 'operator');
  const ofOperator = [
    '/',
    '/jobs',
    '/jobs?model=none',
    `/jobs?account=${account}`,
    '/accounts',
    await olderPage(operator, '/accounts'),
    `/accounts/${account}`,
    `/usage?account=${account}`,
    `/people?account=${account}`,
    `/people/audit?account=${account}`,
    '/top-up',
    `/top-up?account=${account}`,
    '/node',
  ];
  return [
    ...ofOwner.map((path) => viewOf(owner, path, '')),
    ...ofOperator.map((path) => viewOf(operator, path, ', operator')),
  ];
}

function viewOf(visitor: DashboardVisitor, path: string, by: string): View {
  const name = path.replaceAll(/(key|video|acct|user|order)_\w+/g, 'ID').replace(/after=.+/, 'after=…') + by;
  return { name, visitor, path, times: [], cpu: [] };
}

/** The first link of its kind on a page. */
async function linkOn(visitor: DashboardVisitor, path: string, kind: RegExp): Promise<string> {
  const [, link] = kind.exec(await visitor.page(path)) ?? [];
  if (link === undefined) throw new Error(`${path} has no link like ${kind}`);
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
  const link = await linkOn(visitor, path, /href="([^"]*\bafter=[^"]*)"/);
  return new URL(link.replaceAll('&amp;', '&'), `http://host${path}`).href.slice('http://host'.length);
}

function reportOn(views: readonly View[], note: string): SectionReport {
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
    notes: [note],
  };
}
