/** Once all is quiet, pages and the files behind them say what the API says of the same things. */
import type { LookCall } from '../../history/people-call.js';
import { type Answer, bodyOf } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import * as rows from './shown-rows.js';
import { firstDifference, type Row, TableWalk } from './table-walk.js';
import { ToldThings } from './told-things.js';

const FILES: readonly LookCall['page'][] = ['ledger_file', 'usage_file', 'usage_file_by_key'];

/** The fields of a table beside its filters. */
const FIELDS: Readonly<Record<string, readonly string[]>> = { keys: ['account'], usage_by_key: ['by'] };

export const PAGES_AGREE: Rule = {
  name: 'pages-agree',
  says: 'Once all is quiet, each page and each file of a table says what the API says of the same keys, jobs, orders and days.',
  watch(_, report, requests) {
    let isQuiet = false;
    const told = new ToldThings(requests);
    const walk = new TableWalk();

    /** Pages of usage by key have each key of the account that was used, once. */
    const flawsByKey = (call: LookCall, all: readonly Row[], hasOlder: boolean): readonly string[] => {
      const ids = all.flatMap((row) => row[0]?.ids ?? []);
      const again = ids
        .filter((id, at) => ids.indexOf(id) !== at)
        .map((id) => `usage by key shows ${id} on two pages`);
      const used = hasOlder ? [] : told.used(requests.numbered(call.key)?.account);
      return [
        ...again,
        ...used
          .filter((id) => !ids.includes(id))
          .map((id) => `of the pages of usage by key, ${id}, which was used, is on none`),
      ];
    };

    const check = (request: number, call: LookCall, answer: Answer): void => {
      const isFile = FILES.includes(call.page);
      const parts = isFile ? undefined : rows.partsIn(answer);
      const files = call.page.startsWith('usage') ? (parts?.files ?? []) : [];
      for (const file of files.filter((one) => placeIn(one) !== placeIn(call.link)))
        report(
          `request ${request}: the page ${call.link ?? call.page} has another table as its file, ${file}`,
        );
      for (const name of missingIn(call))
        report(`request ${request}: the pages (${call.page}) go on at ${call.link}, without ${name}`);
      const all = walk.goOn(call, parts?.rows ?? []);
      if (all === undefined) {
        report(`request ${request}: the pages (${call.page}) lead in a circle, to ${call.link}`);
        return;
      }
      for (const flaw of call.page === 'usage_by_key' ? flawsByKey(call, all, parts?.hasOlder === true) : [])
        report(`request ${request}: ${flaw}`);
      for (const { shown, told: due, isPart } of told.beside({ call, answer, rows: all })) {
        const count = isPart ? Math.min(shown.length, due.length) : undefined;
        const first = firstDifference(shown, due, count);
        if (first !== undefined)
          report(`request ${request}: the page (${call.page}) says ${first[0]}, and the API ${first[1]}`);
      }
    };

    return {
      observe(seen, exchange) {
        if (seen.what === 'quiet') isQuiet = true;
        if (!isQuiet || seen.what !== 'answered' || seen.status !== 200 || exchange?.sent.step !== 0) return;
        const { call, request } = exchange.sent;
        if (call.op === 'look') {
          check(request, call, seen);
          return;
        }
        const isFiltered = call.op === 'activity' && (call.model ?? call.provider ?? call.from) !== undefined;
        if (!isFiltered && call.op !== 'page') told.learn(exchange.sent, bodyOf(seen) ?? {});
      },
    };
  },
};

/** The fields that a table was asked for with, and that the address of its next page leaves out. */
function missingIn({ page, link, status, model }: LookCall): readonly string[] {
  if (link === undefined) return [];
  const filters = Object.entries({ status, model }).filter(([, value]) => value !== undefined);
  const names = [...(FIELDS[page] ?? []), ...filters.map(([name]) => name)];
  const { searchParams } = new URL(link, 'http://page');
  return names.filter((name) => !searchParams.has(name));
}

/** The item behind which a page of a list begins, or a file of it. */
function placeIn(link = ''): string | null {
  return new URL(link, 'http://page').searchParams.get('after');
}
