/** The pages of jobs, as they are and as they ought to be. */
import { idOf } from '../orders/drawn-orders.js';
import { isoOf } from '../shown-people.js';
import { inDa } from '../told-amounts.js';
import type { ToldPage } from '../told-page.js';
import { HOMES, KEYS, reaches, type Viewer } from '../viewers.js';
import { accountOf, costOf, type DrawnJob, isOpen, JOB_AT_S, reserveOf } from './drawn-jobs.js';

/** By number: the oldest first. */
export interface PlacedJob extends DrawnJob {
  readonly number: number;
  /** When it is over at the latest, in Unix ms. */
  readonly dueAtMs: number | undefined;
}

export interface JobQuery {
  readonly status?: string;
  readonly key?: string;
  readonly model?: string;
  readonly account?: string;
  readonly after?: number;
}

const ON_A_PAGE = 25;
const TITLE_MAX = 80;
const STATES = { pending: 'Waiting', in_progress: 'In progress', completed: 'Completed', failed: 'Failed' };

export function jobsIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  return {
    jobs: page
      .rows('Jobs')
      .map(([job, state, model, price, submitted]) => [
        job?.links[0],
        job?.words,
        state?.words,
        model?.words,
        price?.numbers[0],
        submitted?.times[0],
      ]),
    leads: page.leads,
    chosen: ['status', 'model'].flatMap((field) => page.field(field).chosen),
  };
}

