/**
 * Submits jobs in an open loop, at times that are fixed beforehand, and asks for some of them until they are
 * settled. A submit that was refused with 503, or lost its connection to a kill, is repeated under its
 * Idempotency-Key.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gateway } from './gateway.js';
import type { Temper } from './planned-providers.js';
import { FALLBACK_MODEL, type RunningProvider } from './stand-ins.js';

const STEP_MS = 5;
/** Between two questions about a job that is watched: lateness is told to that. */
const ASK_EVERY_MS = 25;
/** The work of a stand-in takes longer. */
const ASK_FROM_MS = 500;
const REPEAT_AFTER_MS = 50;
const WAIT_MS_MAX = 5_000;
const SUBMIT_LIMIT_MS = 120_000;
const WATCH_LIMIT_MS = 120_000;

/** A model that jobs ask for, and how its first route's provider is. */
export interface Target {
  readonly model: string;
  readonly temper: Temper | 'dead, then healthy';
  readonly seconds: number;
  readonly askedEveryMs: number;
}

export interface ApiKey {
  readonly id: string;
  readonly key: string;
}

export interface LoadedJob {
  readonly target: Target;
  readonly prompt: string;
  readonly key: ApiKey;
  /** When its submit was to be sent, and answered; the wall clock in ms. */
  sentAtMs: number;
  acceptedAtMs: number;
  /** Undefined if its submit was refused to the end. */
  id: string | undefined;
  /** Answers 503 to its submit. */
  refusals: number;
  /** When a client first saw it settled, if it was watched. */
  settledAtMs: number | undefined;
}

export interface JobPlan {
  readonly count: number;
  readonly perSecond: number;
  /** One of so many jobs is watched. */
  readonly watchedOneOf: number;
}

/** Every provider in turn; every other job for the dead one has a second route. */
export function targetOf(n: number, providers: readonly RunningProvider[]): Target {
  const provider = providers[n % providers.length];
  if (provider === undefined) throw new Error('there are no providers');
  const { name, temper, seconds, askedEveryMs } = provider;
  const isOdd = Math.floor(n / providers.length) % 2 === 1;
  return temper === 'dead' && isOdd
    ? { model: FALLBACK_MODEL, temper: 'dead, then healthy', seconds, askedEveryMs }
    : { model: name, temper, seconds, askedEveryMs };
}

/** @param began told of each job when its submit is to be sent */
export async function loadJobs(
  gateway: Gateway,
  plan: JobPlan,
  keys: readonly ApiKey[],
  providers: readonly RunningProvider[],
  began: (n: number) => void,
): Promise<readonly LoadedJob[]> {
  const jobs: LoadedJob[] = [];
  const lives: Promise<void>[] = [];
  const beganAtMs = Date.now();
  const rounds = (n: number) => Math.floor(n / providers.length);
  while (jobs.length < plan.count) {
    const due = Math.min(plan.count, Math.floor(((Date.now() - beganAtMs) * plan.perSecond) / 1_000) + 1);
    for (let n = jobs.length; n < due; n++) {
      const key = keys[n % keys.length];
      if (key === undefined) throw new Error('there are no keys');
      const job: LoadedJob = {
        target: targetOf(n, providers),
        prompt: `a boat at sea, take ${n}`,
        key,
        sentAtMs: beganAtMs + (n * 1_000) / plan.perSecond,
        acceptedAtMs: Number.NaN,
        id: undefined,
        refusals: 0,
        settledAtMs: undefined,
      };
      jobs.push(job);
      lives.push(live(gateway, job, rounds(n) % plan.watchedOneOf === 0));
      began(n);
    }
    await delay(STEP_MS);
  }
  await Promise.all(lives);
  return jobs;
}

async function live(gateway: Gateway, job: LoadedJob, isWatched: boolean): Promise<void> {
  await submit(gateway, job);
  const isHopeless = job.target.temper === 'dead';
  if (isWatched && !isHopeless && job.id !== undefined) await watch(gateway, job, job.id);
}

async function submit(gateway: Gateway, job: LoadedJob): Promise<void> {
  const { target, prompt, key } = job;
  const headers = { authorization: `Bearer ${key.key}`, 'idempotency-key': prompt };
  const { model, seconds } = target;
  while (Date.now() < job.sentAtMs + SUBMIT_LIMIT_MS) {
    const answer = await gateway.send('POST', '/v1/videos', headers, { model, prompt, seconds });
    if (answer?.status === 202) {
      job.acceptedAtMs = Date.now();
      job.id = answer.body.id;
      return;
    }
    if (answer !== undefined && answer.status !== 503) {
      throw new Error(`a submit to ${model} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    if (answer !== undefined) job.refusals++;
    await delay(Math.min(Math.max(answer?.retryAfterMs ?? 0, REPEAT_AFTER_MS), WAIT_MS_MAX));
  }
}

async function watch(gateway: Gateway, job: LoadedJob, id: string): Promise<void> {
  await delay(ASK_FROM_MS);
  const until = Date.now() + WATCH_LIMIT_MS;
  while (Date.now() < until) {
    const answer = await gateway.ask('GET', `/v1/videos/${id}`, job.key.key);
    if (answer?.status === 200 && ['completed', 'failed'].includes(answer.body.status)) {
      job.settledAtMs = Date.now();
      return;
    }
    await delay(ASK_EVERY_MS);
  }
}
