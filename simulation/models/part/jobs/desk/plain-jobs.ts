/** Jobs, money and repeats as they are promised: lists of all that was asked. */
import type { JobAct } from '../job-acts.js';
import { NaiveJob } from '../naive-job.js';
import type { NaiveRoute, Told } from '../told-jobs.js';
import type { DeskLimits, SubmitAct } from './drawn-desk.js';

export interface PlainMoney {
  credited: number;
  charged: number;
  reserved: number;
}

export interface PlainKey extends PlainMoney {
  readonly id: string;
  readonly account: string;
  readonly entries: Entry[];
}

/** As the ledger shows it. */
export interface Entry {
  readonly type: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string;
  readonly created_at: number;
}

export interface PlainJob {
  readonly id: string;
  readonly key: PlainKey;
  readonly model: string;
  readonly lengthMs: number;
  readonly createdAt: number;
  readonly life: NaiveJob;
  /** The part that its provider is sent beside its length. */
  readonly input: string;
  outputMs?: number;
  link?: string;
  /** Words that the reason of its failure has. */
  why?: string;
  settled?: { readonly atS: number; readonly at: number };
}

interface Remembered {
  readonly key: PlainKey;
  readonly name: string;
  readonly print: string;
  readonly job: string;
  readonly until: number;
}

/** Work that has settled. */
export interface Used {
  readonly key: PlainMoney;
  readonly day: string;
  readonly model: string;
  readonly provider: string;
  readonly isCompleted: boolean;
  readonly outputMs: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly cost: number;
}

export interface Now {
  readonly at: number;
  readonly wall: number;
}

export class PlainJobs {
  jobs: PlainJob[] = [];
  /** Also of jobs that are gone. */
  readonly used: Used[] = [];
  /** All that is to be done about jobs. */
  readonly due: string[] = [];
  #remembered: Remembered[] = [];
  readonly #limits: DeskLimits;

  constructor(limits: DeskLimits) {
    this.#limits = limits;
  }

  /** The jobs that are not over. */
  openOf(key: PlainKey): readonly PlainJob[] {
    return this.jobs.filter((job) => job.key === key && job.settled === undefined);
  }

  /** The n-th last one. */
  at(nth: number): PlainJob | undefined {
    return this.jobs.at(-1 - nth);
  }

  credit(key: PlainKey, amount: number, now: Now): void {
    if (amount === 0) return;
    key.credited += amount;
    enter(key, 'credit', amount, now);
  }

  repeated(key: PlainKey, name: string, now: Now): Remembered | undefined {
    return this.#remembered.find((one) => one.key === key && one.name === name && one.until > now.at);
  }

  accept(id: string, key: PlainKey, act: SubmitAct, bought: Bought, now: Now): void {
    const { model, lengthMs, price, routes } = bought;
    const { readingLimitMs, rememberedMs, models } = this.#limits;
    const { deadlineAfterMs = 0 } = models.find((one) => one.id === model) ?? {};
    const terms = { routes, pricePerSecond: price, lengthMs, deadlineAfterMs, readingLimitMs };
    const life = new NaiveJob(terms, now.at);
    const input = `${lengthMs} ${act.prompt} ${JSON.stringify(extraOf(act))}`;
    const job = { id, key, model, lengthMs, createdAt: Math.floor(now.wall / 1_000), life, input };
    this.jobs.push(job);
    key.reserved += life.reserve;
    enter(key, 'reserve', life.reserve, now, id);
    this.#does(job, [life.submit()]);
    if (act.repeat === undefined) return;
    const { name } = act.repeat;
    this.#remembered = this.#remembered.filter((one) => one.key !== key || one.name !== name);
    this.#remembered.push({ key, name, print: printOf(act), job: id, until: now.at + rememberedMs });
  }

  meet(job: PlainJob, told: Told, act: Pick<JobAct, 'outputMs'>, now: Now): void {
    const { life } = job;
    const wasOver = life.place === 'over';
    const wasReading = life.place === 'reading';
    this.#does(job, life.meet(told, act, now.at));
    if (life.place === 'over' && !wasOver) this.#settle(job, told, wasReading, act.outputMs, now);
    const isTold = told.is === 'accepted' || told.is === 'unknown';
    // A provider that took it in vain, or may have, gives it up.
    if (isTold && life.place === 'over' && !life.hasHandle)
      this.#does(job, [`cancel ${life.route.name} ${told.is === 'accepted'}`]);
  }