export function jobsDue(viewer: Viewer, sent: JobQuery, jobs: readonly PlacedJob[]) {
  const isOperator = viewer.role === 'operator';
  const [key, named] = [sent.key || undefined, sent.account || undefined];
  const number = KEYS.findIndex((_, one) => idOf('key', one) === key);
  const isKey = key === undefined || (KEYS[number] !== undefined && reaches(viewer, KEYS[number].account));
  const isAccount = named === undefined || (HOMES.some((home) => home === named) && reaches(viewer, named));
  if (!isKey || !isAccount) return '404';
  const account = isOperator ? named : viewer.account;
  const status = Object.keys(STATES).find((one) => one === sent.status);
  const isAll = key === undefined && account === undefined;
  const scope = jobs.filter((job) =>
    key === undefined ? isAll || accountOf(job) === account : job.key === number,
  );
  // A list by how jobs ended goes through those alone, but in the list of all.
  const listed = scope.filter((job) => {
    if (status === undefined) return true;
    const wantsOpen = status === 'pending' || status === 'in_progress';
    return wantsOpen ? isOpen(job) : isAll || job.status === status;
  });
  const behind = listed.filter((job) => job.number < (sent.after ?? Number.POSITIVE_INFINITY)).toReversed();
  const fitting = behind.filter(
    (job) => (status === undefined || job.status === status) && (!sent.model || job.model === sent.model),
  );
  const shown = fitting.slice(0, ON_A_PAGE);
  const last = shown.length === ON_A_PAGE ? shown.at(-1) : undefined;
  const hasMore = last !== undefined && behind.at(-1) !== last;
  const query = { status, key, model: sent.model || undefined, account: isOperator ? named : undefined };
  const path = (after?: string) => {
    const parts = Object.entries({ ...query, after }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return parts.length === 0 ? '/jobs' : `/jobs?${new URLSearchParams(parts)}`;
  };
  const isFiltered =
    shown.length > 0 || Object.values({ ...query, after: sent.after }).some((one) => one !== undefined);
  return {
    jobs: shown.map((job) => [
      `/jobs/${idOf('video', job.number)}`,
      `${titleOf(job, viewer)} ${KEYS[job.key]?.name ?? 'Unnamed key'}`,
      STATES[job.status],
      `${job.model} ${(job.status === 'completed' ? job.outputMs : job.lengthMs) / 1_000} s`,
      inDa(isOpen(job) ? reserveOf(job) : costOf(job)),
      isoOf(JOB_AT_S + job.number),
    ]),
    leads: [
      ...(sent.after === undefined ? [] : [path()]),
      ...(hasMore ? [path(idOf('video', last.number))] : []),
    ],
    chosen: isFiltered
      ? [
          ...(status === undefined ? [] : [status]),
          ...(['short', 'long/one'].includes(sent.model ?? '') ? [sent.model] : []),
        ]
      : [],
  };
}

export function titleOf(job: PlacedJob, viewer: Viewer): string {
  if (accountOf(job) !== viewer.account) return idOf('video', job.number);
  if (job.prompt === undefined) return 'Without a prompt';
  const text = job.prompt.trim();
  const title = text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX)}…` : text;
  return title.replaceAll(/\s+/g, ' ');
}

export function jobIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  const { main, html } = page;
  const [, timeline = ''] = /<ol class="timeline">(.*?)<\/ol>/s.exec(main) ?? [];
  const numbers = [...timeline.matchAll(/<bdi class="number">([^<]*)/g)].map(([, text = '']) => text.trim());
  return {
    times: [...timeline.matchAll(/datetime="([^"]*)"/gi)].map(([, at]) => at),
    numbers,
    progress: /<progress max="100" value="(\d+)"/.exec(timeline)?.[1],
    tells: ['It said 500.', 'It broke.', 'Only the people of the account'].map((text) => main.includes(text)),
    figures: page.values.map(({ words, numbers }) => numbers[0] ?? words),
    clip: [main.includes('<video'), main.includes('no longer kept'), main.includes('The provider keeps')],
    forms: page.forms,
    again: page.links.filter((link) => link.startsWith('/jobs/new')),
    refresh: /http-equiv="refresh" content="([^"]*)"/.exec(html)?.[1],
  };
}

export function jobDue(viewer: Viewer, job: PlacedJob | undefined, look: number) {
  if (job === undefined || !reaches(viewer, accountOf(job))) return '404';
  const [id, open] = [idOf('video', job.number), isOpen(job)];
  const [isOperator, isOwn] = [viewer.role === 'operator', accountOf(job) === viewer.account];
  const isMade = job.status === 'completed';
  const endedAt = open ? undefined : JOB_AT_S + job.number + job.tookS;
  const due = open && job.dueAtMs !== undefined ? Math.floor(job.dueAtMs / 1_000) : undefined;
  const reserved = reserveOf(job);
  const key = KEYS[job.key];
  const mayUse =
    isOwn && key?.isRevoked === false && (viewer.role !== 'member' || viewer.grants.includes(job.key));
  const isGone = job.isKept && job.isGone;
  return {
    times: [JOB_AT_S + job.number, endedAt ?? due].flatMap((at) => (at === undefined ? [] : [isoOf(at)])),
    numbers: [
      inDa(reserved),
      ...(job.attempt > 1 ? [String(job.attempt)] : []),
      ...(open ? [] : [inDa(costOf(job)), inDa(reserved - costOf(job))]),
    ],
    progress:
      job.status === 'in_progress' && job.progress !== undefined
        ? String(Math.floor(Math.min(job.progress, 100)))
        : undefined,
    tells: [
      isOperator && job.status === 'in_progress' && job.trouble !== undefined,
      job.status === 'failed',
      !isOwn,
    ],
    figures: [
      job.model,
      key?.name ?? idOf('key', job.key),
      `${job.lengthMs / 1_000} s`,
      ...(isMade ? [`${job.outputMs / 1_000} s`] : []),
      inDa(job.price),
      inDa(open ? reserved : costOf(job)),
      id,
    ],
    clip: isOwn && isMade ? [!isGone, isGone, !isGone && !job.isKept] : [false, false, false],
    forms: isOperator && open ? [`/jobs/${id}`] : [],
    again: mayUse && !open ? [`/jobs/new?from=${id}`] : [],
    refresh: open && look < 40 ? `${Math.min(2 + look, 15)}; url=/jobs/${id}?look=${look + 1}` : undefined,
  };
}
