/**
 * Lists, read page after page, are whole: in order, without a gap and without a repetition.
 *
 * Facts of a reading
 *  1. It is begun by a request without `after`, or with a `next` of any time before, and goes on with the
 *     `next` of the page before.
 *  2. An item belongs into it if it surely was there, and passed the filter, from before it began until after
 *     it ended; if it began with a `next`, those alone that are surely older (`list-items.ts`).
 */
import { type ClientCall, JOB_STATUSES, type PageCall } from '../../history/client-call.js';
import type { NodeSetup } from '../../history/node-history.js';
import {
  bodyOf,
  codeOf,
  type Exchange,
  isObject,
  type JsonObject,
  type Requests,
} from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { jobClaims } from '../jobs/job-claims.js';
import { Retention } from '../jobs/retention.js';
import { ListItems, listedAs } from './list-items.js';

type Report = (message: string) => void;

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 20;

interface Reading {
  readonly first: Exchange;
  readonly ids: string[];
  /** The `after` of the next page. */
  next: string | undefined;
}

const NOTHING_GOES: readonly PageCall['list'][] = ['ledger', 'keys', 'accounts', 'orders', 'audit'];

export const PAGING: Rule = {
  name: 'paging',
  says: 'The pages of a list, joined, are the list: newest first, each item once, none left out; has_more is true if there is more, and only then.',
  watch: (setup, report, requests) => new Paging(setup, report, requests),
};

class Paging implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #retention: Retention;
  readonly #items: ListItems;
  readonly #readings = new Map<string, Reading>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#items = new ListItems(requests);
    this.#retention = new Retention(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#retention.observe(seen);
    if (seen.what === 'sent') this.#items.sent(seen.call);
    if (seen.what !== 'answered' || exchange?.answer === undefined) return;
    const { call, keyId } = exchange.sent;
    if (seen.headers['idempotent-replayed'] === undefined) this.#items.made(exchange);
    for (const claim of jobClaims(seen, exchange)) {
      for (const { sent } of this.#items.claimed(claim, exchange))
        this.#report(
          `request ${sent.request} (${nameOf(sent.call)}) was the last page, and ${claim.jobId}, which is ${claim.status} still, was on none`,
        );
    }
    if (call.op === 'page') this.#checkPage(call, exchange);
    else if (call.op === 'list_jobs' || call.op === 'ledger' || call.op === 'list_orders') {
      const about = `request ${exchange.sent.request} (${call.op} ${keyId})`;
      if (seen.status !== 200) return;
      const body = bodyOf(seen);
      for (const wrong of malformed(body, call.limit)) this.#report(`${about}: ${wrong}`);
      if (call.op === 'list_jobs') this.#checkOnlyPage(call, exchange, body, about);
    }
  }

  /** A page that nothing is behind is a whole reading. */
  #checkOnlyPage(
    { key, limit, status }: Extract<ClientCall, { readonly op: 'list_jobs' }>,
    exchange: Exchange,
    body: JsonObject | undefined,
    about: string,
  ): void {
    const filter = JOB_STATUSES.find((one) => one === status);
    const call: PageCall = { op: 'page', list: 'jobs', key, limit, ...(filter && { status: filter }) };
    this.#checkFilter(call, body, about);
    const reading = { first: exchange, ids: [...idsOf(body)], next: undefined };
    if (body?.has_more === false) this.#checkWhole(call, reading, exchange, about);
  }

  #checkPage(call: PageCall, exchange: Exchange): void {
    const { sent, answer } = exchange;
    if (answer === undefined) return;
    const about = `request ${sent.request} (${nameOf(call)})`;
    const limit = call.limit ?? LIMIT_DEFAULT;
    if (answer.status !== 200) {
      this.#checkRefusal(call, answer.status === 400 ? codeOf(answer) : undefined, about);
      return;
    }
    if (!isLimit(limit) || call.cursor === 'garbage') {
      this.#report(
        `${about} was answered, with limit ${limit} and a cursor that is ${call.cursor ?? 'its own'}`,
      );
      return;
    }
    const body = bodyOf(answer);
    const mayBeShort = call.list === 'all_jobs';
    for (const wrong of malformed(body, limit, mayBeShort)) this.#report(`${about}: ${wrong}`);
    const ids = idsOf(body);
    this.#checkFilter(call, body, about);
    this.#checkOrder(call, sent.keyId, ids, about);
    if (call.cursor !== undefined && call.cursor !== 'past') return;
    const label = `${sent.step} ${call.list} ${sent.keyId} ${limit} ${call.status} ${call.of}`;
    const before = call.after === undefined ? undefined : this.#readings.get(label);
    if (call.after !== undefined && before?.next !== call.after) return;
    const reading = before ?? { first: exchange, ids: [], next: undefined };
    this.#readings.set(label, reading);
    const hasRemovals = !NOTHING_GOES.includes(call.list);
    if (before !== undefined && ids.length === 0 && !hasRemovals) {
      this.#report(`${about} is empty, and the page before said that there was more`);
    }
    for (const id of ids) {
      if (reading.ids.includes(id)) this.#report(`${about} shows ${id} again`);
    }
    const last = reading.ids.at(-1) ?? reading.first.sent.after;
    const [next] = ids;
    if (last === next && next !== undefined && before === undefined)
      this.#report(`${about} shows ${next}, after which it was to begin`);
    else if (last !== undefined && next !== undefined)
      this.#checkOrder(call, sent.keyId, [last, next], about);
    reading.ids.push(...ids);
    reading.next = body?.has_more === true ? String(body.next) : undefined;
    if (call.after !== undefined && reading.next === call.after)
      this.#report(`${about} leads to itself: the list never comes to its end`);
    if (reading.next === undefined) this.#checkWhole(call, reading, exchange, about);
  }

  #checkRefusal(call: PageCall, code: string | undefined, about: string): void {
    if (code !== 'invalid_request') return;
    const { limit = LIMIT_DEFAULT, cursor } = call;
    const isTold = cursor === undefined || cursor === 'removed' || cursor === 'past';
    if (isLimit(limit) && isTold)
      this.#report(`${about} was refused, with limit ${limit} and a cursor that an answer told`);
  }

  #checkFilter(call: PageCall, body: JsonObject | undefined, about: string): void {
    const { data } = body ?? {};
    for (const { id, status } of Array.isArray(data) ? data.filter(isObject) : []) {
      if (call.status !== undefined && status !== call.status)
        this.#report(`${about} shows ${id}, which is ${status}`);
      if (!this.#items.passes(call, String(id)))
        this.#report(`${about} shows ${id}, which is of another ${call.of}`);
    }
  }

  /** Newest first, and of one ledger without a gap. */
  #checkOrder({ list }: PageCall, keyId: string, ids: readonly string[], about: string): void {
    const listed = listedAs(list, keyId);
    for (const [n, id] of ids.entries()) {
      const next = ids[n + 1];
      if (list === 'jobs') {
        const owner = this.#requests.job(id)?.keyId;
        if (owner !== undefined && owner !== keyId)
          this.#report(`${about} shows ${id} of ${owner} to ${keyId}`);
      }
      if (next === undefined) return;
      if (list === 'ledger' && numberOf(id) !== numberOf(next) + 1)
        this.#report(`${about} shows entry ${numberOf(next)} behind entry ${numberOf(id)}`);
      const [above, below] = [this.#items.makerOf(listed, id), this.#items.makerOf(listed, next)];
      if (above !== undefined && below !== undefined && above.endSeq < below.seq)
        this.#report(`${about} shows ${next} behind ${id}, which is older`);
    }
  }

  #checkWhole(call: PageCall, { first, ids }: Reading, last: Exchange, about: string): void {
    const { keyId, after } = first.sent;
    const lastId = ids.at(-1) ?? after;
    if (call.list === 'ledger' && lastId !== undefined && numberOf(lastId) !== 1)
      this.#report(`${about} is the last, and ends with entry ${numberOf(lastId)}`);
    const shown = new Set(ids);
    const listed = listedAs(call.list, keyId);
    const begins = after === undefined ? undefined : this.#items.makerOf(listed, after);
    for (const { id, request } of this.#items.belonging(call, first)) {
      if (shown.has(id)) continue;
      const madeBy = this.#items.makerOf(listed, id)?.endSeq ?? Number.POSITIVE_INFINITY;
      if (after !== undefined && madeBy >= (begins?.seq ?? 0)) continue;
      const job = NOTHING_GOES.includes(call.list) ? undefined : this.#requests.job(id);
      if (job !== undefined && this.#retention.mayBeRemoved(job, last.endAt)) continue;
      this.#report(`${about} is the last, and ${id}, told of by request ${request}, was on none`);
    }
    if (after === undefined) this.#items.read(call, first, last, ids);
  }
}

