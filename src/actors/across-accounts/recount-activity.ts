/** Adds up the activity of each account's keys, for folders of before accounts had their own. */
import type { StoreReader, Write } from '../../store/store.js';
import { type ActivityRecord, addedActivity } from '../jobs/activity.js';

/** Exact: the activity of keys is kept for ever. */
export function recountActivity(records: StoreReader): Write[] {
  const sums = new Map<string, ActivityRecord>();
  let keyId: string | undefined;
  let account = '';
  for (const { key, value } of records.range('activity', {})) {
    const [id = ''] = key.split('/', 1);
    if (id !== keyId) {
      account = accountOf(records, id);
      keyId = id;
    }
    const row = account + key.slice(id.length);
    const one = JSON.parse(value) as ActivityRecord;
    const before = sums.get(row);
    sums.set(row, before === undefined ? one : addedActivity(before, one));
  }
  return [...sums].map(([key, sum]) => ({ table: 'account_activity', key, value: JSON.stringify(sum) }));
}

function accountOf(records: StoreReader, keyId: string): string {
  const text = records.get('keys', keyId);
  if (text === undefined) throw new Error(`key ${keyId} has activity and no record`);
  return (JSON.parse(text) as { readonly account: string }).account;
}
