/** One run: jobs over all providers while the gateway is killed now and then, and what became of each. */
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR_ENVIRONMENT } from '../../servers/tollgate-server.js';
import { Gateway, type GatewayUse, type Kill } from './gateway.js';
import { type ApiKey, type JobPlan, type LoadedJob, loadJobs } from './job-load.js';
import { planProviders, type Temper } from './planned-providers.js';
import { type SettledJob, settlementOf } from './settlement.js';
import { configurationOf, STAND_IN_ENVIRONMENT, StandIns } from './stand-ins.js';

const PRICE_PER_SECOND = 0.5;
const KEYS = 40;
const CREDITS_DA = 1_000_000;
const RPM = 1_000_000;
const LOOK_EVERY_MS = 1_000;
const DRAIN_LIMIT_MS = 600_000;
const LINK_TRIES_MAX = 20;
const LINK_PAUSE_MS = 250;
/** A submit that was under way at a kill was sent at most so long before. */
const UNDER_WAY_MS = 30_000;
/** Ends that a job may come to whose submits, polls or reading were answered 429 to its deadline. */
const TURNED_AWAY: ReadonlySet<string> = new Set(['provider_unavailable', 'expired', 'result_unavailable']);
const OPERATOR_KEY = OPERATOR_ENVIRONMENT.TOLLGATE_MANAGEMENT_KEY;

export interface RunPlan extends JobPlan {
  readonly tempers: readonly Temper[];
  /** Kills, spread evenly over the submits. */
  readonly kills: number;
}

export interface JobEnd extends LoadedJob {
  /** Undefined if the job was refused or lost. */
  readonly settled: SettledJob | undefined;
  /**
   * How long after its stand-in was done with it a client saw it completed, less what its service makes
   * everybody wait between two polls; undefined if nobody watched.
   */
  readonly lateMs: number | undefined;
  /** A kill came between its submit and its end. */
  readonly isCut: boolean;
}

export interface ProviderRun {
  readonly jobs: readonly JobEnd[];
  readonly kills: readonly Kill[];
  readonly use: GatewayUse;
  readonly tookSeconds: number;
  /** Sentences, one for each promise to a job or key that was broken. */
  readonly wrongs: readonly string[];
}

/** @param main the program that is run, as gateway and as stand-ins */
export async function runProviders(
  main: string,
  folder: string,
  plan: RunPlan,
  progress: (text: string) => void,
): Promise<ProviderRun> {
  await mkdir(folder);
  const standIns = await StandIns.start(main, planProviders(plan.tempers));
  try {
    const configuration = {
      'open-jobs-max': 100_000,
      ...configurationOf(standIns.providers, PRICE_PER_SECOND),
    };
    const gateway = await Gateway.start(main, folder, configuration, STAND_IN_ENVIRONMENT);
    const looks = setInterval(() => gateway.look(), LOOK_EVERY_MS);
    try {
      return await runOn(gateway, standIns, plan, progress);
    } finally {
      clearInterval(looks);
      await gateway.stop();
    }
  } finally {
    await standIns.stop();
  }
}

async function runOn(
  gateway: Gateway,
  standIns: StandIns,
  plan: RunPlan,
  progress: (text: string) => void,
): Promise<ProviderRun> {
  const keys = await makeKeys(gateway);
  const beganAt = performance.now();
  const killEvery = Math.floor(plan.count / (plan.kills + 1));
  const kills: Promise<void>[] = [];
  const loaded = await loadJobs(gateway, plan, keys, standIns.providers, (n) => {
    if ((n + 1) % 1_000 === 0) progress(`${n + 1} of ${plan.count} jobs`);
    if ((n + 1) % killEvery !== 0 || kills.length === plan.kills) return;
    progress('kill -9');
    kills.push(gateway.kill());
  });
  await Promise.all(kills);
  progress('waiting until every job is settled');
  await drained(gateway, keys);
  gateway.look();
  const tookSeconds = (performance.now() - beganAt) / 1_000;
  const settlement = await settlementOf(gateway, loaded, keys, PRICE_PER_SECOND, OPERATOR_KEY);
  const jobs = loaded.map((job) => endOf(job, settlement.jobs.get(job.id ?? ''), standIns, gateway.kills));
  const wrongs = [
    ...settlement.wrongs,
    ...[...standIns.begunTwice].map((prompt) => `"${prompt}" was begun twice`),
    ...(await wrongLinks(gateway, jobs)),
    ...jobs.flatMap((job) => wrongIn(job, gateway.kills)),
  ];
  await gateway.stop();
  const discrepancies = await gateway.discrepancies();
  if (discrepancies !== undefined) wrongs.unshift(`verify says: ${discrepancies}`);
  return { jobs, kills: gateway.kills, use: gateway.use, tookSeconds, wrongs };
}