function isLimit(limit: number): boolean {
  return limit >= 1 && limit <= LIMIT_MAX;
}

function nameOf(call: ClientCall): string {
  if (call.op !== 'page') return call.op;
  const { list, status, of } = call;
  return [`page of ${list}`, ...(status ? [status] : []), ...(of ? [`of a ${of}`] : [])].join(', ');
}

/** The flaw of a page by itself. */
function malformed(body: JsonObject | undefined, limit: number, mayBeShort = false): readonly string[] {
  const { object, data, has_more, next } = body ?? {};
  if (object !== 'list' || !Array.isArray(data) || typeof has_more !== 'boolean')
    return ['it is no page of a list'];
  const wrong: string[] = [];
  if (data.length > limit) wrong.push(`${data.length} items, asked for ${limit}`);
  if (has_more && data.length < limit && !mayBeShort)
    wrong.push(`${data.length} items of ${limit}, and more to come`);
  const last = idsOf(body).at(-1);
  const isShort = mayBeShort && data.length < limit;
  const isRight = has_more ? (isShort ? typeof next === 'string' : next === last) : next === null;
  if (!isRight) wrong.push(`has_more is ${has_more} and next ${String(next)}; the last item is ${last}`);
  return wrong;
}

function idsOf(body: JsonObject | undefined): readonly string[] {
  return Array.isArray(body?.data) ? body.data.filter(isObject).map(({ id }) => String(id)) : [];
}

function numberOf(entryId: string): number {
  return Number(entryId.split('_').at(-1));
}
