/** Once all is quiet, every reading says the same: credits, key, ledger, activity, list of jobs, disk. */
import type { StoreReader } from '../../../src/store/store.js';
import { type ActivityRecord, type JobRecord, type KeyRecord, TableImage } from '../facts/disk-image.js';
import { bodyOf, isObject, type JsonObject, type Sent } from '../facts/requests.js';
import { CREDIT_READINGS, microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

/** Jobs that are kept for less may be removed between the reading and the end. */
const SHORT_DAYS = 1;
/** Lists of operators that are about no key: beside them stands the balance of the operators' account. */
const OF_ACCOUNT: readonly string[] = ['keys', 'accounts', 'audit', 'users', 'orders'];
const OPERATORS_ACCOUNT = 'acct_default';

export const FINAL_READING: Rule = {
  name: 'final-reading',
  says: 'Once all is quiet, the credits, the key, the newest entry of the ledger, the activity, the list of jobs and the balance beside each answer agree with each other and with the disk.',
  watch: ({ settings }, report) => new FinalReading(report, settings.retentionDays < SHORT_DAYS),
};

class FinalReading implements Invariant {
  readonly #report: Report;
  readonly #keys = new TableImage<KeyRecord>('keys');
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #activity = new TableImage<ActivityRecord>('activity');
  /** The latest body of each operation on each key since all was quiet. */
  readonly #read = new Map<string, Map<string, JsonObject>>();
  readonly #shownJobs = new Map<string, JsonObject>();
  readonly #areRemoved: boolean;
  /** X-Balance-Available of the latest answer about each key since all was quiet, and about the account. */
  readonly #balances = new Map<string, string | undefined>();
  /** The ids of keys by their numbers, and the keys of orders by the steps that made them. */
  readonly #ids = new Map<number, string>();
  readonly #orders = new Map<number, number>();
  #isQuiet = false;

  constructor(report: Report, areRemoved: boolean) {
    this.#report = report;
    this.#areRemoved = areRemoved;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (seen.what === 'quiet') this.#isQuiet = true;
    if (seen.what === 'sent') this.#sent(seen);
    if (!this.#isQuiet || seen.what !== 'answered' || seen.status !== 200 || exchange === undefined) return;
    const { keyId, jobId, step, call } = exchange.sent;
    if (step !== 0) return;
    if (keyId !== '') this.#balances.set(keyId, seen.headers['x-balance-available']);
    else if (call.op === 'page' && OF_ACCOUNT.includes(call.list))
      this.#balances.set(OPERATORS_ACCOUNT, seen.headers['x-balance-available']);
    if (call.op === 'show_job') this.#shownJobs.set(jobId, bodyOf(seen) ?? {});
    if (keyId === '') return;
    if (call.op === 'activity' && (call.model ?? call.provider ?? call.from) !== undefined) return;
    const ofKey = this.#read.get(keyId) ?? new Map<string, JsonObject>();
    this.#read.set(keyId, ofKey);
    ofKey.set(call.op, bodyOf(seen) ?? {});
  }

  /** At the page of an order its payment may be found out: readings of its key from before are not judged. */
  #sent({ call, keyId, step }: Sent): void {
    if (keyId !== '' && 'key' in call && call.key !== undefined) this.#ids.set(call.key, keyId);
    if (call.op === 'order' || (call.op === 'form' && call.act === 'order')) this.#orders.set(step, call.key);
    if (call.op !== 'look' || call.page !== 'order') return;
    const id = this.#ids.get(this.#orders.get(call.order ?? 0) ?? Number.NaN);
    for (const read of [this.#read, this.#balances]) read.delete(id ?? '');
    this.#balances.delete(OPERATORS_ACCOUNT);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    if (when !== 'end') return;
    const keys = this.#keys.read(records);
    const jobs = this.#jobs.read(records);
    const activity = this.#activity.read(records);
    for (const [id, read] of this.#read) {
      const key = keys.get(id);
      if (key === undefined) continue;
      this.#checkMoney(id, key, read);
      this.#checkJobs(id, jobs, read.get('list_jobs'));
      this.#parseActivityQuery(id, activity, read.get('activity'));
    }
    for (const [id, job] of jobs) this.#checkShownJob(id, job, this.#shownJobs.get(id));
    for (const [id, shown] of this.#balances) {
      const found = [...keys].filter(([key, { account }]) => key === id || account === id);
      const sum = found.reduce((sum, [, key]) => sum + BigInt(balanceOf(key)), 0n);
      this.#same(`X-Balance-Available beside ${id}`, shown, String(sum));
    }
  }

  #checkMoney(id: string, key: KeyRecord, read: ReadonlyMap<string, JsonObject>): void {
    const { charged, reserved } = key;
    const balance = balanceOf(key);
    for (const op of CREDIT_READINGS) {
      const credits = read.get(op);
      if (credits === undefined) continue;
      this.#same(`credits of ${id}`, microDaShown(credits.balance), balance);
      this.#same(`reserve of ${id}`, microDaShown(credits.reserved), reserved);
      this.#same(`usage of ${id}`, microDaShown(credits.total_usage), charged);
    }
    const shown = read.get('show_key');
    if (shown !== undefined) this.#same(`balance shown with ${id}`, microDaShown(shown.balance), balance);
    const entries = read.get('ledger')?.data;
    if (!Array.isArray(entries)) return;
    const newest: unknown = entries[0];
    if (isObject(newest)) {
      this.#same(`newest entry of ${id}`, microDaShown(newest.balance_after), balance);
      this.#same(
        `number of the newest entry of ${id}`,
        Number(String(newest.id).split('_').at(-1)),
        key.entries,
      );
    } else this.#same(`entries of ${id}`, 0, key.entries);
  }

  #checkShownJob(id: string, job: JobRecord, shown: JsonObject | undefined): void {
    if (shown === undefined) return;
    const { key, provider, model, lengthMs, status } = job;
    const reserved = job.settled === null ? job.reserved : 0;
    const told = [shown.key, shown.provider, shown.model, shown.seconds, shown.status];
    const kept = [key, provider, model, lengthMs / 1_000, status];
    this.#same(
      `${id}, shown to the operator,`,
      [...told, microDaShown(shown.reserved)].join(' '),
      [...kept, reserved].join(' '),
    );
  }

  #checkJobs(id: string, jobs: ReadonlyMap<string, JobRecord>, list: JsonObject | undefined): void {
    if (list === undefined || !Array.isArray(list.data) || list.has_more === true) return;
    const shown = list.data.filter(isObject).map((job) => `${job.id} ${job.status}`);
    const onDisk = [...jobs]
      .filter(([, { key }]) => key === id)
      .map(([job, { status }]) => `${job} ${status}`);
    const isSame = onDisk.every((job) => shown.includes(job)) && shown.length >= onDisk.length;
    if (!isSame || (shown.length > onDisk.length && !this.#areRemoved)) {
      this.#report(
        `the list of ${id} shows ${shown.join(', ') || 'nothing'}; on disk are ${onDisk.join(', ') || 'none'}`,
      );
    }
  }

  #parseActivityQuery(
    id: string,
    rows: ReadonlyMap<string, ActivityRecord>,
    list: JsonObject | undefined,
  ): void {
    if (list === undefined || !Array.isArray(list.data)) return;
    const from = String(list.from);
    const to = String(list.to);
    const onDisk = new Map<string, ActivityRecord>();
    for (const [row, record] of rows) {
      const [key = '', day = '', model = '', provider = ''] = row.split('/').map(decodeURIComponent);
      if (key === id && day >= from && day <= to) onDisk.set(`${day} ${model} ${provider}`, record);
    }
    for (const row of list.data.filter(isObject)) {
      const name = `${row.date} ${row.model} ${row.provider}`;
      const record = onDisk.get(name);
      onDisk.delete(name);
      this.#same(`cost of ${id} on ${name}`, microDaShown(row.cost), record?.cost);
      this.#same(`completed jobs of ${id} on ${name}`, row.completed, record?.completed);
      this.#same(`failed jobs of ${id} on ${name}`, row.failed, record?.failed);
    }
    for (const name of onDisk.keys()) this.#report(`the activity of ${id} does not show ${name}`);
  }

  #same(what: string, shown: unknown, onDisk: unknown): void {
    if (shown !== onDisk) this.#report(`${what}: ${shown} in the answer, ${onDisk} on disk`);
  }
}

function balanceOf({ credited, charged, reserved }: KeyRecord): number {
  return credited - charged - reserved;
}
