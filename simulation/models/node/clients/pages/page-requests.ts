/** Requests for pages of lists. */
import type { PageCall, PagedList } from '../../../../history/client-call.js';
import { type KnownKey, type PreparedRequest, withKey } from '../prepared-request.js';

/** Ids of what does not belong to the list, or may be there no longer. */
export interface Strangers {
  readonly otherKey: string | undefined;
  readonly otherJob: string | undefined;
  readonly oldestJob: string | undefined;
  /** A cursor that an answer about the same list told. */
  readonly past: string | undefined;
}

type Managed = (path: string, keyId: string) => PreparedRequest;

const ULID = '01h00000000000000000000000';
const UNKNOWN: Readonly<Record<Exclude<PagedList, 'ledger'>, string>> = {
  jobs: `video_${ULID}`,
  all_jobs: `video_${ULID}`,
  keys: `key_${ULID}`,
  accounts: `acct_${ULID}`,
  orders: `order_${ULID}`,
  users: `user_${ULID}`,
  audit: 'audit_default_0000000000000000_0000',
};

export function pageRequest(
  call: PageCall,
  key: KnownKey,
  strangers: Strangers,
  managed: Managed,
): PreparedRequest {
  const after = call.after ?? cursorOf(call, key, strangers);
  const fields = {
    limit: call.limit,
    status: call.status,
    key: call.of === 'key' ? key.id : undefined,
    account: call.of === 'account' ? key.account : undefined,
    after,
  };
  const query = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return { ...firstPage(call.list, key, managed), query, ...(after !== undefined && { told: { after } }) };
}

function firstPage(list: PagedList, key: KnownKey, managed: Managed): PreparedRequest {
  switch (list) {
    case 'jobs':
      return withKey(key, 'GET', '/v1/videos');
    case 'ledger':
      return managed(`/api/keys/${key.id}/ledger`, key.id);
    case 'all_jobs':
      return managed('/api/jobs', '');
    case 'audit':
    case 'users':
      return managed(`/api/accounts/acct_default/${list}`, '');
    default:
      return managed(`/api/${list}`, '');
  }
}

function cursorOf(
  { list, cursor }: PageCall,
  key: KnownKey,
  { otherKey, otherJob, oldestJob, past }: Strangers,
): string | undefined {
  const unknown = list === 'ledger' ? entryOf(key.id, 999_999) : UNKNOWN[list];
  switch (cursor) {
    case 'garbage':
      return 'the-last-one';
    case 'foreign':
      if (list === 'ledger') return otherKey === undefined ? unknown : entryOf(otherKey, 1);
      return list === 'jobs' ? (otherJob ?? unknown) : unknown;
    case 'removed':
      return list === 'jobs' || list === 'all_jobs' ? (oldestJob ?? unknown) : unknown;
    case 'unknown':
      return unknown;
    case 'past':
      return past;
    default:
      return undefined;
  }
}

function entryOf(keyId: string, number: number): string {
  return `le_${keyId.slice('key_'.length)}_${number}`;
}

/** Names a list with its filters, whatever the length of its pages. */
export function listOf({ list, key, status, of }: PageCall): string {
  return JSON.stringify([
    list,
    list === 'jobs' || list === 'ledger' || of !== undefined ? key : 0,
    status,
    of,
  ]);
}
