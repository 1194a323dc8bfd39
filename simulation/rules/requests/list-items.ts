/**
 * The items of lists, as answers told of them: those that a reading has to show, whatever came when.
 *
 * An item belongs into a reading if it was made, or seen, before the reading began, and cannot have been
 * removed, or have left the filter, before it ended.
 */
import type { PageCall } from '../../history/client-call.js';
import { bodyOf, type Exchange, type Requests } from '../facts/requests.js';
import { isSettled, type JobClaim } from '../jobs/job-claims.js';

/** An item of a list, as the answer to whoever made it told. */
interface Made {
  readonly id: string;
  /** The account or key that it belongs to; '' if its list is that of all. */
  readonly owner: string;
  readonly exchange: Exchange;
}

export interface Belonging {
  readonly id: string;
  /** The request whose answer told of it. */
  readonly request: number;
}

/** Jobs of a reading that it did not show: rightly, if they stood otherwise at some time of it. */
interface Unsettled {
  readonly call: PageCall;
  readonly last: Exchange;
  readonly missing: ReadonlySet<string>;
}

export class ListItems {
  readonly #requests: Requests;
  /** By the list whose reader can see it. */
  readonly #made = new Map<string, Map<string, Made>>();
  /** The first page that showed each item of a list from which nothing goes. */
  readonly #shown = new Map<string, Map<string, Exchange>>();
  /** The first answer that told of each status of a job. */
  readonly #stood = new Map<string, Map<string, Exchange>>();
  readonly #unsettled: Unsettled[] = [];
  #isAnyoneRemoved = false;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  sent({ op }: { readonly op: string }): void {
    if (op !== 'remove_user') return;
    this.#isAnyoneRemoved = true;
    this.#shown.delete('users');
  }

  made(exchange: Exchange): void {
    const { sent, answer } = exchange;
    const { call, keyId } = sent;
    const { id, account } = (answer && bodyOf(answer)) ?? {};
    const status = answer?.status;
    if (typeof id !== 'string' || (status !== 201 && status !== 202)) return;
    const note = (list: string, owner: string) => {
      const known = this.#made.get(list) ?? new Map<string, Made>();
      this.#made.set(list, known.set(id, { id, owner, exchange }));
    };
    if (call.op === 'submit') {
      note(`jobs ${keyId}`, keyId);
      note('all_jobs', '');
    } else if (call.op === 'create_key') note('keys', String(account));
    else if (call.op === 'create_account') note('accounts', id);
    else if (call.op === 'order') note('orders', String(account));
  }

  /** Jobs that a page did not show, and that stood as its filter says before it and after it. */
  claimed({ jobId, status }: JobClaim, exchange: Exchange): readonly Exchange[] {
    const stood = this.#stood.get(status) ?? new Map<string, Exchange>();
    this.#stood.set(status, stood);
    if (!stood.has(jobId)) stood.set(jobId, exchange);
    return this.#unsettled
      .filter(({ call, last, missing }) => {
        return call.status === status && missing.has(jobId) && exchange.seq > last.endSeq;
      })
      .map(({ last }) => last);
  }

  /** The request that made an item; undefined if no answer told. */
  makerOf(listed: string, id: string): Exchange | undefined {
    return this.#made.get(listed)?.get(id)?.exchange;
  }

  /** The items that a reading has to show which began with `first`. */
  belonging(call: PageCall, first: Exchange): readonly Belonging[] {
    const { ofAccount, keyId } = first.sent;
    const { list, status } = call;
    const found: Belonging[] = [];
    for (const { id, owner, exchange } of this.#made.get(listedAs(list, keyId))?.values() ?? []) {
      if (exchange.endSeq >= first.seq || (ofAccount !== undefined && owner !== ofAccount)) continue;
      const stood = status === undefined ? exchange : this.#stoodBefore(status, id, first);
      if (stood !== undefined && this.passes(call, id)) found.push({ id, request: stood.sent.request });
    }
    for (const [id, { endSeq, sent }] of this.#shown.get(list) ?? []) {
      if (ofAccount === undefined && endSeq < first.seq) found.push({ id, request: sent.request });
    }
    return found;
  }

  /** Whether a job may stand in the list of the key, or of the account, that the filter of a call names. */
  passes({ list, key, of }: PageCall, jobId: string): boolean {
    const job = of === undefined || list !== 'all_jobs' ? undefined : this.#requests.job(jobId);
    const wanted = job && this.#requests.numbered(key);
    if (wanted === undefined) return true;
    return of === 'key' ? job?.keyId === wanted.id : job?.account === wanted.account;
  }

  /** A reading ended. */
  read(call: PageCall, first: Exchange, last: Exchange, ids: readonly string[]): void {
    const { list, status } = call;
    const isForGood = list !== 'jobs' && list !== 'all_jobs' && (list !== 'users' || !this.#isAnyoneRemoved);
    if (isForGood && list !== 'ledger' && first.sent.ofAccount === undefined) {
      const shown = this.#shown.get(list) ?? new Map<string, Exchange>();
      this.#shown.set(list, shown);
      for (const id of ids) if (!shown.has(id)) shown.set(id, last);
    }
    if (status !== 'pending' && status !== 'in_progress') return;
    const all = [...(this.#made.get(listedAs(list, first.sent.keyId))?.values() ?? [])];
    const missing = all.filter(({ id, exchange }) => {
      const isBefore = exchange.endSeq < first.seq && !ids.includes(id) && this.passes(call, id);
      return isBefore && (status === 'pending' || this.#isStanding(status, id, first));
    });
    this.#unsettled.push({ call, last, missing: new Set(missing.map(({ id }) => id)) });
  }

  #stoodBefore(status: string, id: string, first: Exchange): Exchange | undefined {
    return isSettled({ status }) && this.#isStanding(status, id, first)
      ? this.#stood.get(status)?.get(id)
      : undefined;
  }

  #isStanding(status: string, id: string, first: Exchange): boolean {
    return (this.#stood.get(status)?.get(id)?.endSeq ?? Number.POSITIVE_INFINITY) < first.seq;
  }
}

/** The name of a list, for what is known of its items. */
export function listedAs(list: PageCall['list'], keyId: string): string {
  return list === 'jobs' ? `jobs ${keyId}` : list;
}
