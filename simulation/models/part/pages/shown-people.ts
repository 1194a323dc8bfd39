/** The pages that show people, as they are and as they ought to be. */

import { lastSeen, nameOfInvited, type PlacedPerson } from './drawn-people.js';
import { idOf } from './orders/drawn-orders.js';
import { nameOfUser } from './page-desk.js';
import type { ListAct, PeopleFacts } from './people-facts.js';
import type { ToldPage } from './told-page.js';
import {
  HOMES,
  handlesRole,
  KEYS,
  manages,
  pathOn,
  ROLES,
  type Role,
  reaches,
  type Viewer,
} from './viewers.js';

const ON_A_PAGE = 25;
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  member: 'Member',
  owner: 'Owner',
  operator: 'Operator',
};
const SIGNED_OUT = 'Signed out';

export function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

export function listIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  return {
    people: page.rows('People').map(([person, role, seen]) => {
      const [name = ''] = person?.words.split(' ') ?? [];
      const seenAt = seen && (seen.times[0] ?? seen.words);
      const isOneself = / You\b/.test(person?.words ?? '');
      return [name, person?.links[0] ?? '', role?.words, seenAt ?? '', isOneself].join(' ');
    }),
    invitations: page.rows('Open invitations').map(([name, role, expires, form]) => {
      const [, id] = /name="invitation" value="([^"]*)"/.exec(form?.html ?? '') ?? [];
      return [name?.words.split(' ')[0], role?.words, expires?.times[0], id].join(' ');
    }),
    leads: page.leads,
    links: page.links.filter((link) => /^\/(people\/(audit|invite)|accounts\/)/.test(link)),
    notices: page.notices.good,
  };
}

export function listDue(
  viewer: Viewer | undefined,
  act: ListAct,
  facts: PeopleFacts,
  query: URLSearchParams,
) {
  if (viewer === undefined) return `303 /sign-in?${new URLSearchParams({ next: hereOf('/people', query) })}`;
  const account = act.account ?? viewer.account;
  const isThere = HOMES.some((home) => home === account) && reaches(viewer, account);
  if (!isThere) return '404';
  const isManager = manages(viewer, account);
  const after = typeof act.after === 'number' ? act.after : Number.POSITIVE_INFINITY;
  const isFirst = typeof act.after !== 'number';
  const own = facts.people.filter((one) => one.account === account && one.number < after);
  const newest = own.toSorted((one, other) => other.number - one.number);
  const shown = newest.slice(0, ON_A_PAGE);
  const last = newest.length > ON_A_PAGE ? shown.at(-1) : undefined;
  const open = facts.invitations.filter(
    (one) => one.account === account && one.kind === 'plain' && one.expiresAt > facts.now,
  );
  const invite = pathOn(viewer, account, '/people/invite');
  const isNobody = newest.length === 0;
  return {
    people: shown.map((one) => rowOf(one, viewer, isManager, facts.now)),
    invitations: (isManager && isFirst ? open : [])
      .toSorted((one, other) => other.expiresAt - one.expiresAt)
      .map(({ number, role, expiresAt, id }) => {
        const until = isoOf(Math.floor((facts.nowMs + expiresAt - facts.now) / 1_000));
        return [nameOfInvited(number), ROLE_WORDS[role], until, `invitation_${id}`].join(' ');
      }),
    leads: [
      ...(isFirst ? [] : [pathOn(viewer, account, '/people')]),
      ...(last === undefined
        ? []
        : [pathOn(viewer, account, '/people', { after: idOf('user', last.number) })]),
    ],
    links: [
      ...(account === viewer.account ? [] : [`/accounts/${account}`]),
      ...(isManager ? [pathOn(viewer, account, '/people/audit')] : []),
      ...(isManager ? [invite] : []),
    ].filter((link) => !isNobody || link !== '' || isManager),
    notices: act.done === undefined ? 0 : 1,
  };
}

/** A page that a person comes back to. */
function hereOf(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

function rowOf(one: PlacedPerson, viewer: Viewer, isManager: boolean, now: number): string {
  const isOneself = one.number === viewer.number;
  const at = lastSeen(one, now);
  const seen = !isManager ? '' : at === undefined ? SIGNED_OUT : isoOf(at);
  const link = isManager || isOneself ? `/people/${idOf('user', one.number)}` : '';
  return [nameOfUser(one.number), link, ROLE_WORDS[one.role], seen, isOneself].join(' ');
}

export function personIn(page: ToldPage) {
  if (page.result !== '200') return page.result;
  const [seen, joined] = page.values;
  const [keys, roles] = [page.field('key'), page.field('role')];
  return {
    name: /<h1[^>]*>([^<]*)/.exec(page.main)?.[1],
    seen: seen?.times[0] ?? seen?.words,
    joined: joined?.times[0],
    roles: roles.values,
    role: roles.chosen,
    keys: keys.values,
    granted: keys.chosen.toSorted(),
    ownKeys: page.links.filter((link) => link.startsWith('/keys/')),
    forms: page.forms,
    back: page.links[0],
    good: page.notices.good,
  };
}

export function personDue(
  viewer: Viewer | undefined,
  who: number,
  isSaved: boolean,
  { people, now }: Pick<PeopleFacts, 'people' | 'now'>,
) {
  const path = `/people/${idOf('user', who)}`;
  if (viewer === undefined)
    return `303 /sign-in?${new URLSearchParams({ next: isSaved ? `${path}?saved` : path })}`;
  const one = people.find(({ number }) => number === who);
  if (one === undefined || !sees(viewer, one)) return '404';
  const mayChange = handlesRole(viewer, one.account, one.role) && manages(viewer, one.account);
  const isMember = one.role === 'member';
  const at = lastSeen(one, now);
  const active = KEYS.map((key, number) => ({ ...key, number })).filter(
    ({ account, isRevoked }) => account === one.account && !isRevoked,
  );
  const granted = one.grants.filter((key) => active.some(({ number }) => number === key));
  const offered = mayChange && isMember ? active.toReversed().map(({ number }) => idOf('key', number)) : [];
  return {
    name: nameOfUser(who),
    seen: at === undefined ? SIGNED_OUT : isoOf(at),
    joined: isoOf(one.createdAt),
    roles: mayChange ? ROLES.filter((role) => handlesRole(viewer, one.account, role)) : [],
    role: mayChange ? [one.role] : [],
    keys: offered,
    granted: offered.length > 0 ? granted.map((key) => idOf('key', key)).toSorted() : [],
    ownKeys: !mayChange && isMember ? granted.map((key) => `/keys/${idOf('key', key)}`) : [],
    forms: mayChange
      ? [
          `${path} role`,
          ...(offered.length > 0 ? [`${path} grants`] : []),
          `${path} invite`,
          `${path} remove`,
        ]
      : [],
    back: pathOn(viewer, one.account, '/people'),
    good: isSaved ? 1 : 0,
  };
}

/** A member sees no other person. */
export function sees(viewer: Viewer, { number, account }: PlacedPerson): boolean {
  return reaches(viewer, account) && (number === viewer.number || manages(viewer, account));
}
