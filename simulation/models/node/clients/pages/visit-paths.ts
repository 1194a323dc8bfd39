/** The paths of the pages that people read and visit. */

import { isOfAccount, isOfKey, type VisitCall, type Visited } from '../../../../history/forms/visit-call.js';
import type { PeopleCall } from '../../../../history/people-call.js';
import type { AccountsAndKeys } from '../accounts-and-keys.js';
import { jobsPath, pathOf } from './told-pages.js';

const PATHS: Readonly<Record<Visited, string>> = {
  overview: '/',
  sessions: '/sessions',
  password: '/password',
  chat: '/chat',
  jobs: '/jobs',
  new_job: '/jobs/new',
  top_up: '/top-up',
  keys: '/keys',
  new_key: '/keys/new',
  management: '/keys/management',
  people: '/people',
  invite: '/people/invite',
  audit: '/people/audit',
  usage: '/usage',
  key: '/keys/…',
  rotate: '/keys/…/rotate',
  transfer: '/keys/…/transfer',
  credit: '/keys/…/credit',
  debit: '/keys/…/debit',
  node: '/node',
  accounts: '/accounts',
  new_account: '/accounts/new',
  account: '/accounts/…',
  person: '/people/…',
};

type PageCall = Extract<
  PeopleCall,
  { readonly op: 'read_page' | 'read_list' | 'look' | 'see_private' | 'visit' }
>;
type UserIds = (name: string) => string | undefined;

const READ = { sessions: PATHS.sessions, people: PATHS.people, job_form: PATHS.new_job };

/** With the query; undefined if nobody was told of an id that it needs. */
export function pagePath(call: PageCall, ids: AccountsAndKeys, userId: UserIds): string | undefined {
  switch (call.op) {
    case 'read_page': {
      if (call.page !== 'key') return READ[call.page];
      const id = ids.keyId(call.key ?? 0);
      return id && `/keys/${id}`;
    }
    case 'read_list':
      return jobsPath(call, ids);
    case 'look':
      return pathOf(call, ids);
    case 'see_private': {
      const id = ids.jobId(call.job);
      return id && (call.what === 'clip' ? `/clips/${id}` : `/jobs/${id}`);
    }
    case 'visit':
      return visitPath(call, ids, userId);
  }
}

function visitPath(call: VisitCall, ids: AccountsAndKeys, userId: UserIds): string | undefined {
  const { page, account: number, key = 0, name = '' } = call;
  const path = PATHS[page];
  const at = (id: string | undefined) => id && path.replace('…', id);
  if (page === 'account') return at(ids.account(number ?? 0));
  if (page === 'person') return at(userId(name));
  if (isOfKey(page)) return at(ids.keyId(key));
  if (number === undefined || !isOfAccount(page)) return path;
  const account = ids.account(number);
  return account && `${path}?account=${account}`;
}
