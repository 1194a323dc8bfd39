/** Counts the keys of each account anew, for folders that were written before accounts knew their number. */
import type { StoreReader, Write } from '../../store/store.js';

/** Takes some seconds for a million keys. */
export function recountKeys(records: StoreReader): Write[] {
  const counts = new Map<string, number>();
  for (const { value } of records.range('keys', {})) {
    const { account, revoked } = JSON.parse(value) as { readonly account: string; readonly revoked: boolean };
    if (!revoked) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return [...records.range('accounts', {})].map(({ key, value }) => {
    const account = { ...(JSON.parse(value) as object), keys: counts.get(key) ?? 0 };
    return { table: 'accounts', key, value: JSON.stringify(account) };
  });
}
