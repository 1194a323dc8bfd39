/**
 * No answer is of an older state than one that was told before it was asked for, also while a commit is under
 * way.
 *
 * Balances have rules of their own; this one looks at lists, at the fields of a key, and at sums that only
 * grow.
 */
import type { NodeSetup } from '../../history/node-history.js';
import { KeyFactBook } from '../facts/key-facts.js';
import { bodyOf, type Exchange, isObject, type JsonObject, type Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { Retention } from '../jobs/retention.js';

type Report = (message: string) => void;

const FINAL: readonly string[] = ['completed', 'failed'];
const SUMS = ['requests', 'completed', 'failed', 'seconds', 'prompt_tokens', 'completion_tokens', 'cost'];

/** A thing that an answer told of. */
interface Told {
  readonly id: string;
  readonly exchange: Exchange;
}

/** A sum, and from which place among the observations on it is at least that. */
interface Sum {
  readonly value: number;
  readonly seq: number;
}

export const NEVER_OLDER: Rule = {
  name: 'never-older',
  says: 'An answer shows all that was told before it was asked for: each job, order and key in its list, the limit of a key, its newest entry, and sums no smaller.',
  watch: (setup, report, requests) => new NeverOlder(setup, report, requests),
};

class NeverOlder implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #retention: Retention;
  readonly #keys: KeyFactBook;
  /** By list: the jobs of a key, all orders, all keys. */
  readonly #made = new Map<string, Told[]>();
  readonly #finals = new Map<string, { readonly status: string; readonly seq: number }>();
  readonly #revoked = new Map<string, number>();
  readonly #sums = new Map<string, Sum>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#retention = new Retention(setup);
    this.#keys = new KeyFactBook(requests);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#retention.observe(seen);
    this.#keys.observe(seen, exchange);
    if (seen.what !== 'answered' || exchange === undefined || seen.status >= 300) return;
    const { call, keyId } = exchange.sent;
    const body = bodyOf(seen) ?? {};
    switch (call.op) {
      case 'submit':
        if (seen.headers['idempotent-replayed'] === undefined) this.#note(`jobs of ${keyId}`, body, exchange);
        return;
      case 'order':
        if (seen.headers['idempotent-replayed'] === undefined) this.#note('orders', body, exchange);
        return;
      case 'create_key':
        if (seen.headers['idempotent-replayed'] === undefined) this.#note('keys', body, exchange);
        return;
      case 'revoke':
        if (!this.#revoked.has(keyId)) this.#revoked.set(keyId, exchange.endSeq);
        return;
      case 'poll':
      case 'show_job':
        this.#noteFinal(body, exchange);
        return;
      case 'list_jobs':
        this.#checkList(`jobs of ${keyId}`, body, exchange, ({ id }) =>
          this.#belongs(id, call.status, exchange),
        );
        for (const job of rowsOf(body)) this.#noteFinal(job, exchange);
        return;
      case 'list_orders':
        // An account's own management key sees its own.
        if (exchange.sent.ofAccount === undefined) this.#checkList('orders', body, exchange, () => true);
        return;
      case 'list_keys':
        if (exchange.sent.ofAccount !== undefined) return;
        this.#checkList('keys', body, exchange, () => true);
        for (const key of rowsOf(body)) this.#checkKey(key, exchange);
        return;
      case 'show_key':
      case 'set_rpm':
        this.#checkKey(body, exchange);
        return;
      case 'activity':
        for (const row of rowsOf(body)) this.#checkRow(keyId, row, exchange);
        return;
      case 'ledger': {
        const newest = rowsOf(body)[0]?.id;
        this.#checkSum(
          `the newest entry of ${keyId}`,
          Number(
            String(newest ?? '_0')
              .split('_')
              .at(-1),
          ),
          exchange,
        );
      }
    }
  }

  #note(list: string, { id }: JsonObject, exchange: Exchange): void {
    const made = this.#made.get(list) ?? [];
    this.#made.set(list, made);
    made.push({ id: String(id), exchange });
  }

  #noteFinal({ id, status }: JsonObject, { endSeq }: Exchange): void {
    const jobId = String(id);
    if (!FINAL.includes(String(status)) || this.#finals.has(jobId)) return;
    this.#finals.set(jobId, { status: String(status), seq: endSeq });
  }

  /** Whether a job has to be in a list of its key, if the list goes so far back. */
  #belongs(jobId: string, status: string | undefined, { seq, endAt }: Exchange): boolean {
    const job = this.#requests.job(jobId);
    if (job === undefined || this.#retention.mayBeRemoved(job, endAt)) return false;
    if (status === undefined) return true;
    const final = this.#finals.get(jobId);
    return final !== undefined && final.status === status && final.seq < seq;
  }

  #checkList(list: string, body: JsonObject, exchange: Exchange, belongs: (one: Told) => boolean): void {
    const rows = rowsOf(body);
    const shown = new Set(rows.map(({ id }) => String(id)));
    const made = this.#made.get(list) ?? [];
    const last = made.find(({ id }) => id === String(rows.at(-1)?.id));
    for (const one of made) {
      if (shown.has(one.id) || one.exchange.endSeq >= exchange.seq || !belongs(one)) continue;
      // The page ends before an older one.
      const isReached =
        body.has_more === false || (last !== undefined && last.exchange.endSeq < one.exchange.seq);
      if (isReached)
        this.#report(
          `request ${exchange.sent.request}: the list of ${list} leaves out ${one.id}, which request ${one.exchange.sent.request} was told of`,
        );
    }
  }

  #checkKey({ id, rate_limit_rpm, status }: JsonObject, { sent, seq, endSeq }: Exchange): void {
    const keyId = String(id);
    const limits = this.#keys.of(keyId)?.limit.possible(seq, endSeq) ?? [];
    const isOther = limits.length > 0 && !limits.includes(Number(rate_limit_rpm));
    if (isOther)
      this.#report(
        `request ${sent.request}: ${keyId} has a limit of ${String(rate_limit_rpm)}, told was ${limits.join(' or ')}`,
      );
    const revokedSeq = this.#revoked.get(keyId) ?? Number.POSITIVE_INFINITY;
    if (revokedSeq < seq && status === 'active')
      this.#report(`request ${sent.request}: ${keyId} is active, and it was told that it is revoked`);
  }

  #checkRow(keyId: string, row: JsonObject, exchange: Exchange): void {
    for (const name of SUMS) {
      const about = `${name} of ${keyId} on ${row.date} of ${row.model} by ${row.provider}`;
      this.#checkSum(about, Number(row[name] ?? 0), exchange);
    }
  }

  #checkSum(about: string, value: number, { sent, seq, endSeq }: Exchange): void {
    const before = this.#sums.get(about);
    if (before !== undefined && before.seq < seq && value < before.value)
      this.#report(`request ${sent.request}: ${about} is ${value}, and was ${before.value} before`);
    if (before === undefined || value > before.value) this.#sums.set(about, { value, seq: endSeq });
  }
}

function rowsOf({ data }: JsonObject): readonly JsonObject[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}
