/** The pages of accounts, as they are and as they ought to be. */

import { type DrawnAccount, type DrawnKey, numberOfKey, numberOfPerson } from './drawn-accounts.js';
import { idOf } from './orders/drawn-orders.js';
import { nameOfUser } from './page-desk.js';
import { isoOf } from './shown-people.js';
import { inDa } from './told-amounts.js';
import type { ToldCell, ToldPage } from './told-page.js';
import type { Viewer } from './viewers.js';

export interface NumberedAccount extends DrawnAccount {
  readonly number: number;
}

const ON_A_PAGE = 25;
const [KEYS_SHOWN, PEOPLE_SHOWN, KEYS_TO_CHOOSE] = [10, 5, 500];

export function listIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  const accounts = page.rows('Accounts').map(([account, state, made, keys, balance]) => {
    const [name = ''] = account?.words.split(' acct_') ?? [];
    return [name, account?.links[0], state?.words, made?.times[0], keys?.numbers[0], numbersOf(balance)];
  });
  return { accounts, leads: page.leads };
}

export function listDue(
  viewer: Viewer | undefined,
  all: readonly NumberedAccount[],
  after: number | undefined,
) {
  if (viewer?.role !== 'operator') return '404';
  const newest = all.toSorted((one, other) => other.madeAt - one.madeAt || other.number - one.number);
  const behind = newest.slice(1 + newest.findIndex(({ number }) => number === after));
  const last = behind[ON_A_PAGE - 1];
  const hasMore = behind.length > ON_A_PAGE && last !== undefined;
  return {
    accounts: behind
      .slice(0, ON_A_PAGE)
      .map((one) => [
        one.name,
        `/accounts/${idOf('acct', one.number)}`,
        stateOf(one),
        isoOf(one.createdAt),
        String(one.activeKeys),
        [balanceOf(one), ...(one.marked > 0 ? [inDa(one.marked)] : [])],
      ]),
    leads: [
      ...(after === undefined ? [] : ['/accounts']),
      ...(hasMore ? [`/accounts?after=${idOf('acct', last.number)}`] : []),
    ],
  };
}

export function accountIn(page: ToldPage) {
  return page.result === '200' ? partsIn(page) : page.result;
}

export function partsIn(page: ToldPage) {
  const table = page.rows('Keys');
  const [options, name] = [page.field('key'), page.field('name')];
  return {
    title: /<h1[^>]*>([^<]*)/.exec(page.main)?.[1],
    keys: table.map(([key, limit, reserved, balance]) => {
      const isRevoked = / Revoked /.test(key?.words ?? '');
      return [key?.links[0], isRevoked, limit?.numbers[0], numbersOf(reserved), numbersOf(balance)];
    }),
    people: page.rows('People').map(([person]) => [person?.words, person?.links[0]]),
    figures: page.values.map(({ numbers, times, words }) => numbers[0] ?? times[0] ?? words),
    options: options.values,
    chosen: options.chosen,
    name: name.values,
    forms: page.forms,
    good: page.notices.good,
    links: page.links.filter(
      (link) => /^\/(top-up|people\/|keys\/new)/.test(link) && !link.startsWith('/people/user'),
    ),
    wrong: page.notices.wrong,
  };
}

export function accountDue(
  viewer: Viewer | undefined,
  all: readonly NumberedAccount[],
  account: number,
  led: { readonly done: string; readonly key: number } | undefined,
  typed: { readonly name?: string; readonly chosen?: string } = {},
) {
  const one = all.find(({ number }) => number === account);
  if (viewer?.role !== 'operator' || one === undefined) return '404';
  const [id, path] = [idOf('acct', account), `/accounts/${idOf('acct', account)}`];
  const newest = one.keys
    .map((key, nth) => ({ ...key, id: idOf('key', numberOfKey(account, nth)) }))
    .toReversed();
  const options = newest
    .slice(0, KEYS_TO_CHOOSE)
    .filter(({ isRevoked, balance }) => !isRevoked || balance > 0)
    .map((key) => key.id);
  const isKey = all.some(({ number, keys }) => keys.some((_, nth) => numberOfKey(number, nth) === led?.key));
  return {
    title: one.name.replace('&', '&amp;').replace('<', '&lt;'),
    keys: newest.slice(0, KEYS_SHOWN).map((key) => rowOf(key.id, key)),
    people: Array.from({ length: one.people }, (_, nth) => numberOfPerson(account, nth))
      .toReversed()
      .slice(0, PEOPLE_SHOWN)
      .map((number) => [nameOfUser(number), `/people/${idOf('user', number)}`]),
    figures: [
      balanceOf(one),
      ...(one.marked > 0 ? [inDa(one.marked)] : []),
      ...[one.credited, one.charged, one.reserved].map(inDa),
      id,
      isoOf(one.createdAt),
    ],
    options,
    chosen: options.filter((key) => key === typed.chosen),
    name: [typed.name ?? one.name],
    forms: [
      ...(options.length > 0 ? [`${path} credit debit`] : []),
      `${path} ${one.isVerified ? 'unverify' : 'verify'}`,
      `${path} rename`,
    ],
    good: led !== undefined && (led.done === 'saved' || isKey) ? 1 : 0,
    links: [
      `/top-up?account=${id}`,
      `/people/audit?account=${id}`,
      `/people/invite?account=${id}&role=owner`,
      `/keys/new?account=${id}`,
    ],
    wrong: typed.name !== undefined || (typed.chosen !== undefined && options.length > 0) ? 1 : 0,
  };
}

function rowOf(id: string, { isRevoked, rpm, reserved, balance, marked }: DrawnKey) {
  const part = marked > 0 ? [inDa(marked)] : [];
  return [`/keys/${id}`, isRevoked, String(rpm), [inDa(reserved)], [inDa(balance), ...part]];
}

function stateOf({ isVerified }: DrawnAccount): string {
  return isVerified ? 'Verified' : 'Not verified';
}

function balanceOf({ credited, charged, reserved }: DrawnAccount): string {
  return inDa(credited - charged - reserved);
}

export function numbersOf(cell: ToldCell | undefined): readonly string[] {
  return cell?.numbers ?? [];
}
