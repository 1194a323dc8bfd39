/** `activity`, `account_activity`. */
import type { Side } from './claims.js';
import { ACTIVITY, API_KEY, readRecord } from './shapes/record-shapes.js';
import { type AuditContext, knowsAccountSums, lookUp, type MakeTableAudit } from './table-audit.js';

export const auditActivity: MakeTableAudit = (context) => {
  const hasKey = lookUp(context.records, 'keys');
  const accountOf = accountsOfKeys(context);
  const knowsSums = knowsAccountSums(context);
  return {
    record(key, value) {
      const activity = readActivity(context, 'activity', key, value);
      if (activity === undefined) return;
      const [keyId = ''] = key.split('/', 1);
      context.post('keyActivity', 'right', keyId, 'charged', BigInt(activity.cost));
      if (!hasKey(keyId)) {
        const what = `activity ${key}: there is no key ${keyId}`;
        context.report('missing_key', 'activity', key, what);
      } else if (knowsSums) {
        postActivity(context, 'right', accountOf(keyId) + key.slice(keyId.length), activity);
      }
    },
  };
};

export const auditAccountActivity: MakeTableAudit = (context) => {
  const knowsSums = knowsAccountSums(context);
  return {
    record(key, value) {
      const activity = readActivity(context, 'account_activity', key, value);
      if (activity !== undefined && knowsSums) postActivity(context, 'left', key, activity);
    },
  };
};

type Activity = (typeof ACTIVITY)['_output'];

function readActivity(
  { report }: AuditContext,
  table: 'activity' | 'account_activity',
  key: string,
  value: string,
): Activity | undefined {
  const parts = key.split('/');
  const read = readRecord(ACTIVITY, value);
  if (read.ok && parts.length === 4 && /^\d{4}-\d\d-\d\d$/.test(parts[1] ?? '')) return read.record;
  const why = read.ok ? 'its key is none of the table' : read.why;
  report('unreadable_record', table, key, `${table} ${key}: ${why}`);
  return undefined;
}

function postActivity({ post }: AuditContext, side: Side, row: string, activity: Activity): void {
  const { completed, failed, output_ms, prompt_tokens = 0, completion_tokens = 0, cost } = activity;
  const sums = { completed, failed, output_ms, prompt_tokens, completion_tokens, cost: BigInt(cost) };
  for (const [label, amount] of Object.entries(sums)) post('accountActivity', side, row, label, amount);
}

/** The account of a key, for keys that come several times in a row; '' if its record cannot be read. */
function accountsOfKeys({ records }: AuditContext): (keyId: string) => string {
  let last: string | undefined;
  let account = '';
  return (keyId) => {
    if (keyId === last) return account;
    last = keyId;
    const read = readRecord(API_KEY, records.get('keys', keyId) ?? '');
    account = read.ok ? read.record.account : '';
    return account;
  };
}
