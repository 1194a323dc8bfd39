/** Query parameters. Those that an operation does not know are ignored. */
import * as z from 'zod';
import type { JobStatus } from '../../actors/jobs/video-job-messages.js';
import { utcDay, type WallMs } from '../../time/clock.js';
import {
  ACCOUNT_ID,
  API_KEY_ID,
  AUDIT_ENTRY_ID,
  JOB_ID,
  LEDGER_ENTRY_ID,
  ORDER_ID,
  USER_ID,
} from './identifiers.js';
import { invalid, type Parsed, parseQuery } from './parse-input.js';

const DAY_MS = 86_400_000;
const ACTIVITY_DAYS_MAX = 366;
const ACTIVITY_DAYS_DEFAULT = 30;
const LIMIT_MAX = 100;
const LIMIT_WANTED = `limit must be a whole number from 1 to ${LIMIT_MAX}.`;
const JOB_STATUSES = [
  'pending',
  'in_progress',
  'completed',
  'failed',
] as const satisfies readonly JobStatus[];

const LIMIT = z
  .string()
  .regex(/^\d{1,9}$/, LIMIT_WANTED)
  .transform(Number)
  .pipe(z.int({ error: LIMIT_WANTED }).min(1, LIMIT_WANTED).max(LIMIT_MAX, LIMIT_WANTED))
  .default(20)
  .meta({ description: 'Most items of a page.' });

function after(shape: RegExp, what: string) {
  return z
    .string()
    .regex(shape, `after must be the next of the page before: the id of ${what}.`)
    .optional()
    .meta({ description: 'The `next` of the page before; left out, the newest items.' });
}

const STATUS = z
  .enum(JOB_STATUSES, { error: `status must be one of ${JOB_STATUSES.join(', ')}.` })
  .optional()
  .meta({ description: 'Only jobs that stand so.' });

export const LIST_VIDEOS_QUERY = z.object({
  limit: LIMIT,
  after: after(JOB_ID, 'a video job'),
  status: STATUS,
});

export const LIST_JOBS_QUERY = z.object({
  limit: LIMIT,
  after: after(JOB_ID, 'a video job'),
  status: STATUS,
  key: z
    .string()
    .regex(API_KEY_ID, 'key must be the id of an API key, key_….')
    .optional()
    .meta({ description: 'Only jobs of this key.' }),
  account: z
    .string()
    .regex(ACCOUNT_ID, 'account must be the id of an account, acct_….')
    .optional()
    .meta({ description: 'Only jobs of keys of this account.' }),
});

export const LIST_KEYS_QUERY = z.object({ limit: LIMIT, after: after(API_KEY_ID, 'an API key') });

export const LIST_ORDERS_QUERY = z.object({ limit: LIMIT, after: after(ORDER_ID, 'an order') });

export const LIST_ACCOUNTS_QUERY = z.object({ limit: LIMIT, after: after(ACCOUNT_ID, 'an account') });

export const LIST_USERS_QUERY = z.object({ limit: LIMIT, after: after(USER_ID, 'a user') });

export const LEDGER_QUERY = z.object({
  limit: LIMIT,
  after: after(LEDGER_ENTRY_ID, "an entry of this key's ledger"),
});

export const AUDIT_QUERY = z.object({
  limit: LIMIT,
  after: after(AUDIT_ENTRY_ID, "an entry of this account's audit trail"),
});

function day(name: string, description: string) {
  return z.iso
    .date({ error: `${name} must be a date that exists, written YYYY-MM-DD (UTC).` })
    .optional()
    .meta({ description });
}

export const ACTIVITY_QUERY = z.object({
  from: day('from', 'First day, included; left out, 29 days before the last one.'),
  to: day('to', 'Last day, included; left out, today.'),
  model: z.string().optional().meta({ description: 'Only usage of this model.' }),
  provider: z.string().optional().meta({ description: 'Only usage at this provider.' }),
});

export interface ActivityRequest {
  readonly from: string;
  readonly to: string;
  readonly model: string | undefined;
  readonly provider: string | undefined;
}

/** `today` is the UTC day on which the request came. */
export function parseActivityQuery(query: URLSearchParams, today: string): Parsed<ActivityRequest> {
  const parsed = parseQuery(ACTIVITY_QUERY, query);
  if (!parsed.ok) return parsed;
  const { model, provider } = parsed.value;
  const to = parsed.value.to ?? today;
  const from = parsed.value.from ?? daysBefore(to, ACTIVITY_DAYS_DEFAULT - 1);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) {
    return { ok: false, error: invalid(`from must not be after to, which is ${to}.`, 'from') };
  }
  if (days > ACTIVITY_DAYS_MAX) {
    return {
      ok: false,
      error: invalid(`from and to may span at most ${ACTIVITY_DAYS_MAX} days, both included.`, 'from'),
    };
  }
  return { ok: true, value: { from, to, model, provider } };
}

/** Never before year 0: dates have four digits. */
function daysBefore(day: string, days: number): string {
  const at = Math.max(Date.parse(day) - days * DAY_MS, Date.parse('0000-01-01'));
  return utcDay(at as WallMs);
}
