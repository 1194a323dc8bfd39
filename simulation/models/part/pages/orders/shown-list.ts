/** The page that orders credit: the orders that it lists, its form, and where it leads. */
import { ORDER_STATES } from '../../../../rules/pages/shown-rows.js';
import { linksIn, visitedPartsOf } from '../../../node/clients/pages/told-pages.js';
import { plain } from '../told-page.js';
import {
  ACCOUNTS,
  type DrawnOrder,
  hasMarked,
  homeOf,
  idOf,
  KEYS,
  MADE_AT_S,
  messageOf,
  OPERATORS,
  ROLES,
  SHOWN_TOTALS,
  type Viewer,
} from './drawn-orders.js';
import type { DeskLimits } from './order-desk.js';
import { differenceOf, offerOf, saidDue, saidIn } from './said-words.js';

/** The query of the page. */
export interface ListQuery {
  readonly account?: string | undefined;
  readonly key?: string | undefined;
  readonly amount?: string | undefined;
  /** The number of the last order of the page before. */
  readonly after?: number | undefined;
  readonly isOfSetAside?: boolean | undefined;
}

export interface Listed {
  readonly number: number;
  readonly drawn: DrawnOrder;
  readonly isDismissed: boolean;
}

export interface ShownList {
  readonly orders: readonly string[];
  readonly setAside: readonly string[];
  readonly hasMoreSetAside: boolean;
  /** To the first page, and to the next. */
  readonly leads: readonly string[];
  /** The keys that its form offers, the one that is chosen, and where it is sent. */
  readonly keys: readonly (string | undefined)[];
  /** The words of each. */
  readonly offers: readonly string[];
  readonly chosenKey: string | undefined;
  readonly action: string | undefined;
  /** The amount that stands chosen. */
  readonly amount: string | undefined;
  readonly isUnknown: boolean;
  /** Why there is no form, and notices. */
  readonly said: readonly string[];
  /** Of the account, if part of it was not paid for: all of it, and that part. */
  readonly balances: readonly string[];
}

const ON_A_PAGE = 25;
const SET_ASIDE_SHOWN = 5;
/** Amounts that the form offers, in whole DA. */
const USUAL = [500, 1_000, 2_000, 5_000, 10_000];
export function queryOf({ account, key, amount, after, isOfSetAside }: ListQuery): string {
  return new URLSearchParams({
    ...(account !== undefined && { account }),
    ...(key !== undefined && { key }),
    ...(amount !== undefined && { amount }),
    ...(after !== undefined && { after: idOf('order', after) }),
    ...(isOfSetAside && { 'set-aside': '' }),
  }).toString();
}

export function listIn(html: string): ShownList {
  const { rows, others, chosen, values } = visitedPartsOf(html);
  const tables = [rows, ...others].map((table) =>
    table.map((row) => {
      const state = Object.keys(ORDER_STATES).find((words) => row.at(-1)?.words.includes(words));
      const [{ ids, times } = { ids: [], times: [] }, amount] = [row[0], row.at(-1)?.numbers[0]];
      const others = row.slice(1, -1).map((cell) => plain([...cell.ids, cell.words].join(' ')));
      return [ids[0], times[0], amount, ORDER_STATES[state ?? ''], ...others].join(' ');
    }),
  );
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const [pages = ''] = /<nav class="pages".*?<\/nav>/s.exec(main) ?? [];
  const [form = ''] = /<form[^>]*method="post".*?<\/form>/s.exec(main) ?? [];
  const options = [...form.matchAll(/<option\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const [own] = /<input[^>]*name="amount"[^>]*>/.exec(form) ?? [];
  const [choice] = chosen;
  return {
    orders: tables.at(-1) ?? [],
    setAside: tables.length > 1 ? (tables[0] ?? []) : [],
    hasMoreSetAside: linksIn(main.replace(pages, '')).includes('/top-up?set-aside'),
    leads: linksIn(pages),
    keys: options.map(valueIn),
    offers: [...form.matchAll(/<option\b[^>]*>([^<]*)/g)].map(([, words = '']) => plain(words)),
    chosenKey: valueIn(options.find((attributes) => /\bselected\b/.test(attributes))),
    action: /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&'),
    amount: choice === 'other' ? (valueIn(own) ?? '') : choice,
    isUnknown: main.includes('There is no such account or key.'),
    said: saidIn(main),
    balances: values.flatMap(({ numbers }) => numbers),
  };
}

function valueIn(attributes: string | undefined): string | undefined {
  return /\bvalue="([^"]*)"/.exec(attributes ?? '')?.[1];
}

