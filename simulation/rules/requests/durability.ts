/**
 * Acknowledged means durable, for jobs, credits and keys.
 *
 * All that an answer showed is in every later answer and image of the disk, across crashes. A record on disk
 * was asked for: by a request that was acknowledged, or by one whose answer was lost.
 */
import type { StoreReader } from '../../../src/store/store.js';
import { promptOf } from '../../history/edges/prompt-of.js';
import type { NodeSetup } from '../../history/node-history.js';
import {
  isGeneration,
  type JobRecord,
  type KeyRecord,
  LedgerImage,
  type NumberedEntry,
  TableImage,
} from '../facts/disk-image.js';
import { checkoutOf } from '../facts/order-image.js';
import { bodyOf, type Exchange, isObject, type JsonObject, type Requests } from '../facts/requests.js';
import { isSuccess, microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';
import { jobClaims } from '../jobs/job-claims.js';
import { JobsShown } from '../jobs/jobs-shown.js';
import { Retention } from '../jobs/retention.js';
import { LostRequests } from './lost-requests.js';
import { KEY_READINGS } from './status-codes.js';

/** Each with a reference of its own. The other half of a transfer is held to this one. */
const MOVED_BY_CLIENTS: readonly string[] = ['credit', 'debit', 'transfer_out'];

type Report = (message: string) => void;

interface EntryShown {
  readonly keyId: string;
  readonly number: number;
  readonly amount: number;
  readonly balance: number;
  readonly type: string;
}

export const DURABILITY: Rule = {
  name: 'durability',
  says: 'What an answer acknowledged or showed is in every later answer and on disk, across crashes; what was refused did not happen.',
  watch: (setup, report, requests) => new Durability(setup, report, requests),
};

class Durability implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #retention: Retention;
  readonly #lost = new LostRequests();
  readonly #ledger = new LedgerImage();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #keys = new TableImage<KeyRecord>('keys');
  readonly #shown: JobsShown;
  /** Of a key, the place of the answer that revoked it. */
  readonly #revoked = new Map<string, number>();
  readonly #knownKeys = new Map<string, string>();
  /** Reservations on disk, and what is on disk of the ledger of each key. */
  readonly #reserved = new Set<string>();
  readonly #entries = new Map<string, NumberedEntry>();
  #entriesShown: EntryShown[] = [];
  /** Acknowledged and not yet seen on disk. */
  #acknowledged: { readonly jobId: string; readonly keyId: string }[] = [];
  readonly #references = new Set<string>();
  #now = 0;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#retention = new Retention(setup);
    this.#shown = new JobsShown(report);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#retention.observe(seen);
    if (seen.what === 'starting') this.#lost.begun();
    if (exchange === undefined) return;
    this.#lost.observe(seen, exchange);
    if (seen.what !== 'answered') return;
    this.#checkRevoked(exchange);
    for (const claim of jobClaims(seen, exchange)) this.#shown.show(claim, exchange);
    if (seen.status === 404) this.#checkAbsence(exchange);
    if (isSuccess(seen)) this.#acknowledge(exchange, bodyOf(seen) ?? {});
  }

  disk(records: StoreReader): void {
    const changed = (keyId: string, number: number) =>
      this.#report(`entry ${number} of ${keyId} was on disk and is gone or changed`);
    for (const entry of this.#ledger.read(records, changed)) {
      this.#entries.set(`${entry.keyId}/${entry.number}`, entry);
      this.#checkOrigin(entry, records);
    }
    this.#checkAcknowledged();
    const jobs = this.#jobs.read(records);
    this.#shown.check(jobs, this.#reserved);
    this.#checkKept(jobs);
    this.#checkKeys(this.#keys.read(records));
  }

  #acknowledge(exchange: Exchange, body: JsonObject): void {
    const { call, keyId } = exchange.sent;
    switch (call.op) {
      case 'submit':
        if (exchange.answer?.status === 202) this.#acknowledged.push({ jobId: String(body.id), keyId });
        return;
      case 'create_key':
        this.#knownKeys.set(String(body.id), String(body.account));
        return;
      case 'revoke':
        if (!this.#revoked.has(keyId)) this.#revoked.set(keyId, exchange.endSeq);
        return;
      case 'add_credit':
      case 'debit':
      case 'transfer':
        this.#showEntry(keyId, body);
        return;
      case 'ledger':
        for (const entry of Array.isArray(body.data) ? body.data.filter(isObject) : []) {
          this.#showEntry(keyId, entry);
        }
        return;
      default:
        return;
    }
  }

  #showEntry(keyId: string, { id, type, amount, balance_after }: JsonObject): void {
    const shown: EntryShown = {
      keyId,
      number: Number(String(id).split('_').at(-1)),
      type: String(type),
      amount: microDaShown(amount) ?? Number.NaN,
      balance: microDaShown(balance_after) ?? Number.NaN,
    };
    const onDisk = this.#entries.get(`${keyId}/${shown.number}`);
    if (onDisk === undefined) this.#entriesShown.push(shown);
    else this.#checkEntry(shown, onDisk);
  }

  #checkEntry(shown: EntryShown, onDisk: NumberedEntry | undefined): void {
    const { keyId, number, type, amount, balance } = shown;
    if (onDisk?.type === type && onDisk.amount === amount && onDisk.balance === balance) return;
    this.#report(
      `entry ${number} of ${keyId} was shown as ${type} of ${amount} micro-DA; on disk stands ${JSON.stringify(onDisk ?? null)}`,
    );
  }

  #checkAcknowledged(): void {
    for (const { jobId, keyId } of this.#acknowledged) {
      if (!this.#reserved.has(jobId))
        this.#report(`${jobId} of ${keyId} was acknowledged and is not on disk`);
    }
    this.#acknowledged = [];
    for (const shown of this.#entriesShown) {
      this.#checkEntry(shown, this.#entries.get(`${shown.keyId}/${shown.number}`));
    }
    this.#entriesShown = [];
  }

  /** Each movement of money on disk was asked for by somebody. */
  #checkOrigin(entry: NumberedEntry, records: StoreReader): void {
    const { keyId, job, type, reference, amount } = entry;
    if (isGeneration(job)) return;
    if (type === 'reserve' && job !== null) {
      this.#reserved.add(job);
      if (this.#requests.job(job) !== undefined || this.#acknowledged.some(({ jobId }) => jobId === job))
        return;
      const input = JSON.parse(records.get('job_inputs', job) ?? '{}') as { readonly prompt?: string };
      const isLost = this.#lost.claim(
        ({ call, keyId: of }) =>
          call.op === 'submit' &&
          of === keyId &&
          (input.prompt === undefined || promptOf(call) === input.prompt),
      );
      if (!isLost)
        this.#report(`${job} of ${keyId} is on disk, and no submit that may have made it was lost`);
    } else if (MOVED_BY_CLIENTS.includes(type) && reference !== null && isAskedFor(reference)) {
      if (this.#references.has(reference)) this.#report(`reference ${reference} moved credit twice`);
      this.#references.add(reference);
      if (!this.#lost.moved(entry)) {
        this.#report(`${amount} micro-DA for ${reference} stand in the ledger of ${keyId}; nobody sent them`);
      }
    }
  }

  /** A job is on disk with its reservation, and stays there for as long as jobs are kept. */
  #checkKept(jobs: ReadonlyMap<string, JobRecord>): void {
    if (this.#retention.mayBeOver(0, this.#now)) return;
    for (const id of this.#reserved) {
      if (!jobs.has(id)) this.#report(`${id} was reserved for and is not on disk`);
    }
  }

  #checkKeys(keys: ReadonlyMap<string, KeyRecord>): void {
    for (const [id, account] of this.#knownKeys) {
      if (keys.get(id)?.account !== account) this.#report(`${id} was made and is not on disk as it was`);
    }
    for (const id of this.#revoked.keys()) {
      if (keys.get(id)?.revoked === false) this.#report(`${id} was revoked and is not on disk`);
    }
  }

  #checkRevoked({ sent, seq, answer }: Exchange): void {
    const revokedAt = this.#revoked.get(sent.keyId);
    if (sent.credential !== 'api' || revokedAt === undefined || seq < revokedAt) return;
    if (answer !== undefined && isSuccess(answer)) {
      this.#report(
        `${sent.keyId} was revoked and request ${sent.request} was answered ${answer.status} after it`,
      );
    }
  }

  /** Nothing that was known is answered with 404, while it is kept. */
  #checkAbsence({ sent, seq }: Exchange): void {
    const { call, keyId, jobId, ofAccount } = sent;
    // Of another account it does not exist.
    if (ofAccount !== undefined && this.#requests.key(keyId)?.account !== ofAccount) return;
    if ((call.op === 'poll' || call.op === 'show_job') && jobId !== '') {
      const job = this.#requests.job(jobId);
      const asker = this.#requests.key(keyId);
      if (job === undefined || job.submit.endSeq > seq) return;
      if (asker === undefined || asker.account !== job.account) return;
      if (!this.#retention.mayBeRemoved(job, this.#now))
        this.#report(`${jobId} was acknowledged and is answered 404`);
    } else if (KEY_READINGS.includes(call.op)) {
      if (this.#knownKeys.has(keyId)) this.#report(`${keyId} was made and is answered 404`);
    }
  }
}

/** The credit that a key is made with, and that of orders, have rules of their own. */
function isAskedFor(reference: string): boolean {
  return reference !== 'key_creation' && checkoutOf(reference) === undefined;
}
