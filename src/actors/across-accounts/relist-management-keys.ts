/** Lists the management keys of each account, for folders that were written before accounts had a list. */
import type { StoreReader, Write } from '../../store/store.js';
import { accountManagementKey, readManagementKey } from '../accounts/management-key.js';

export function relistManagementKeys(records: StoreReader): Write[] {
  const writes: Write[] = [];
  for (const { key: id } of records.range('management_keys', {})) {
    const found = readManagementKey(id, records);
    if (found === undefined || found.isRevoked) continue;
    writes.push({
      table: 'account_management_keys',
      key: accountManagementKey(found.account, id),
      value: '1',
    });
  }
  return writes;
}
