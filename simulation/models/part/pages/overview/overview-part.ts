/** The first page: what is told of an account, of the node to its operators, and to a newcomer. */

import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { idOf } from '../orders/drawn-orders.js';
import { inDaWithCommas } from '../told-amounts.js';
import {
  type DrawnJob,
  type DrawnKey,
  drawOverview,
  KEYS_SHOWN,
  LOOKS_MAX,
  NEW_FOR_S,
  type OverviewAct,
} from './overview-acts.js';
import { BASE_URL, DEMO_KEY, overviewOf, statusOf } from './overview-desk.js';
import { againIn, figuresIn, firstJobIn, noticesIn, rowsIn, snippetsIn, stepsIn } from './overview-html.js';

type Numbered<T> = T & { readonly id: string };

const JOB_WORDS = {
  pending: 'Waiting',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
};

export function overviewPart(): Part<undefined, OverviewAct> {
  return {
    name: 'overview',
    limits: () => undefined,
    act: (random) => drawOverview(random),
    pauseMs: (random) => random.pick([0, 1, 30_000_000, 86_400_000]),
    begin: (trial) => ({ take: (act) => look(trial, act), compare() {} }),
  };
}

async function look(trial: Trial, act: OverviewAct): Promise<void> {
  const html = await overviewOf(act, trial.world);
  const shown: readonly Numbered<DrawnKey>[] = act.keys
    .map((key, number) => ({ ...key, id: idOf('key', number) }))
    .toReversed()
    .slice(0, KEYS_SHOWN);
  const jobs = act.jobs.map((job, number) => ({ ...job, id: idOf('job', number) }));
  const isNewcomer =
    act.role !== 'member' &&
    act.keys.length <= KEYS_SHOWN &&
    (jobs.length === 0 || (jobs.length === 1 && (jobs[0]?.ageS ?? 0) <= NEW_FOR_S));
  trial.same('notices', noticesIn(html), [
    ...nodeNotices(act),
    ...(isNewcomer ? firstJobNotices(act, jobs[0]) : []),
    ...shown.flatMap((key) => keyNotices(key)),
    ...dayNotices(act, shown),
    // Hidden until the frames end.
    ...(shown.length > 0 ? ['wait /'] : []),
  ]);
  trial.same('steps', stepsIn(html), isNewcomer ? stepsOf(act, jobs) : []);
  trial.same('snippets', snippetsIn(html), isNewcomer ? snippetsOf(act, jobs) : []);
  trial.same('first-job', firstJobIn(html), isNewcomer ? firstJobOf(jobs[0]) : undefined);
  trial.same('looks-again', againIn(html), isNewcomer ? againOf(act, jobs[0]) : undefined);
  trial.same('figures', figuresIn(html), shown.length === 0 ? [] : figuresOf(act));
  trial.same('rows', rowsIn(html), [...shown.map((key) => keyRow(key)), ...spendRows(act, shown)]);
}

function nodeNotices({ role, isReady, breakers, hasOrdersSetAside }: OverviewAct): readonly string[] {
  if (role !== 'operator') return [];
  return [
    ...(isReady ? [] : ['bad /node']),
    ...(breakers.every((breaker) => breaker === 'closed') ? [] : ['wait /node']),
    ...(hasOrdersSetAside ? ['wait /top-up?set-aside'] : []),
  ];
}

function firstJobNotices({ keys }: OverviewAct, job: DrawnJob | undefined): readonly string[] {
  if (job === undefined) return keys.some(({ isRevoked }) => !isRevoked) ? ['plain '] : [];
  if (job.state === 'failed') return ['bad '];
  if (job.state === 'gone') return ['wait '];
  return statusOf(job) === 'completed' ? [] : ['plain '];
}

function keyNotices({ id, isRevoked, balance, entries, lastMinute, rpm }: Numbered<DrawnKey>) {
  if (isRevoked) return [];
  return [
    ...(balance === 0 && entries > 0 ? [`wait /top-up?key=${id}`] : []),
    ...(lastMinute === rpm ? [`wait /keys/${id}`] : []),
  ];
}

function dayNotices({ used }: OverviewAct, shown: readonly DrawnKey[]): readonly string[] {
  const today = used.filter(({ daysAgo }) => daysAgo === 0);
  const failed = today.reduce((sum, use) => sum + use.failed, 0);
  const completed = today.reduce((sum, use) => sum + use.completed, 0);
  return shown.length > 0 && failed > completed
    ? [`wait /jobs?status=failed ${failed + completed} ${failed}`]
    : [];
}

