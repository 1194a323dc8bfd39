/** A job as its answers have to show it: to its client, and to an operator. */
import type { NaiveJob } from '../naive-job.js';
import { BASE_URL } from './answer-judge.js';
import { type PlainJob, providerOf } from './plain-jobs.js';
import { type ScriptedLine, TROUBLE } from './scripted-line.js';

const AWAITS: Readonly<Record<NaiveJob['place'], string>> = {
  submitting: 'submit',
  waiting: 'submit',
  finding: 'find',
  asked: 'poll',
  reading: 'read',
  over: '',
};

export function shownToClient(job: PlainJob, line: ScriptedLine): object {
  const { id, model, lengthMs, createdAt, life, settled, outputMs, link = '' } = job;
  const shown = {
    id,
    object: 'video',
    status: life.status,
    model,
    seconds: lengthMs / 1_000,
    created_at: createdAt,
  };
  if (settled === undefined) {
    const newsInMs = line.polls.get(id)?.nextInMs ?? 1_000;
    const tenths = Math.max(1, Math.ceil(newsInMs / 100));
    return { ...shown, ...progressOf(job, line), poll_after: tenths / 10 };
  }
  const over = { ...shown, completed_at: settled.atS, cost: (life.cost ?? 0) / 1e6 };
  if (life.slug !== undefined) return { ...over, ...failureOf(job) };
  const url = link.startsWith('/') ? BASE_URL + link : link;
  return { ...over, url, output_seconds: (outputMs ?? 0) / 1_000 };
}

export function shownToOperator(job: PlainJob, line: ScriptedLine, wallAhead: number): object {
  const { id, key, model, lengthMs, createdAt, life, settled, outputMs } = job;
  const name = life.route.name.slice(providerOf(job).length + 1);
  const shown = {
    id,
    object: 'job',
    account: key.account,
    key: key.id,
    provider: providerOf(job),
    model,
    ...(name === model ? {} : { provider_model: name }),
    ...(life.left.length === 0 ? {} : { routes_left: life.left.length }),
    seconds: lengthMs / 1_000,
    created_at: createdAt,
    status: life.status,
    submits: life.attempt,
    reserved: settled === undefined ? life.reserve / 1e6 : 0,
  };
  if (settled !== undefined) {
    const ended = { ...shown, completed_at: settled.atS, cost: (life.cost ?? 0) / 1e6 };
    return life.slug === undefined
      ? { ...ended, output_seconds: (outputMs ?? 0) / 1_000 }
      : { ...ended, ...failureOf(job) };
  }
  const isPolled = life.place === 'asked' && !life.isLast;
  const polls = isPolled ? line.polls.get(id) : undefined;
  const failed = polls !== undefined && polls.failures > 0;
  const { deadlineAt } = life;
  return {
    ...shown,
    ...progressOf(job, line),
    awaits: life.place === 'asked' && life.isLast ? 'last_call' : AWAITS[life.place],
    ...(polls === undefined ? {} : { next_poll_in: Math.ceil(polls.nextInMs / 100) / 10 }),
    ...(failed ? { polls_failed: polls.failures, last_error: TROUBLE } : {}),
    ...(life.place === 'reading' ? { last_error: TROUBLE } : {}),
    ...(deadlineAt === undefined ? {} : { deadline_at: Math.floor((deadlineAt + wallAhead) / 1_000) }),
  };
}

/** The reason is compared by the words that it has to have. */
export function wordsOf(shown: object, { why = '' }: PlainJob): object {
  if (!('error_message' in shown)) return shown;
  const said = String(shown.error_message);
  return { ...shown, error_message: said !== '' && said.includes(why) ? why : said };
}

/** Whole per cent, rounded down, from 0 to 100. */
function progressOf({ id }: PlainJob, line: ScriptedLine): { readonly progress?: number } {
  const progress = line.polls.get(id)?.progress;
  return progress === undefined ? {} : { progress: Math.min(100, Math.max(0, Math.floor(progress))) };
}

function failureOf({ life, why = '' }: PlainJob): object {
  return { error: life.slug, error_message: why };
}

export function idsOf(jobs: readonly { readonly id: string }[]): readonly string[] {
  return jobs.map(({ id }) => id);
}

export function newestFirst(jobs: readonly PlainJob[]): readonly PlainJob[] {
  return [...jobs].sort((one, other) => (one.id < other.id ? 1 : -1));
}