  /** Deadlines that came, each at its time. */
  pass(now: Now): void {
    const next = () =>
      this.jobs
        .filter(({ life }) => life.deadlineAt !== undefined && life.deadlineAt <= now.at)
        .sort((one, other) => (one.life.deadlineAt ?? 0) - (other.life.deadlineAt ?? 0))[0];
    for (let job = next(); job !== undefined; job = next()) {
      const at = job.life.deadlineAt ?? 0;
      job.life.deadlineAt = undefined;
      this.meet(job, { is: 'deadline' }, { outputMs: 0 }, { at, wall: now.wall - (now.at - at) });
    }
  }

  /** The jobs that a start takes up. */
  takeUp(now: Now): void {
    for (const job of this.jobs.filter(({ settled }) => settled === undefined)) {
      const { life } = job;
      if (life.place === 'asked') this.#does(job, [`take up ${life.route.name}, ${life.status}`]);
      if (life.isCalling) this.meet(job, { is: 'resume' }, { outputMs: 0 }, now);
    }
  }

  remove(job: PlainJob): void {
    this.jobs = this.jobs.filter((one) => one !== job);
    this.#remembered = this.#remembered.filter((one) => one.job !== job.id);
  }

  #settle(job: PlainJob, told: Told, wasReading: boolean, outputMs: number, now: Now): void {
    const { life, key, id, model } = job;
    const { reserve, slug, cost = 0 } = life;
    job.settled = { atS: Math.floor(now.wall / 1_000), at: now.at };
    if (slug === undefined) {
      job.outputMs = outputMs;
      job.link = wasReading ? '/results/1' : 'there';
    } else if (told.is === 'end') job.why = 'The operator ended the job: ';
    else if (!['deadline', 'resume', 'not_found', 'no_last_answer'].includes(told.is) && slug !== 'expired')
      job.why = 'So it is.';
    key.charged += cost;
    key.reserved -= reserve;
    const rest = reserve - cost;
    key.reserved += rest;
    if (cost > 0) enter(key, 'charge', cost, now, id);
    key.reserved -= rest;
    if (rest > 0) enter(key, 'release', rest, now, id);
    this.used.push({
      key,
      day: new Date(now.wall).toISOString().slice(0, 10),
      model,
      provider: providerOf(job),
      isCompleted: slug === undefined,
      outputMs: slug === undefined ? outputMs : 0,
      cost,
    });
  }

  #does({ id, input }: PlainJob, effects: readonly string[]): void {
    for (const effect of effects)
      if (effect === 'forget') this.due.push(...['unwatch', 'forget', 'stop'].map((one) => `${id} ${one}`));
      else this.due.push(`${id} ${effect}${effect.startsWith('submit ') ? `: ${input}` : ''}`);
  }
}

export interface Bought {
  readonly model: string;
  readonly lengthMs: number;
  readonly price: number;
  readonly routes: readonly NaiveRoute[];
}

export function balanceOf({ credited, charged, reserved }: PlainMoney): number {
  return credited - charged - reserved;
}

export function providerOf({ life }: PlainJob): string {
  return life.route.name.split('/')[0] ?? '';
}

/** Two submits are the same if this is: a number counts as its text. */
export function printOf({ model, prompt, length, image, seed }: SubmitAct): string {
  const lengthMs = length === undefined ? null : Math.round(Number(length) * 1_000);
  return JSON.stringify([model, prompt, lengthMs, image, seed === undefined ? null : String(seed)]);
}

export function extraOf({ image, seed }: SubmitAct): object {
  return {
    ...(image ? { image: 'https://images.test/1.png' } : {}),
    ...(seed === undefined ? {} : { seed }),
  };
}

function enter(key: PlainKey, type: string, amount: number, { wall }: Now, job?: string): void {
  const [balance, reserved] = [balanceOf(key), key.reserved];
  key.entries.unshift({
    type,
    amount: amount / 1e6,
    balance_after: balance / 1e6,
    reserved_after: reserved / 1e6,
    ...(job === undefined ? {} : { job_id: job }),
    created_at: Math.floor(wall / 1_000),
  });
}