function stepsOf({ role, isDemo, keys, models }: OverviewAct, jobs: readonly DrawnJob[]): readonly string[] {
  const active = keys.filter(({ isRevoked }) => !isRevoked);
  const [hasKey, hasJob] = [active.length > 0, jobs.length > 0];
  const hasCredit = hasJob || active.some(({ balance }) => balance > 0);
  const isPasted = isDemo && role === 'operator' && models.length > 0;
  return [
    `${hasKey ? 'done' : 'to do /keys/new'}`,
    hasCredit ? 'done' : hasKey ? 'to do /top-up' : 'to do',
    hasJob
      ? 'done'
      : hasKey
        ? `to do /jobs/new${isPasted ? ' pasted' : ''}`
        : `to do${isPasted ? ' pasted' : ''}`,
  ];
}

function snippetsOf({ role, isDemo, models }: OverviewAct, jobs: readonly DrawnJob[]): readonly string[] {
  const [model] = models;
  if (!isDemo || role !== 'operator' || model === undefined || jobs.length > 0) return [];
  return [`${BASE_URL}/v1/videos ${DEMO_KEY} "${model}"`, `'${BASE_URL}/v1' ${DEMO_KEY} '${model}'`];
}

function firstJobOf(job: Numbered<DrawnJob> | undefined) {
  if (job === undefined) return undefined;
  const status = statusOf(job);
  const isShown = job.state === 'kept_here' || job.state === 'kept_there';
  return {
    status: JOB_WORDS[status],
    links: [
      ...(isShown ? [`/clips/${job.id}`] : []),
      `/jobs/${job.id}`,
      ...(status === 'completed' || status === 'failed' ? ['/jobs/new'] : []),
    ],
    plays: isShown ? `/clips/${job.id}` : undefined,
    keeper: isShown ? (job.state === 'kept_here' ? 'gateway' : 'provider') : undefined,
  };
}

function againOf({ look, keys }: OverviewAct, job: DrawnJob | undefined): string | undefined {
  const isWaiting =
    job === undefined
      ? keys.some(({ isRevoked }) => !isRevoked)
      : statusOf(job) === 'pending' || statusOf(job) === 'in_progress';
  if (!isWaiting || look >= LOOKS_MAX) return undefined;
  return `${Math.min(2 + look, 15)}; url=/?look=${look + 1}`;
}

function figuresOf({ keys, marked, reserved, charged }: OverviewAct): readonly string[] {
  const balance = keys.reduce((sum, key) => sum + key.balance, 0);
  return [balance, ...(marked > 0 ? [marked] : []), reserved, charged].map(inDaWithCommas);
}

function keyRow({ id, name, isRevoked, lastMinute, rpm, unfinished, balance }: Numbered<DrawnKey>): string {
  const named = `${name ?? 'Unnamed key'}${isRevoked ? ' Revoked' : ''}`;
  return `/keys/${id} | ${named} | ${lastMinute} / ${rpm} | ${unfinished} | ${inDaWithCommas(balance)}`;
}

/** The dearest of the week first. */
function spendRows({ used }: OverviewAct, shown: readonly DrawnKey[]): readonly string[] {
  const week = used.filter(({ daysAgo }) => daysAgo < 7);
  if (shown.length === 0 || week.length === 0) return [];
  const sum = (uses: OverviewAct['used']) => uses.reduce((total, { cost }) => total + cost, 0);
  const rowOf = (name: string, uses: OverviewAct['used']) => ({
    name,
    cost: sum(uses),
    today: sum(uses.filter(({ daysAgo }) => daysAgo === 0)),
  });
  const models = [...new Set(week.map(({ model }) => model))].toSorted();
  const rows = models
    .map((model) =>
      rowOf(
        model,
        week.filter((use) => use.model === model),
      ),
    )
    .toSorted((one, other) => other.cost - one.cost);
  return [...rows, ...(rows.length > 1 ? [rowOf('Total', week)] : [])].map(
    ({ name, cost, today }) => `${name} | ${inDaWithCommas(today)} | ${inDaWithCommas(cost)}`,
  );
}
