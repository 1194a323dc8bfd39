import { NEVER_OLDER } from '../../../../simulation/rules/requests/never-older.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, JOB, KEY } from '../told-history.js';

const list = (limit: number, ids: readonly string[], hasMore = false) =>
  exchange({ op: 'list_jobs', key: 0, limit }, 200, {
    data: ids.map((id) => ({ id, status: 'pending' })),
    has_more: hasMore,
  });
const row = { date: '2026-11-21', model: 'model/idempotent', provider: 'idempotent', requests: 2 };
const activity = (requests: number) =>
  exchange({ op: 'activity', key: 0 }, 200, { data: [{ ...row, requests }] });
const shownKey = (more: object) =>
  exchange({ op: 'show_key', key: 0 }, 200, { id: KEY, rate_limit_rpm: 60, status: 'active', ...more });

checkBreaches(
  NEVER_OLDER,
  [
    ['a list leaves out a job that was told of', { more: at(700, ...list(9, [])) }, /leaves out video_1/],
    [
      'a sum is smaller than it was',
      { first: at(700, ...activity(2)), after: at(701, ...activity(1)) },
      /requests of key_1 .* is 1, and was 2 before/,
    ],
    [
      'a key has another limit',
      { more: at(700, ...shownKey({ rate_limit_rpm: 7 })) },
      /a limit of 7, told was 60/,
    ],
    [
      'a revoked key is active',
      {
        revoked: at(700, ...exchange({ op: 'revoke', key: 0 }, 200, { id: KEY })),
        after: at(701, ...shownKey({})),
      },
      /is active, and it was told that it is revoked/,
    ],
  ],
  [
    ['a list has the job', { more: at(700, ...list(9, [JOB])) }],
    ['a page ends before it', { more: at(700, ...list(1, ['video_9'], true)) }],
    ['the jobs are kept no longer', { more: at(90_000_000, ...list(9, [])) }],
  ],
);
