/**
 * Lists, read page after page, are whole: in order, without a gap and without a repetition.
 *
 * Facts of a reading
 *  1. It is begun by a request without `after`, and goes on with the `next` of the page before.
 *  2. An item belongs into it if the item was made before it began, and cannot have been removed before it
 *     ended.
 */
import type { PageCall } from '../../history/client-call.js';
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
import { Retention } from '../jobs/retention.js';

type Report = (message: string) => void;

const LIMIT_MAX = 100;

/** An item of a list, as the answer to whoever made it told. */
interface Made {
  readonly id: string;
  /** The account or key that it belongs to; '' if its list is that of all. */
  readonly owner: string;
  readonly exchange: Exchange;
}

interface Reading {
  readonly first: Exchange;
  readonly ids: string[];
  /** The `after` of the next page. */
  next: string | undefined;
}

export const PAGING: Rule = {
  name: 'paging',
  says: 'The pages of a list, joined, are the list: newest first, each item once, none left out; has_more is true if there is more, and only then.',
  watch: (setup, report, requests) => new Paging(setup, report, requests),
};

class Paging implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #retention: Retention;
  /** By the list whose reader can see it. */
  readonly #made = new Map<string, Map<string, Made>>();
  readonly #readings = new Map<string, Reading>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#retention = new Retention(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#retention.observe(seen);
    if (seen.what !== 'answered' || exchange?.answer === undefined) return;
    const { call, keyId } = exchange.sent;
    if (seen.headers['idempotent-replayed'] === undefined) this.#noteMade(exchange);
    if (call.op === 'page') this.#checkPage(call, exchange);
    else if (call.op === 'list_jobs' || call.op === 'ledger' || call.op === 'list_orders') {
      const about = `request ${exchange.sent.request} (${call.op} ${keyId})`;
      if (seen.status === 200)
        for (const wrong of malformed(bodyOf(seen), call.limit)) this.#report(`${about}: ${wrong}`);
    }
  }

  #noteMade(exchange: Exchange): void {
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
    else if (call.op === 'create_account') note('accounts', '');
    else if (call.op === 'order') note('orders', '');
  }

  #checkPage(call: PageCall, exchange: Exchange): void {
    const { sent, answer } = exchange;
    if (answer === undefined) return;
    const about = `request ${sent.request} (page of ${call.list})`;
    if (answer.status !== 200) {
      this.#checkRefusal(call, answer.status === 400 ? codeOf(answer) : undefined, about);
      return;
    }
    if (call.limit < 1 || call.limit > LIMIT_MAX || call.cursor === 'garbage') {
      this.#report(
        `${about} was answered, with limit ${call.limit} and a cursor that is ${call.cursor ?? 'its own'}`,
      );
      return;
    }
    const body = bodyOf(answer);
    const mayBeShort = call.list === 'all_jobs';
    for (const wrong of malformed(body, call.limit, mayBeShort)) this.#report(`${about}: ${wrong}`);
    const ids = idsOf(body);
    this.#checkOrder(call, sent.keyId, ids, about);
    if (call.cursor !== undefined) return;
    const label = `${sent.step} ${call.list} ${sent.keyId} ${call.limit}`;
    const before = call.after === undefined ? undefined : this.#readings.get(label);
    if (call.after !== undefined && before?.next !== call.after) return;
    const reading = before ?? { first: exchange, ids: [], next: undefined };
    this.#readings.set(label, reading);
    if (before !== undefined && ids.length === 0 && !this.#mayShrink(call)) {
      this.#report(`${about} is empty, and the page before said that there was more`);
    }
    for (const id of ids) {
      if (reading.ids.includes(id)) this.#report(`${about} shows ${id} again`);
    }
    const [last, next] = [reading.ids.at(-1), ids[0]];
    if (last !== undefined && next !== undefined) this.#checkOrder(call, sent.keyId, [last, next], about);
    reading.ids.push(...ids);
    reading.next = body?.has_more === true ? String(body.next) : undefined;
    if (reading.next === undefined) this.#checkWhole(call, reading, exchange, about);
  }

  #checkRefusal(call: PageCall, code: string | undefined, about: string): void {
    if (code !== 'invalid_request') return;
    const isRight =
      call.limit >= 1 && call.limit <= LIMIT_MAX && (call.cursor === undefined || call.cursor === 'removed');
    if (isRight)
      this.#report(`${about} was refused, with limit ${call.limit} and a cursor that an answer told`);
  }

  /** Jobs are removed in the end; nothing else goes. */
  #mayShrink({ list }: PageCall): boolean {
    return list === 'jobs' || list === 'all_jobs';
  }

  /** Newest first, and of one ledger without a gap. */
  #checkOrder({ list }: PageCall, keyId: string, ids: readonly string[], about: string): void {
    const known = this.#made.get(list === 'jobs' ? `jobs ${keyId}` : list);
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
      const [above, below] = [known?.get(id)?.exchange, known?.get(next)?.exchange];
      if (above !== undefined && below !== undefined && above.endSeq < below.seq)
        this.#report(`${about} shows ${next} behind ${id}, which is older`);
    }
  }

  #checkWhole(call: PageCall, { first, ids }: Reading, last: Exchange, about: string): void {
    const { keyId } = first.sent;
    const lastId = ids.at(-1);
    if (call.list === 'ledger' && lastId !== undefined && numberOf(lastId) !== 1)
      this.#report(`${about} is the last, and ends with entry ${numberOf(lastId)}`);
    const belonging =
      this.#made.get(call.list === 'jobs' ? `jobs ${keyId}` : call.list) ?? new Map<string, Made>();
    const shown = new Set(ids);
    for (const { id, exchange } of belonging.values()) {
      if (shown.has(id) || exchange.endSeq >= first.seq) continue;
      const job = this.#mayShrink(call) ? this.#requests.job(id) : undefined;
      if (job !== undefined && this.#retention.mayBeRemoved(job, last.endAt)) continue;
      this.#report(`${about} is the last, and ${id}, made by request ${exchange.sent.request}, was on none`);
    }
  }
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
  const isRight = has_more ? next === last || (mayBeShort && data.length < limit) : next === null;
  if (!isRight) wrong.push(`has_more is ${has_more} and next ${String(next)}; the last item is ${last}`);
  return wrong;
}

function idsOf(body: JsonObject | undefined): readonly string[] {
  return Array.isArray(body?.data) ? body.data.filter(isObject).map(({ id }) => String(id)) : [];
}

function numberOf(entryId: string): number {
  return Number(entryId.split('_').at(-1));
}
