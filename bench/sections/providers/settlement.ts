/**
 * Whether everything came out right: each job settled once, each charge what its seconds cost, each balance
 * what its ledger says. Amounts are whole micro-DA; the API alone is asked.
 */
import type { Gateway } from './gateway.js';
import type { ApiKey, LoadedJob } from './job-load.js';

const PAGE = 100;

export interface SettledJob {
  readonly id: string;
  readonly status: string;
  readonly error?: string;
  readonly cost?: number;
  readonly output_seconds?: number;
  readonly url?: string;
}

interface LedgerEntry {
  readonly id: string;
  readonly type: 'credit' | 'reserve' | 'charge' | 'release';
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string | null;
}

interface JobMoney {
  reserves: number;
  reserved: number;
  charged: number;
  released: number;
}

export interface Settlement {
  /** By id. */
  readonly jobs: ReadonlyMap<string, SettledJob>;
  /** Sentences; none if all is right. */
  readonly wrongs: readonly string[];
}

/** @param operatorKey reads the ledgers */
export async function settlementOf(
  gateway: Gateway,
  loaded: readonly LoadedJob[],
  keys: readonly ApiKey[],
  pricePerSecond: number,
  operatorKey: string,
): Promise<Settlement> {
  const jobs = new Map<string, SettledJob>();
  const wrongs: string[] = [];
  const loadedById = new Map(loaded.flatMap((job) => (job.id === undefined ? [] : [[job.id, job]])));
  for (const key of keys) {
    const money = await moneyOf(gateway, key, operatorKey, wrongs);
    for (const job of (await listOf(gateway, '/v1/videos', key.key)) as SettledJob[]) {
      jobs.set(job.id, job);
      const seconds = loadedById.get(job.id)?.target.seconds;
      if (seconds === undefined) wrongs.push(`${job.id} is no job that was acknowledged`);
      else wrongs.push(...wrongsIn(job, money.get(job.id), seconds, microDaOf(seconds * pricePerSecond)));
      money.delete(job.id);
    }
    for (const id of money.keys()) wrongs.push(`the ledger of ${key.id} has ${id}, its list has not`);
  }
  for (const id of loadedById.keys()) if (!jobs.has(id)) wrongs.push(`${id} was acknowledged and is lost`);
  return { jobs, wrongs };
}

function wrongsIn(
  job: SettledJob,
  money: JobMoney | undefined,
  seconds: number,
  priceMicroDa: number,
): readonly string[] {
  const { id, status, cost, output_seconds, error } = job;
  const isCompleted = status === 'completed';
  if (!isCompleted && status !== 'failed') return [`${id} is ${status}, and not settled`];
  const wanted = isCompleted ? priceMicroDa : 0;
  const wrongs: string[] = [];
  if (money === undefined) wrongs.push(`the ledger knows nothing of ${id}`);
  else if (money.reserves !== 1 || money.reserved !== priceMicroDa) {
    wrongs.push(`${id} reserved ${money.reserved} in ${money.reserves} entries, not ${priceMicroDa}`);
  } else if (money.charged !== wanted || money.released !== priceMicroDa - wanted) {
    wrongs.push(`${id} (${status}) was charged ${money.charged}, not ${wanted}`);
  }
  if (microDaOf(cost ?? Number.NaN) !== wanted) wrongs.push(`${id} says it cost ${cost} DA`);
  if (isCompleted && output_seconds !== seconds) wrongs.push(`${id} has ${output_seconds} s of ${seconds}`);
  if (!isCompleted && error === undefined) wrongs.push(`${id} failed without saying why`);
  return wrongs;
}

/**
 * Rebuilds a key's balances from its ledger, and holds them against those that it tells.
 *
 * @returns the part of each job, by its id
 */
async function moneyOf(
  gateway: Gateway,
  { id, key }: ApiKey,
  operatorKey: string,
  wrongs: string[],
): Promise<Map<string, JobMoney>> {
  const entries = (await listOf(gateway, `/api/keys/${id}/ledger`, operatorKey)).reverse() as LedgerEntry[];
  const jobs = new Map<string, JobMoney>();
  let [balance, reserved, usage] = [0, 0, 0];
  for (const { type, amount, balance_after, reserved_after, job_id, id: entry } of entries) {
    const moved = microDaOf(amount);
    const job = jobs.get(job_id ?? '') ?? { reserves: 0, reserved: 0, charged: 0, released: 0 };
    if (job_id) jobs.set(job_id, job);
    if (type === 'credit' || type === 'release') balance += moved;
    if (type === 'charge' || type === 'release') reserved -= moved;
    if (type === 'reserve') {
      balance -= moved;
      reserved += moved;
      job.reserves++;
      job.reserved += moved;
    } else if (type === 'charge') {
      usage += moved;
      job.charged += moved;
    } else if (type === 'release') job.released += moved;
    if (balance < 0 || microDaOf(balance_after) !== balance || microDaOf(reserved_after) !== reserved) {
      wrongs.push(`entry ${entry} of ${id} does not follow from those before`);
    }
  }
  const { body } = await answered(gateway, '/v1/credits', key);
  const told = [body.balance, body.reserved, body.total_usage].map(microDaOf);
  if (told.join() !== [balance, reserved, usage].join()) {
    wrongs.push(`${id} says ${told}, and its ledger adds up to ${[balance, reserved, usage]}`);
  }
  return jobs;
}

/** Every item of a list, newest first. */
// biome-ignore lint/suspicious/noExplicitAny: lists of every kind
async function listOf(gateway: Gateway, path: string, key: string): Promise<any[]> {
  const items = [];
  let after = '';
  do {
    const { body } = await answered(gateway, `${path}?limit=${PAGE}${after}`, key);
    items.push(...body.data);
    after = body.has_more ? `&after=${encodeURIComponent(body.next)}` : '';
  } while (after !== '');
  return items;
}

async function answered(gateway: Gateway, path: string, key: string) {
  for (;;) {
    const answer = await gateway.ask('GET', path, key);
    if (answer?.status === 200) return answer;
    if (answer?.status !== 503)
      throw new Error(`GET ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  }
}

export function microDaOf(da: number): number {
  return Math.round(da * 1_000_000);
}