/** @param orders the oldest first */
export function listDue(
  orders: readonly Listed[],
  query: ListQuery,
  viewer: Exclude<Viewer, 'nobody'>,
  limits: DeskLimits,
): ShownList {
  const isOperator = viewer === 'operator';
  const scope = isOperator ? askedOf(query) : homeOf(viewer);
  const isAll = isOperator && scope === undefined;
  const isOfSetAside = isAll && query.isOfSetAside === true;
  const isFirst = query.after === undefined;
  const newest = orders.toReversed();
  const aside = newest.filter(({ drawn: { finding }, isDismissed }) => finding !== null && !isDismissed);
  const all = isOfSetAside
    ? aside
    : newest.filter(({ drawn: { key } }) => isAll || KEYS[key]?.account === scope);
  const behind = all.filter(({ number }) => isFirst || number < Number(query.after));
  const shown = behind.slice(0, ON_A_PAGE);
  const top = isAll && !isOfSetAside && isFirst ? aside : [];
  const path = isOfSetAside
    ? '/top-up?set-aside'
    : isOperator && scope !== undefined
      ? `/top-up?account=${scope}`
      : '/top-up';
  const next = `${path}${path.includes('?') ? '&' : '?'}after=${idOf('order', shown.at(-1)?.number ?? 0)}`;
  return {
    orders: shown.map((order) => rowOf(order, isAll, isOfSetAside)),
    setAside: top.slice(0, SET_ASIDE_SHOWN).map((order) => rowOf(order, true, true)),
    hasMoreSetAside: top.length > SET_ASIDE_SHOWN,
    leads: [...(isFirst ? [] : [path]), ...(behind.length > ON_A_PAGE ? [next] : [])],
    ...formDue(query, viewer, limits, isOfSetAside || !isFirst ? undefined : (scope ?? OPERATORS), path),
    isUnknown: isAll && !isOfSetAside && (query.account ?? '') !== '',
    said: saidDue({ viewer, scope, isFirst, isOfSetAside, isEmpty: shown.length === 0 }, limits),
    balances: hasMarked(scope) ? SHOWN_TOTALS : [],
  };
}

/** @param account whose keys are offered; undefined if the page has no form */
function formDue(
  query: ListQuery,
  viewer: Exclude<Viewer, 'nobody'>,
  { service, topUpMin, topUpMax }: DeskLimits,
  account: string | undefined,
  action: string,
): Pick<ShownList, 'keys' | 'offers' | 'chosenKey' | 'action' | 'amount'> {
  const offered = KEYS.filter((key) => key.account === account && !key.isRevoked).toReversed();
  const keys = offered.map(({ id }) => id);
  if (service === null || ROLES[viewer] === 'member' || keys.length === 0)
    return { keys: [], offers: [], chosenKey: undefined, action: undefined, amount: undefined };
  const asked = query.key ?? query.account;
  const usual = USUAL.filter((amount) => amount >= topUpMin && amount <= topUpMax);
  const isAmount = /^\d{1,10}$/.test(query.amount ?? '');
  return {
    keys,
    offers: offered.map(offerOf),
    chosenKey: keys.find((id) => id === asked),
    action,
    amount: isAmount ? query.amount : String(usual[0] ?? ''),
  };
}

/** The account that an operator asks for. */
function askedOf({ account, key }: ListQuery): string | undefined {
  const asked = KEYS.find(({ id }) => id === (key ?? account));
  return asked?.account ?? [...ACCOUNTS.map(({ id }) => id), OPERATORS].find((id) => id === account);
}

function rowOf({ number, drawn }: Listed, hasAccounts: boolean, hasDifferences: boolean): string {
  const { amountDa, status, key, service } = drawn;
  const madeAt = new Date((MADE_AT_S + number * 60) * 1_000).toISOString();
  const { id, account, name } = KEYS[key] ?? { id: '', account: '', name: '' };
  const owner = `${account} ${ACCOUNTS.find((one) => one.id === account)?.name}`;
  const badge = service.isLive ? '' : service.kind === 'simulated' ? ' Simulated' : ' Test mode';
  const state = Object.keys(ORDER_STATES).find((words) => ORDER_STATES[words] === status);
  const others = hasDifferences
    ? [`${differenceOf(drawn)} ${messageOf(number)}`]
    : [`${id} ${name ?? 'Unnamed key'}`, `${state}${badge}`];
  const told = [idOf('order', number), madeAt, `${amountDa}.00`, status];
  return [...told, ...(hasAccounts ? [owner] : []), ...others].join(' ');
}
