/** The sums that must add up on disk at every moment (`docs/records.md`), checked from the records alone. */
import type { LedgerEntry } from '../../../src/actors/money/ledger.js';
import { readTallies } from '../../../src/actors/runtime/tallies.js';
import type { StoreReader, Table } from '../../../src/store/store.js';

interface KeyRecord {
  readonly account: string;
  readonly revoked: boolean;
  readonly credited: number;
  readonly withdrawn?: number;
  readonly marked?: number;
  readonly charged: number;
  readonly reserved: number;
  readonly open_jobs: number;
  readonly entries: number;
}

interface JobRecord {
  readonly key: string;
  readonly status: string;
  readonly reserved: number;
  readonly settled: { readonly cost: number } | null;
  readonly machine: { readonly value: unknown };
}

interface OpenRow {
  readonly key: string;
  readonly reserved: number;
}

interface ActivitySums {
  readonly completed: number;
  readonly failed: number;
  readonly output_ms: number;
  readonly cost: number;
}

interface Moved {
  reserves: number;
  reserved: number;
  charged: number;
  released: number;
}

/**
 * The sums that do not add up; empty if all do.
 *
 * @param isDeadlineSaid true if jobs are told of deadlines that their reminders did not bring: such a
 * reminder may stand while the job's final poll is under way
 */
export function bookErrors(store: StoreReader, isDeadlineSaid = false): string[] {
  const books = new DiskBooks(store, isDeadlineSaid);
  books.audit();
  return books.errors;
}

class DiskBooks {
  readonly errors: string[] = [];
  readonly #store: StoreReader;
  readonly #isDeadlineSaid: boolean;
  readonly #keys: ReadonlyMap<string, KeyRecord>;
  readonly #jobs: ReadonlyMap<string, JobRecord>;
  readonly #open: ReadonlyMap<string, OpenRow>;

  constructor(store: StoreReader, isDeadlineSaid: boolean) {
    this.#isDeadlineSaid = isDeadlineSaid;
    this.#store = store;
    this.#keys = all(store, 'keys');
    this.#jobs = all(store, 'jobs');
    this.#open = all(store, 'unfinished');
  }

