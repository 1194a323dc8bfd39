/** Once all is quiet, the pages of keys, of accounts and of the node say what stands on disk at the end. */
import type { StoreReader } from '../../../src/store/store.js';
import type { Samples } from '../../history/onlookers/watching.js';
import type { ShownCell, VisitedParts } from '../../history/people/shown-parts.js';
import type { LookCall } from '../../history/people-call.js';
import { type ActivityRecord, type KeyRecord, TableImage } from '../facts/disk-image.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { MayBeRemoved } from '../watching/may-be-removed.js';
import { nodeFlaws } from './shown-node.js';
import { differences, type Row, TableWalk } from './table-walk.js';

/** A page, with the rows of the pages before it. */
interface Shown {
  readonly request: number;
  readonly page: LookCall['page'];
  /** Of the key that the page is asked for with. */
  readonly account: string;
  /** Of the person who looks. */
  readonly own: string;
  readonly parts: VisitedParts;
  readonly rows: readonly Row[];
  readonly wallMs: number;
}

interface Image {
  readonly keys: ReadonlyMap<string, KeyRecord>;
  readonly activity: ReadonlyMap<string, ActivityRecord>;
  /** The newest first. */
  readonly accounts: readonly string[];
  readonly samples: Samples | undefined;
  readonly mayGo: boolean;
}

const COMPARED: readonly LookCall['page'][] = ['overview', 'keys', 'all_keys', 'accounts', 'account', 'node'];
const OVERVIEW_KEYS = 5;
const DAY_MS = 86_400_000;
const OPERATORS_ACCOUNT = 'acct_default';

export const PAGES_AT_REST: Rule = {
  name: 'pages-at-rest',
  says: 'Once all is quiet, the first page and those of keys, accounts and the node show each of them once, the newest first, with the amounts and numbers that stand on disk.',
  watch(setup, report, requests) {
    const book = new PersonBook(requests);
    const removal = new MayBeRemoved(setup);
    const keys = new TableImage<KeyRecord>('keys');
    const activity = new TableImage<ActivityRecord>('activity');
    const walk = new TableWalk();
    let shown: Shown[] = [];
    let samples: Samples | undefined;

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        removal.observe(seen);
        if (seen.what === 'scraped' && seen.samples !== undefined) samples = seen.samples;
        if (seen.what !== 'answered' || seen.status !== 200 || exchange?.sent.step !== 0) return;
        const { call, request } = exchange.sent;
        if (call.op !== 'look' || !COMPARED.includes(call.page)) return;
        const parts = bodyOf(seen) as unknown as VisitedParts;
        const rows = walk.goOn(call, parts.rows);
        const account = requests.numbered(call.key)?.account;
        if (rows === undefined || parts.hasOlder || account === undefined) return;
        const isOperators = book.of(book.nameOf(exchange) ?? '').account === 0;
        const own = isOperators ? OPERATORS_ACCOUNT : account;
        shown.push({ request, page: call.page, account, own, parts, rows: [...rows], wallMs: seen.wallMs });
      },
      disk(records, when) {
        if (when !== 'end' || shown.length === 0) return;
        const image: Image = {
          keys: keys.read(records),
          activity: activity.read(records),
          accounts: accountsIn(records),
          samples,
          mayGo: removal.isLikely,
        };
        for (const one of shown)
          for (const flaw of flawsOf(one, image)) report(`request ${one.request} (${one.page}): ${flaw}`);
        shown = [];
      },
    };
  },
};

function accountsIn(records: StoreReader): readonly string[] {
  return [...records.range('account_order', { reverse: true })].map(({ value }) => value);
}

function flawsOf(shown: Shown, image: Image): readonly string[] {
  switch (shown.page) {
    case 'keys':
      return keyFlaws(shown.rows, idsOf(image, shown.account), image);
    case 'all_keys':
      return keyFlaws(shown.rows, idsOf(image, undefined), image);
    case 'accounts':
      return accountFlaws(shown.rows, image);
    case 'account':
      return sumFlaws(shown.parts.values.slice(0, -2), shown.account, image);
    case 'overview':
      return overviewFlaws(shown, image);
    case 'node':
      return nodeFlaws(shown.parts, image.samples, image.mayGo);
    default:
      return [];
  }
}

/** Of an account, or of all, the newest first. */
function idsOf({ keys }: Image, account: string | undefined): readonly string[] {
  const own = [...keys].filter(([, key]) => account === undefined || key.account === account);
  return own.map(([id]) => id).toReversed();
}

function keyFlaws(rows: readonly Row[], due: readonly string[], { keys }: Image): readonly string[] {
  const told = (row: Row) => {
    const isRevoked = /\bRevoked\b/.test(row[0]?.words ?? '');
    const marked = withoutZeros(row.at(-1)?.numbers[1] ?? '0');
    return [row[0]?.ids[0], ...row.slice(-3).map(numberOf), marked, isRevoked].join(' ');
  };
  return differences(
    rows.map(told),
    due.map((id) => {
      const { rpm, reserved, credited, charged, marked = 0, revoked } = keys.get(id) as KeyRecord;
      return [id, rpm, inDa(reserved), inDa(credited - charged - reserved), inDa(marked), revoked].join(' ');
    }),
  );
}

