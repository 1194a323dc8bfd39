/** The page of an audit trail shows the entries that stand on disk, each as it is, newest first. */
import type { StoreReader } from '../../../../src/store/store.js';
import type { ShownCell, VisitedParts } from '../../../history/people/shown-parts.js';
import type { ActRecord } from '../../facts/acts/act-records.js';
import { TableImage } from '../../facts/disk-image.js';
import { PersonBook } from '../../facts/person-book.js';
import { bodyOf, type Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

type Row = readonly ShownCell[];

interface ShownTrail {
  readonly request: number;
  readonly account: string;
  readonly rows: readonly Row[];
  readonly hasOlder: boolean;
}

/** The names of users by their ids, and the ids of those who were removed. */
interface People {
  readonly names: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
}

const WORDS: Readonly<Record<string, string>> = {
  account_created: 'Account created',
  account_verified: 'Account verified',
  account_unverified: 'Verification taken back',
  management_key_created: 'Management key created',
  management_key_revoked: 'Management key revoked',
  key_created: 'Key created',
  key_limit_changed: 'Limit changed',
  key_revoked: 'Key revoked',
  key_rotated: 'Secret replaced',
  credit_added: 'Credit added',
  credit_debited: 'Credit taken back',
  credit_transferred: 'Credit moved',
  order_made: 'Top-up ordered',
  order_voided: 'Simulated top-up voided',
  order_dismissed: 'Top-up dealt with',
  job_ended: 'Job ended by hand',
  user_invited: 'Person invited',
  invitation_withdrawn: 'Invitation withdrawn',
  user_joined: 'Invitation accepted',
  signed_in: 'Signed in',
  password_changed: 'Password changed',
  role_changed: 'Role changed',
  grants_changed: 'Granted keys changed',
  user_removed: 'Person removed',
};
const ROLES: Readonly<Record<string, string>> = { member: 'Member', owner: 'Owner', operator: 'Operator' };
/** Ids that lead to a page whatever becomes of them. */
const LED_TO = /^(key|order)_/;
const ROWS_OF_PAGE = 25;
const MICRO_DA_PER_DA = 1_000_000;

export const AUDIT_PAGE: Rule = {
  name: 'audit-page',
  says: 'The page of an audit trail shows the latest entries, each with what was done, to whom, by whom, when, and from which address.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const audit = new TableImage<ActRecord>('audit');
    /** By their numbers. */
    const accounts = ['acct_default'];
    let shown: ShownTrail[] = [];

    const learn = (exchange: Exchange): void => {
      const { answer, sent } = exchange;
      if (answer?.status !== 200 || sent.call.op !== 'visit' || sent.call.page !== 'audit') return;
      const number = sent.call.account ?? book.of(book.nameOf(exchange) ?? '').account ?? -1;
      const account = accounts[number];
      const { rows, hasOlder } = bodyOf(answer) as unknown as VisitedParts;
      if (account !== undefined) shown.push({ request: sent.request, account, rows, hasOlder });
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (seen.what !== 'answered' || exchange === undefined) return;
        if (exchange.sent.call.op === 'create_account' && seen.status === 201)
          accounts.push(String(bodyOf(seen)?.id));
        learn(exchange);
      },
      disk(records: StoreReader) {
        if (shown.length === 0) return;
        const all = [...audit.read(records)].toSorted(([one], [other]) => (one < other ? 1 : -1));
        const names = new Map(
          all.flatMap(([, { act, about, detail }]) =>
            act === 'user_joined' ? [[about, detail.name ?? '']] : [],
          ) as [string, string][],
        );
        const gone = new Set(all.flatMap(([, { act, about }]) => (act === 'user_removed' ? [about] : [])));
        const people = { names, gone };
        for (const { request, account, rows, hasOlder } of shown) {
          const trail = all.filter(([key]) => key.startsWith(`${account}/`)).map(([, entry]) => entry);
          const flaws = trail.map((entry) => flawsOf(rows[0] ?? [], entry, people));
          const starts = flaws.flatMap((found, at) => (found.length === 0 ? [at] : []));
          const fits = starts.some(
            (start) =>
              rows.every((row, n) => {
                const entry = trail[start + n];
                return entry !== undefined && flawsOf(row, entry, people).length === 0;
              }) && (hasOlder ? rows.length === ROWS_OF_PAGE : start + rows.length === trail.length),
          );
          if (fits) continue;
          const near = nearest(rows, trail, people);
          report(`request ${request} shows the trail of ${account} as it does not stand on disk: ${near}`);
        }
        shown = [];
      },
    };
  },
};

/** The first row that is of no entry, and what the nearest one has otherwise. */
function nearest(rows: readonly Row[], trail: readonly ActRecord[], people: People): string {
  for (const row of rows) {
    const all = trail.map((entry) => flawsOf(row, entry, people));
    const fewest = all.toSorted((one, other) => one.length - other.length)[0] ?? ['there is no entry'];
    if (fewest.length > 0) return `"${row[0]?.words}" lacks ${fewest.join(' and ')}`;
  }
  return 'rows are left out, or in another order';
}

/** The parts of an entry that the row does not say. */
function flawsOf(row: Row, entry: ActRecord, people: People): readonly string[] {
  const [what, who, when, address] = row;
  const { act, about, by, at, detail } = entry;
  const head = what?.words ?? '';
  const others = Object.entries(detail).flatMap(([field, value]) => textOf(field, value));
  const name = people.names.get(about) ?? detail.name ?? about;
  const isNamed = LED_TO.test(about)
    ? what?.ids[0] === about
    : [name, about].some((one) => head.includes(one));
  const numbers = Object.entries(detail).flatMap(([field, value]) => numberOf(field, value));
  const printed = (what?.numbers ?? []).map(Number);
  const authors = authorsOf(by, people);
  return [
    ...(head.startsWith(WORDS[act] ?? '?') ? [] : [`the act ${act}`]),
    ...(isNamed ? [] : [`its subject ${about}`]),
    ...others.filter((text) => !head.includes(text)),
    ...numbers.filter((number) => !printed.includes(number)).map(String),
    ...(authors.includes(who?.words ?? '') && authors.some((one) => head.includes(one))
      ? []
      : [`its author ${by.id}`]),
    ...([when, what].every((cell) => Date.parse(cell?.times[0] ?? '') / 1_000 === at)
      ? []
      : [`its time ${at}`]),
    ...(address?.words === (by.address ?? '') && head.includes(by.address ?? '')
      ? []
      : [`its address ${by.address}`]),
  ];
}

function authorsOf(by: ActRecord['by'], people: People): readonly string[] {
  if (by.kind === 'node') return ['The gateway'];
  if (by.kind === 'management_key') return [`Management key ${by.id}`];
  const name = people.names.get(by.id) ?? by.id;
  return people.gone.has(by.id) ? [name, `Former user ${by.id}`] : [name];
}

/** The words in which a particular stands there. */
function textOf(field: string, value: unknown): readonly string[] {
  if (field === 'role') return [ROLES[String(value)] ?? []].flat();
  return (field === 'reference' || field === 'reason') && typeof value === 'string' ? [wordsOf(value)] : [];
}

function wordsOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return escaped.replaceAll(/\s+/g, ' ').trim();
}

function numberOf(field: string, value: unknown): readonly number[] {
  if (typeof value !== 'number' || (value === 0 && field !== 'rate_limit_rpm')) return [];
  if (field === 'amount') return [value / MICRO_DA_PER_DA];
  return field === 'rate_limit_rpm' || field === 'grace_seconds' ? [value] : [];
}
