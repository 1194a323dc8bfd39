/** All that people tell after an act, held against their twin. */

import { readAuditTrail } from '../../../../src/actors/audit/audit-trail.js';
import { readPeopleCounts } from '../../../../src/actors/people/account-people.js';
import {
  mayHandle,
  mayManage,
  mayRead,
  mayReadContent,
  maySetRate,
  mayUse,
  ROLES,
} from '../../../../src/actors/people/rights.js';
import type { Trial } from '../trial.js';
import { ACCOUNTS, OPERATORS } from './known-people.js';
import { handles, type NaivePeople } from './naive-people.js';
import type { PeopleNode } from './people-node.js';

/** The latest that are looked at. */
const LOOKED_AT = 8;
const PAGE = 3;
const EVERYTHING = { from: '0', to: '~' };

export function compareAll(trial: Trial, node: PeopleNode, naive: NaivePeople): void {
  const accounts = new Set([...ACCOUNTS, ...naive.users.map(({ account }) => account)]);
  for (const account of [...accounts].slice(0, LOOKED_AT)) compareAccount(account, trial, node, naive);
  const { records, people } = node;
  const open = naive.sessions.filter((one) => naive.isOpen(one));
  for (const session of naive.sessions.slice(-LOOKED_AT)) {
    const { id, user } = session;
    const { account, name, role, grants } = user;
    const shown = { user: user.id, name, account, role, session: id, grants };
    const hasPassword = user.passwords.length > 0;
    trial.same(
      'session',
      people.signedInBy(id),
      naive.isOpen(session) ? { ...shown, hasPassword } : undefined,
    );
  }
  for (const user of naive.users.slice(-LOOKED_AT)) {
    const own = open.filter((one) => one.user === user);
    const told = people.sessionsOf({ user: user.id });
    const facts = ({ id, madeAt, seenAt, createdAt, address, agent }: (typeof told)[number]) =>
      JSON.stringify([id, madeAt, seenAt, createdAt, address, agent]);
    trial.same('sessions', told.map(facts).sort(), own.map((one) => facts(one as never)).sort());
    trial.same(
      'sessions-order',
      told.map(({ seenAt }) => seenAt),
      own.map(({ seenAt }) => seenAt).sort((one, other) => other - one),
    );
  }
  for (const link of naive.links.slice(-LOOKED_AT)) {
    const { kind, id, account, name, role, createdAt, token } = link;
    const works = naive.works(link);
    const told = people.invitationOf(token);
    const shown = { id, account, name, role, createdAt, expiresAt: naive.endOf(link) };
    trial.same(
      'link',
      told && {
        ...{ id: told.id, account: told.account, name: told.name, role: told.role },
        ...{ createdAt: told.createdAt, expiresAt: told.expiresAt },
      },
      works && kind !== 'signs_in' ? shown : undefined,
    );
    trial.same('link-signs-in', people.links.isOpen(token), works && kind === 'signs_in');
  }
  const sessions = [...records.range('sessions', EVERYTHING)].length;
  trial.same('kept-sessions', sessions, open.length);
  const links = [...records.range('invitations', EVERYTHING)].length;
  trial.same('kept-links', links, naive.links.filter((one) => naive.works(one)).length);
}

function compareAccount(account: string, trial: Trial, node: PeopleNode, naive: NaivePeople): void {
  const { people, records } = node;
  const users = naive.usersOf(account);
  const told: unknown[] = [];
  let after: string | undefined;
  do {
    const page = people.users(account, { limit: PAGE, after });
    for (const { id, name, role, grants, createdAt } of page.items)
      told.push({ id, name, role, grants, createdAt, account });
    trial.same(
      'users-page',
      page.items.length,
      Math.min(PAGE, users.length - told.length + page.items.length),
    );
    after = page.hasMore ? page.items.at(-1)?.id : undefined;
  } while (after !== undefined && told.length <= users.length);
  const expected = users.map(({ id, name, role, grants, createdAt }) => ({
    ...{ id, name, role, grants, createdAt, account },
  }));
  trial.same('users', told, expected);

  const invitations = naive.linksOf(account).filter(({ kind }) => kind === 'invitation');
  const listed = people.invitations(account);
  trial.same('invitations', listed.map(({ id }) => id).sort(), invitations.map(({ id }) => id).sort());
  trial.same(
    'invitations-order',
    listed.map(({ createdAt }) => createdAt),
    invitations.map(({ createdAt }) => createdAt).reverse(),
  );

  const owners = users.filter(({ role }) => role !== 'member').length;
  const counts = { users: users.length, owners, invitations: naive.linksOf(account).length };
  trial.same('counts', readPeopleCounts(records, account), counts);
  compareTrail(account, trial, node, naive);
}

/** The latest entries, page by page. */
function compareTrail(account: string, trial: Trial, node: PeopleNode, naive: NaivePeople): void {
  const acts = naive.acts.filter((one) => one.account === account).reverse();
  const places: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < LOOKED_AT / PAGE; page++) {
    const { items, hasMore } = readAuditTrail(node.records, account, { limit: PAGE, before });
    for (const { act, about, by, detail, at, place } of items) {
      if (act === 'account_created' && by.kind === 'node') continue;
      if (act === 'account_verified' && by.kind === 'node') continue;
      trial.same('trail', { account, act, about, by, detail, at }, acts[places.length]);
      if (places.includes(place)) trial.broke('trail-places', `${place} is shown twice`);
      places.push(place);
    }
    if (!hasMore) {
      trial.same('trail-length', places.length, acts.length);
      return;
    }
    before = items.at(-1)?.place;
  }
}

/** The rights of each role, in all accounts, as the contract tells them. */
export function compareRights(trial: Trial): void {
  for (const role of ROLES)
    for (const own of ACCOUNTS)
      for (const account of ACCOUNTS) {
        const rights = { role, account: own };
        const isOwn = own === account;
        const manages = handles(rights, account, 'owner');
        const key = { id: 'key_1', account };
        const told = [
          mayRead(rights, account),
          mayReadContent(rights, account),
          mayManage(rights, account),
          ...ROLES.map((one) => mayHandle(rights, account, one)),
          ...[[], ['key_1'], ['key_2']].map((grants) => mayUse({ ...rights, grants }, key)),
          ...[true, false].map((isVerified) => maySetRate(rights, { id: account, isVerified })),
        ];
        trial.same(`rights`, told, [
          isOwn || role === 'operator',
          isOwn,
          manages,
          ...[manages, manages, role === 'operator' && account === OPERATORS],
          ...[false, true, false].map((isGranted) => isOwn && (role !== 'member' || isGranted)),
          manages,
          role === 'operator',
        ]);
      }
}