function accountFlaws(rows: readonly Row[], image: Image): readonly string[] {
  const told = (row: Row) => [row[0]?.ids[0], ...row.slice(-2).map(numberOf)].join(' ');
  return differences(
    rows.map(told),
    image.accounts.map((account) => {
      const own = keysOf(image, account);
      const active = own.filter(({ revoked }) => !revoked).length;
      return [account, active, inDa(sumsOf(own).balance)].join(' ');
    }),
  );
}

/** Balance first; what is charged and reserved stand last, in either order. */
function sumFlaws(values: readonly ShownCell[], account: string, image: Image): readonly string[] {
  const { balance, reserved, charged } = sumsOf(keysOf(image, account));
  const figures = values.map(numberOf);
  return [
    ...differences(figures.slice(0, 1), [inDa(balance)]),
    ...differences(figures.slice(-2).toSorted(), [inDa(reserved), inDa(charged)].toSorted()),
  ];
}

function overviewFlaws({ own, parts, wallMs }: Shown, image: Image): readonly string[] {
  const ids = idsOf(image, own).slice(0, OVERVIEW_KEYS);
  const rows = parts.rows.map((row) => {
    const [, limit] = row[1]?.numbers ?? [];
    return [row[0]?.ids[0], limit, ...row.slice(-2).map(numberOf)].join(' ');
  });
  const due = ids.map((id) => {
    const { rpm, open_jobs, credited, charged, reserved } = image.keys.get(id) as KeyRecord;
    return [id, rpm, open_jobs, inDa(credited - charged - reserved)].join(' ');
  });
  if (ids.length === 0) return differences(rows, due);
  return [
    ...differences(rows, due),
    ...sumFlaws(parts.values, own, image),
    ...spendFlaws(parts.others[0] ?? [], own, wallMs, image),
    ...differences(parts.remedies, remediesOf(ids, own, wallMs, image)),
  ];
}

/** Keys that were used up, and days on which most jobs failed, have something to be done about them. */
function remediesOf(
  ids: readonly string[],
  account: string,
  wallMs: number,
  { keys, activity }: Image,
): readonly string[] {
  const isSpent = ({ revoked, entries, credited, charged, reserved }: KeyRecord) =>
    !revoked && entries > 0 && credited - charged - reserved === 0;
  const today = new Date(wallMs).toISOString().slice(0, 10);
  const ended = [...activity].filter(([name]) => {
    const [key = '', day] = name.split('/');
    return keys.get(key)?.account === account && day === today;
  });
  const more = ended.reduce((sum, [, { failed, completed }]) => sum + failed - completed, 0);
  return [
    ...ids.filter((id) => isSpent(keys.get(id) as KeyRecord)).map((id) => `/top-up?key=${id}`),
    ...(more > 0 ? ['/jobs?status=failed'] : []),
  ];
}

/** The charges of today and of seven days, by model; with more than one, their sum stands last. */
function spendFlaws(rows: readonly Row[], account: string, wallMs: number, image: Image): readonly string[] {
  const first = new Date(wallMs - 6 * DAY_MS).toISOString().slice(0, 10);
  const today = new Date(wallMs).toISOString().slice(0, 10);
  const spent = new Map<string, { today: number; week: number }>();
  for (const [name, { cost }] of image.activity) {
    const [key = '', day = '', model = ''] = name.split('/').map(decodeURIComponent);
    if (image.keys.get(key)?.account !== account || day < first || day > today) continue;
    const one = spent.get(model) ?? { today: 0, week: 0 };
    spent.set(model, one);
    one.week += Number(cost);
    if (day === today) one.today += Number(cost);
  }
  const due = [...spent].map(([model, one]) => [model, inDa(one.today), inDa(one.week)].join(' '));
  const shown = rows
    .slice(0, spent.size)
    .map((row) => [row[0]?.words, ...row.slice(-2).map(numberOf)].join(' '));
  const sum = [...spent.values()].reduce(
    (all, one) => ({ today: all.today + one.today, week: all.week + one.week }),
    { today: 0, week: 0 },
  );
  const total = spent.size > 1 ? [inDa(sum.today), inDa(sum.week)] : [];
  return [
    ...differences(shown.toSorted(), due.toSorted()),
    ...differences(
      rows.slice(spent.size).flatMap((row) => row.slice(-2).map(numberOf)),
      total,
    ),
  ];
}

function keysOf({ keys }: Image, account: string): readonly KeyRecord[] {
  return [...keys.values()].filter((key) => key.account === account);
}

/** No double holds the sums of an account to the micro-DA. */
function sumsOf(keys: readonly KeyRecord[]) {
  const sum = (of: (key: KeyRecord) => number) => keys.reduce((all, key) => all + BigInt(of(key)), 0n);
  return {
    balance: sum(({ credited, charged, reserved }) => credited - charged - reserved),
    reserved: sum(({ reserved }) => reserved),
    charged: sum(({ charged }) => charged),
  };
}

/** The first number of a cell, as far as its digits mean something. */
function numberOf(cell: ShownCell | undefined): string {
  return withoutZeros(cell?.numbers[0] ?? '');
}

function inDa(microDa: number | bigint): string {
  const digits = String(microDa).padStart(7, '0');
  return withoutZeros(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