  audit(): void {
    for (const [id, key] of this.#keys) this.#auditKey(id, key);
    for (const [id, job] of this.#jobs) this.#auditJob(id, job);
    this.#auditAccounts();
    this.#auditAccountActivity();
    const indexed = [...this.#store.range('key_jobs', {})].map(({ key }) => key.split('/')[2] ?? '');
    this.#equal('jobs in the index', indexed.sort(), [...this.#jobs.keys()].sort());
    this.#auditTallies();
  }

  /** The sums that each commit brings along are those of the records. */
  #auditTallies(): void {
    const counted = new Map<string, number>();
    const count = (name: string, by = 1) => counted.set(name, (counted.get(name) ?? 0) + by);
    for (const { value } of this.#store.range('ledger', {})) {
      const { type, amount } = JSON.parse(value) as LedgerEntry;
      count(`moved/${type}`, amount);
    }
    for (const { status } of this.#jobs.values()) count(`jobs/${status}`);
    for (const { revoked } of this.#keys.values()) count(`keys/${revoked ? 'revoked' : 'active'}`);
    count('accounts', all(this.#store, 'accounts').size);
    const tallies = readTallies(this.#store);
    for (const [name, sum] of tallies) {
      if (/^(moved|jobs|keys)\/|^accounts$/.test(name)) {
        this.#equal(`sum of ${name}`, Number(sum), counted.get(name) ?? 0);
      }
    }
    for (const name of counted.keys()) {
      if (!tallies.has(name) && counted.get(name) !== 0) this.#wrong(`nothing was added to ${name}`);
    }
  }

  #auditAccounts(): void {
    for (const [id, account] of all<
      Record<'credited' | 'charged' | 'reserved', string> & {
        readonly marked?: string;
        readonly keys: number;
      }
    >(this.#store, 'accounts')) {
      const own = [...this.#keys.values()].filter((key) => key.account === id);
      this.#equal(`keys of ${id}`, account.keys, own.filter((key) => !key.revoked).length);
      for (const figure of ['credited', 'charged', 'reserved'] as const) {
        this.#equal(`${figure} of ${id}`, Number(account[figure]), sum(own.map((key) => key[figure])));
      }
      const marked = sum(own.map((key) => key.marked ?? 0));
      this.#equal(`marked of ${id}`, Number(account.marked ?? 0), marked);
    }
  }

  /** Conservation, gapless entries that rebuild the sums, and at most one settlement of each reservation. */
  #auditKey(id: string, key: KeyRecord): void {
    let [credited, withdrawn, charged, reserved, number] = [0, 0, 0, 0, 0];
    const byJob = new Map<string, Moved>();
    for (const { key: at, value } of this.#store.range('ledger', { from: `${id}/`, to: `${id}0` })) {
      const entry = JSON.parse(value) as LedgerEntry;
      number += 1;
      if (Number(at.split('/')[1]) !== number) this.#wrong(`entry ${number} of ${id} is ${at}`);
      if (entry.type === 'credit' || entry.type === 'transfer_in') credited += entry.amount;
      if (entry.type === 'debit' || entry.type === 'transfer_out') withdrawn += entry.amount;
      if (entry.type === 'charge') charged += entry.amount;
      if (entry.type === 'reserve') reserved += entry.amount;
      if (entry.type === 'charge' || entry.type === 'release') reserved -= entry.amount;
      const balance = credited - withdrawn - charged - reserved;
      this.#equal(`entry ${number} of ${id}`, [entry.balance, entry.reserved], [balance, reserved]);
      if (balance < 0 || reserved < 0) this.#wrong(`${id} is negative after entry ${number}`);
      if (entry.job !== null) noteMove(byJob, entry.job, entry);
    }
    const sums = [key.credited, key.withdrawn ?? 0, key.charged, key.reserved, key.entries];
    this.#equal(`sums of ${id}`, sums, [credited - withdrawn, withdrawn, charged, reserved, number]);
    const open = [...this.#open.values()].filter((row) => row.key === id);
    const held = [open.length, sum(open.map((row) => row.reserved))];
    this.#equal(`open jobs of ${id}`, [key.open_jobs, key.reserved], held);
    this.#auditActivity(id, key.charged, byJob.size - open.length);
    for (const [jobId, moved] of byJob) this.#auditMoves(jobId, moved);
  }

  #auditActivity(id: string, charged: number, settled: number): void {
    const rows = [...this.#store.range('activity', { from: `${id}/`, to: `${id}0` })].map(
      ({ value }) => JSON.parse(value) as { cost: number; completed: number; failed: number },
    );
    this.#equal(`cost in the activity of ${id}`, sum(rows.map(({ cost }) => cost)), charged);
    const jobs = sum(rows.map((row) => row.completed + row.failed));
    this.#equal(`jobs in the activity of ${id}`, jobs, settled);
  }

  #auditAccountActivity(): void {
    const sums = new Map<string, ActivitySums>();
    for (const { key: row, value } of this.#store.range('activity', {})) {
      const [id = ''] = row.split('/', 1);
      const of = `${this.#keys.get(id)?.account}${row.slice(id.length)}`;
      sums.set(of, added(JSON.parse(value) as ActivitySums, sums.get(of)));
    }
    const rows = all<ActivitySums>(this.#store, 'account_activity');
    const texts = (of: Map<string, ActivitySums>) =>
      [...of].map(([row, one]) => `${row}: ${Object.values(added(one)).join(' ')}`).sort();
    this.#equal('activity of accounts', texts(rows), texts(sums));
  }

  #auditMoves(jobId: string, moved: Moved): void {
    const isOpen = this.#open.has(jobId);
    this.#equal(`reservations of ${jobId}`, moved.reserves, 1);
    this.#equal(`settled of ${jobId}`, moved.charged + moved.released, isOpen ? 0 : moved.reserved);
    const job = this.#jobs.get(jobId);
    if (job === undefined) {
      if (isOpen) this.#wrong(`${jobId} is unfinished and has no record`);
      return;
    }
    this.#equal(`record of ${jobId}`, [job.reserved, job.settled === null], [moved.reserved, isOpen]);
    if (job.settled !== null) this.#equal(`cost of ${jobId}`, job.settled.cost, moved.charged);
  }

  #auditJob(id: string, job: JobRecord): void {
    const isOpen = job.status === 'pending' || job.status === 'in_progress';
    const jobClass = isOpen ? 'open' : job.status;
    const has = (table: Table, key: string) => this.#store.get(table, key) !== undefined;
    if (!has('key_jobs', `${job.key}/${jobClass}/${id}`)) this.#wrong(`${id} is not listed as ${jobClass}`);
    if (!has('job_inputs', id)) this.#wrong(`${id} has no input`);
    this.#equal(`${id} is unfinished`, this.#open.has(id), isOpen);
    this.#equal(`${id} is settled`, job.settled !== null, !isOpen);
    const isFinalPoll = JSON.stringify(job.machine.value).includes('lastCall');
    if (!isOpen || !isFinalPoll || !this.#isDeadlineSaid)
      this.#equal(
        `${id} has a deadline`,
        has('reminders', `video_job/${id}/deadline`),
        isOpen && !isFinalPoll,
      );
    const expiries = [...this.#store.range('expiry', {})].filter(({ key }) => key.endsWith(`/job/${id}`));
    this.#equal(`times at which ${id} expires`, expiries.length, isOpen ? 0 : 1);
  }

  #equal(what: string, seen: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)];
    if (a !== b) this.#wrong(`${what}: ${a}, and had to be ${b}`);
  }

  #wrong(message: string): void {
    this.errors.push(message);
  }
}

function added(one: ActivitySums, other?: ActivitySums): ActivitySums {
  return {
    completed: one.completed + (other?.completed ?? 0),
    failed: one.failed + (other?.failed ?? 0),
    output_ms: one.output_ms + (other?.output_ms ?? 0),
    cost: one.cost + (other?.cost ?? 0),
  };
}

function noteMove(byJob: Map<string, Moved>, job: string, entry: LedgerEntry): void {
  const moved = byJob.get(job) ?? { reserves: 0, reserved: 0, charged: 0, released: 0 };
  byJob.set(job, moved);
  if (entry.type === 'reserve') {
    moved.reserves += 1;
    moved.reserved += entry.amount;
  }
  if (entry.type === 'charge') moved.charged += entry.amount;
  if (entry.type === 'release') moved.released += entry.amount;
}

function all<Record>(store: StoreReader, table: Table): Map<string, Record> {
  return new Map([...store.range(table, {})].map(({ key, value }) => [key, JSON.parse(value) as Record]));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
