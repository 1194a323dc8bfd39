/** The things that the API told of once all is quiet, put beside what pages show of them. */
import type { LookCall } from '../../history/people-call.js';
import type { Answer, JsonObject, Requests, Sent } from '../facts/requests.js';
import * as rows from './shown-rows.js';
import type { Row } from './table-walk.js';

/** Things in their order, as a page and as the API tell of them. */
export interface Beside {
  readonly shown: readonly rows.Claim[];
  readonly told: readonly rows.Claim[];
  /** Whether the page, or the API's list, may end earlier than the other. */
  readonly isPart: boolean;
}

/** A page, and the rows of the pages before it, too. */
export interface Shown {
  readonly call: LookCall;
  readonly answer: Answer;
  readonly rows: readonly Row[];
}

const DAY_MS = 86_400_000;
const MANY_KEYS = 150;

export class ToldThings {
  readonly #requests: Requests;
  /** The latest answers, by operation and by the id of what they are about. */
  readonly #answers = new Map<string, JsonObject>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  learn({ call, keyId, jobId }: Sent, body: JsonObject): void {
    this.#answers.set(`${call.op} ${call.op === 'show_order' ? String(body.id) : jobId || keyId}`, body);
  }

  /** The keys of an account that were used. */
  used(account: string | undefined): readonly string[] {
    return [...this.#answers].flatMap(([name, body]) => {
      const [op, id = ''] = name.split(' ');
      const isUsed = op === 'activity' && rows.itemsOf(body).length > 0;
      return isUsed && this.#requests.key(id)?.account === account ? [id] : [];
    });
  }

  beside({ call, answer, rows: all }: Shown): readonly Beside[] {
    const { page } = call;
    const key = this.#requests.numbered(call.key)?.id;
    const needed = page.startsWith('usage') ? 'activity' : page === 'jobs' ? 'list_jobs' : 'show_key';
    // A key that is revoked asks for nothing itself.
    if (!this.#answers.has(`${needed} ${key}`)) return [];
    const ledger = this.#of('ledger', key);
    const activity = this.#activity(call, key, answer.wallMs);
    if (page === 'ledger_file')
      return [
        {
          shown: rows.linesOf(answer.body).map(rows.entryInFile),
          told: rows.itemsOf(ledger).map(rows.entryForFile),
          isPart: ledger.has_more === true,
        },
      ];
    if (page === 'usage_file')
      return [
        {
          shown: rows.linesOf(answer.body).map(rows.usageInFile),
          told: rows.usageTold(activity, 'date'),
          isPart: false,
        },
      ];
    if (page === 'usage_file_by_key')
      return rows.linesOf(answer.body).flatMap((line) => this.#usageOf(line[0], rows.usageOfKeyInFile(line)));
    const parts = rows.partsIn(answer);
    const isPart = parts.hasOlder;
    switch (page) {
      case 'keys':
      case 'all_keys':
      case 'account':
        return parts.rows.flatMap((row) => {
          const id = row[0]?.ids[0];
          if (!this.#answers.has(`show_key ${id}`)) return [];
          const told = rows.keyTold(this.#of('show_key', id), this.#of('show_balance', id));
          return one(rows.keyInRow(row), told);
        });
      case 'key':
        return [
          ...one(
            rows.keyFigures(parts),
            rows.figuresTold(this.#of('show_key', key), this.#of('show_balance', key)),
          ),
          {
            shown: all.map(rows.entryInRow),
            told: rows.itemsOf(ledger).map(rows.entryTold),
            isPart: isPart || ledger.has_more === true,
          },
        ];
      case 'jobs':
        return isPart || this.#hasManyKeys(call) ? [] : [this.#jobs(call, all)];
      case 'job': {
        const told = this.#answers.get(`show_job ${parts.values.at(-1)?.ids[0]}`);
        return told === undefined ? [] : one(rows.jobFigures(parts), rows.jobFiguresTold(told));
      }
      case 'usage':
        return [
          { shown: parts.rows.map(rows.usageInRow), told: rows.usageTold(activity, 'date'), isPart },
          ...totals(parts, activity),
        ];
      case 'usage_by_key':
        return parts.rows.flatMap((row) => this.#usageOf(row[0]?.ids[0], rows.usageOfKeyInRow(row)));
      case 'usage_by_model':
      case 'usage_by_provider': {
        // Their order is the page's own.
        const by = page === 'usage_by_model' ? 'model' : 'provider';
        return [
          ...totals(parts, activity),
          {
            shown: parts.rows.map(rows.usageInRow).toSorted(),
            told: rows.usageTold(activity, by).toSorted(),
            isPart,
          },
        ];
      }
      case 'orders':
        return parts.rows.flatMap((row) => {
          const told = this.#answers.get(`show_order ${row[0]?.ids[0]}`);
          return told === undefined ? [] : one(rows.orderInRow(row), rows.orderTold(told));
        });
      case 'order': {
        const told = this.#answers.get(`show_order ${parts.values[0]?.ids[0]}`);
        return told === undefined ? [] : one(rows.orderFigures(parts), rows.orderFiguresTold(told));
      }
      default:
        return [];
    }
  }

  #of(op: string, id: string | undefined): JsonObject {
    return this.#answers.get(`${op} ${id}`) ?? {};
  }

  /** Of the days that a page shows: today is the last of them. */
  #activity({ period }: LookCall, key: string | undefined, wallMs: number): readonly JsonObject[] {
    const all = rows.itemsOf(this.#of('activity', key));
    if (period === undefined) return all;
    const first = new Date(wallMs - (period - 1) * DAY_MS).toISOString().slice(0, 10);
    return all.filter(({ date }) => String(date) >= first);
  }

  #usageOf(id: string | undefined, shown: rows.Claim): readonly Beside[] {
    const told = this.#answers.get(`activity ${id}`);
    return told === undefined ? [] : one(shown, rows.usageSum(id, rows.itemsOf(told)));
  }

  /** A page of the jobs of an account goes by its 200 newest keys, some of which nobody may have heard of. */
  #hasManyKeys({ of, key }: LookCall): boolean {
    return of === 'account' && this.#requests.keysIn(this.#requests.numbered(key)?.account) > MANY_KEYS;
  }

  /** A page shows the jobs of one key alone; among those of several may be some that nobody heard of. */
  #jobs({ of, key: number, status, model }: LookCall, all: readonly Row[]): Beside {
    const key = this.#requests.numbered(number);
    const lists = [...this.#answers].filter(([name]) => {
      const [op, id = ''] = name.split(' ');
      if (op !== 'list_jobs') return false;
      return of === undefined
        ? id === key?.id
        : of === 'all' || this.#requests.key(id)?.account === key?.account;
    });
    const told = lists
      .flatMap(([, body]) => rows.itemsOf(body))
      .filter((job) => (status ?? job.status) === job.status && (model ?? job.model) === job.model)
      .toSorted((job, other) => (String(job.id) < String(other.id) ? 1 : -1));
    const known = new Set(told.map(({ id }) => id));
    const shown = of === undefined ? all : all.filter((row) => known.has(row[0]?.ids[0]));
    return {
      shown: shown.map(rows.jobInRow),
      told: told.map(rows.jobTold),
      isPart: of === undefined && lists.some(([, body]) => body.has_more === true),
    };
  }
}

/** The figures above a table of usage, if it is not empty. */
function totals(parts: ReturnType<typeof rows.partsIn>, activity: readonly JsonObject[]): readonly Beside[] {
  return parts.values.length === 0 ? [] : one(rows.usageFigures(parts), rows.usageSum('all', activity));
}

function one(shown: rows.Claim, told: rows.Claim): readonly [Beside] {
  return [{ shown: [shown], told: [told], isPart: false }];
}