async function makeKeys(gateway: Gateway): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  while (keys.length < KEYS) {
    const wanted = { rate_limit_rpm: RPM, credits: CREDITS_DA };
    const answer = await gateway.ask('POST', '/api/keys', OPERATOR_KEY, wanted);
    if (answer?.status !== 201) throw new Error(`no key was made: ${JSON.stringify(answer)}`);
    keys.push({ id: answer.body.id, key: answer.body.key });
  }
  return keys;
}

/** Resolves when no key has anything in reserve. */
async function drained(gateway: Gateway, keys: readonly ApiKey[]): Promise<void> {
  const until = performance.now() + DRAIN_LIMIT_MS;
  for (const { key } of keys) {
    while (performance.now() < until) {
      const answer = await gateway.ask('GET', '/v1/credits', key);
      if (answer?.status === 200 && answer.body.reserved === 0) break;
      await delay(100);
    }
  }
}

function endOf(
  job: LoadedJob,
  settled: SettledJob | undefined,
  { overAtMs }: StandIns,
  kills: readonly Kill[],
): JobEnd {
  const { settledAtMs, sentAtMs, prompt, target } = job;
  const overAt = overAtMs.get(prompt);
  const isTimed = settledAtMs !== undefined && overAt !== undefined && settled?.status === 'completed';
  const endAtMs = settledAtMs ?? Number.POSITIVE_INFINITY;
  return {
    ...job,
    settled,
    lateMs: isTimed ? Math.max(0, settledAtMs - overAt - target.askedEveryMs) : undefined,
    isCut: kills.some(({ atMs }) => sentAtMs < atMs && endAtMs > atMs),
  };
}

/** Why this is not the end that such a job may come to. */
function wrongIn(job: JobEnd, kills: readonly Kill[]): readonly string[] {
  const { target, settled, prompt, sentAtMs } = job;
  const what = `"${prompt}" for ${target.model} (${target.temper})`;
  if (target.temper === 'dead') return settled?.status === 'completed' ? [`${what} completed`] : [];
  if (settled === undefined) return [`${what} was refused to the end`];
  if (settled.status === 'completed') return [];
  const wasUnderWay = kills.some(({ atMs }) => sentAtMs <= atMs && sentAtMs > atMs - UNDER_WAY_MS);
  if (settled.error === 'outcome_unknown' && wasUnderWay) return [];
  if (target.temper === 'busy' && TURNED_AWAY.has(settled.error ?? '')) return [];
  return [`${what} ended as ${settled.error}`];
}

/** Follows the link of one completed job of each model, again while its provider turns the gateway away. */
async function wrongLinks(gateway: Gateway, jobs: readonly JobEnd[]): Promise<readonly string[]> {
  const urls = new Map<string, string>();
  for (const { target, settled } of jobs) {
    if (settled?.url !== undefined) urls.set(target.model, settled.url);
  }
  const wrongs: string[] = [];
  for (const [model, url] of urls) {
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    let answer = await gateway.send('GET', path, {});
    for (let tries = 1; answer?.status === 503 && tries < LINK_TRIES_MAX; tries++) {
      await delay(LINK_PAUSE_MS);
      answer = await gateway.send('GET', path, {});
    }
    if (answer?.status !== 200) wrongs.push(`a link to a result of ${model} was answered ${answer?.status}`);
  }
  return wrongs;
}
