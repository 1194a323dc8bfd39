/** Once all is quiet, pages and the files behind them say what the API says of the same things. */
import type { LookCall } from '../../history/people-call.js';
import { bodyOf, type Exchange, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import * as rows from './shown-rows.js';

/** Things in their order, as a page and as the API tell of them. */
interface Beside {
  readonly shown: readonly rows.Claim[];
  readonly told: readonly rows.Claim[];
  /** Whether the page, or the API's list, may end earlier than the other. */
  readonly isPart: boolean;
}

export const PAGES_AGREE: Rule = {
  name: 'pages-agree',
  says: 'Once all is quiet, each page and each file of a table says what the API says of the same keys, jobs, orders and days.',
  watch(_, report, requests) {
    let isQuiet = false;
    /** The latest answers since then, by operation and by the id of what they are about. */
    const answers = new Map<string, JsonObject>();

    /** Those that the pages of usage by key showed so far. */
    const usedKeys = new Set<string>();

    /** Pages of usage by key have each key of the account that was used, once. */
    const flawsByKey = (call: LookCall, answer: NonNullable<Exchange['answer']>): readonly string[] => {
      const parts = rows.partsIn(answer);
      if (call.after === undefined) usedKeys.clear();
      const ids = parts.rows.flatMap((row) => row[0]?.ids ?? []);
      const again = ids.filter((id) => usedKeys.has(id)).map((id) => `${id} is on two pages`);
      for (const id of ids) usedKeys.add(id);
      const account = requests.numbered(call.key)?.account;
      if (parts.hasOlder) return again;
      const missing = [...answers].flatMap(([name, body]) => {
        const [op, id = ''] = name.split(' ');
        const isUsed = op === 'activity' && rows.itemsOf(body).length > 0;
        return isUsed && requests.key(id)?.account === account && !usedKeys.has(id)
          ? [`${id}, which was used, is on none`]
          : [];
      });
      return [...again, ...missing];
    };

    const toldOf = (op: string, id: string | undefined): JsonObject => answers.get(`${op} ${id}`) ?? {};

    const besideOf = ({ page, key: number }: LookCall, { answer }: Exchange): readonly Beside[] => {
      const key = requests.numbered(number)?.id;
      const needed = page.startsWith('usage') ? 'activity' : page === 'jobs' ? 'list_jobs' : 'show_key';
      // A key that is revoked asks for nothing itself.
      if (answer === undefined || !answers.has(`${needed} ${key}`)) return [];
      const [ledger, jobs] = [toldOf('ledger', key), toldOf('list_jobs', key)];
      const activity = rows.itemsOf(toldOf('activity', key));
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
      const parts = rows.partsIn(answer);
      const isPart = parts.hasOlder;
      switch (page) {
        case 'keys':
        case 'account':
          return parts.rows.flatMap((row) => {
            const id = row[0]?.ids[0];
            if (!answers.has(`show_key ${id}`)) return [];
            const told = rows.keyTold(toldOf('show_key', id), toldOf('show_balance', id));
            return one(rows.keyInRow(row), told);
          });
        case 'key':
          return [
            ...one(
              rows.keyFigures(parts),
              rows.figuresTold(toldOf('show_key', key), toldOf('show_balance', key)),
            ),
            {
              shown: parts.rows.map(rows.entryInRow),
              told: rows.itemsOf(ledger).map(rows.entryTold),
              isPart: isPart || ledger.has_more === true,
            },
          ];
        case 'jobs':
          return [
            {
              shown: parts.rows.map(rows.jobInRow),
              told: rows.itemsOf(jobs).map(rows.jobTold),
              isPart: isPart || jobs.has_more === true,
            },
          ];
        case 'job': {
          const told = answers.get(`show_job ${parts.values.at(-1)?.ids[0]}`);
          return told === undefined ? [] : one(rows.jobFigures(parts), rows.jobFiguresTold(told));
        }
        case 'usage':
          return [
            { shown: parts.rows.map(rows.usageInRow), told: rows.usageTold(activity, 'date'), isPart },
            ...totals(parts, activity),
          ];
        case 'usage_by_key':
          return parts.rows.flatMap((row) => {
            const id = row[0]?.ids[0];
            const told = answers.get(`activity ${id}`);
            if (told === undefined) return [];
            return one(rows.usageOfKeyInRow(row), rows.usageSum(id, rows.itemsOf(told)));
          });
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
            const told = answers.get(`show_order ${row[0]?.ids[0]}`);
            return told === undefined ? [] : one(rows.orderInRow(row), rows.orderTold(told));
          });
        case 'order': {
          const told = answers.get(`show_order ${parts.values[0]?.ids[0]}`);
          return told === undefined ? [] : one(rows.orderFigures(parts), rows.orderFiguresTold(told));
        }
      }
    };

    return {
      observe(seen, exchange) {
        if (seen.what === 'quiet') isQuiet = true;
        if (!isQuiet || seen.what !== 'answered' || seen.status !== 200 || exchange?.sent.step !== 0) return;
        const { call, keyId, jobId, request } = exchange.sent;
        if (call.op === 'look') {
          for (const flaw of call.page === 'usage_by_key' ? flawsByKey(call, seen) : [])
            report(`request ${request}: of the pages of usage by key, ${flaw}`);
          for (const { shown, told, isPart } of besideOf(call, exchange)) {
            const count = isPart ? Math.min(shown.length, told.length) : Math.max(shown.length, told.length);
            const at = Array.from({ length: count }).findIndex((_, n) => shown[n] !== told[n]);
            if (at >= 0)
              report(
                `request ${request}: the page (${call.page}) says ${shown[at] ?? 'nothing'}, and the API ${told[at] ?? 'nothing'}`,
              );
          }
          return;
        }
        const isFiltered = call.op === 'activity' && (call.model ?? call.provider ?? call.from) !== undefined;
        if (isFiltered || call.op === 'page') return;
        const body = bodyOf(seen) ?? {};
        answers.set(`${call.op} ${call.op === 'show_order' ? String(body.id) : jobId || keyId}`, body);
      },
    };
  },
};

/** The figures above a table of usage, if it is not empty. */
function totals(parts: ReturnType<typeof rows.partsIn>, activity: readonly JsonObject[]): readonly Beside[] {
  return parts.values.length === 0 ? [] : one(rows.usageFigures(parts), rows.usageSum('all', activity));
}

function one(shown: rows.Claim, told: rows.Claim): readonly [Beside] {
  return [{ shown: [shown], told: [told], isPart: false }];
}
