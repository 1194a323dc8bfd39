/**
 * Makes a newcomer read some pages of what was read before, with the eyes of an operator or an owner: all
 * pages of a table, from the first to the last.
 */
import { type ClientCall, JOB_STATUSES } from '../../../../history/client-call.js';
import type { NodeHistory } from '../../../../history/node-history.js';
import {
  type LookCall,
  OPERATORS_PAGES,
  TOLD_PAGES,
  type ToldPage,
} from '../../../../history/people-call.js';
import { Random } from '../../../../world/random.js';

const LOOKED_AT = 4;
/** A table of more pages takes too long to read. */
const PAGES_FEW = 20;
const KEYS_ON_A_PAGE = 25;
const BY_KEY: readonly ToldPage[] = ['usage_by_key', 'usage_file_by_key'];

interface Known {
  /** The steps whose answers told of jobs and of orders. */
  readonly jobs: readonly number[];
  readonly orders: readonly number[];
}

/** @param step that of all of them, by which they name each other */
export function closingLooks(
  step: number,
  history: NodeHistory,
  key: number,
  known: Known,
): readonly ClientCall[] {
  const { seed, setup } = history;
  const random = new Random(seed).fork('looks');
  const account = setup.keys[key]?.account ?? 0;
  const isOwner = account > 0 && random.chance(0.4);
  const { usageKeysShown, usageRowsLookedAt, jobsLookedAt } = setup.limits ?? {};
  const of = { key, ...aboutOf(history, key, known) };
  const shown = TOLD_PAGES.filter((page) => !isOwner || !OPERATORS_PAGES.includes(page));
  const pages = [
    ...Array.from({ length: LOOKED_AT }, () => random.pick(shown)),
    // Pages are short then, or even empty, and have more behind them.
    ...(jobsLookedAt === undefined ? [] : (['jobs'] as const)),
    ...((usageKeysShown ?? usageRowsLookedAt) === undefined ? [] : BY_KEY),
    ...(keysMade(history) > KEYS_ON_A_PAGE ? (['keys'] as const) : []),
  ];
  return [
    {
      op: 'invite',
      account: isOwner ? account : 0,
      name: 'watcher@people.test',
      role: isOwner ? 'owner' : 'operator',
    },
    { op: 'accept', link: step, password: 'Password of watcher' },
    ...pages.map((page): LookCall => {
      const filters = page === 'jobs' ? jobFilters(random, history, isOwner, known) : {};
      const period = page.startsWith('usage') && random.chance(0.4) ? ({ period: 7 } as const) : {};
      return { op: 'look', session: step, page, ...of, ...filters, ...period };
    }),
  ];
}

function keysMade({ setup, steps }: NodeHistory): number {
  const made = steps.filter((step) => step.do === 'request' && step.call.op === 'create_key');
  return setup.keys.length + made.length;
}

/** The latest job of a key, and the latest order. */
function aboutOf({ steps }: NodeHistory, key: number, { jobs, orders }: Known) {
  const job = steps.findLast(
    (step) =>
      step.do === 'request' && step.call.op === 'submit' && step.call.key === key && jobs.includes(step.id),
  )?.id;
  const order = orders.at(-1);
  return { ...(job !== undefined && { job }), ...(order !== undefined && { order }) };
}

/**
 * The lists of a key, and of an account, have those that are over by how they ended: a model alone leaves
 * a page short there.
 */
function jobFilters(
  random: Random,
  { setup }: NodeHistory,
  isOwner: boolean,
  { jobs }: Known,
): Partial<LookCall> {
  const { models, limits } = setup;
  const model = models.length === 0 ? {} : { model: random.pick(models).id };
  const { jobsLookedAt } = limits ?? {};
  if (jobsLookedAt !== undefined) {
    if (jobs.length > PAGES_FEW * jobsLookedAt) return model;
    return !isOwner && random.chance(0.6)
      ? { of: 'all', status: random.pick(['completed', 'failed'] as const) }
      : { ...model, ...(random.chance(0.6) && { of: 'account' as const }) };
  }
  return {
    ...(random.chance(0.4) && { of: isOwner ? 'account' : random.pick(['account', 'all'] as const) }),
    ...(random.chance(0.5) && { status: random.pick(JOB_STATUSES) }),
    ...(random.chance(0.4) && model),
  };
}
