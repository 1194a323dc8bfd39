/** Never negative: neither in an answer, nor in a header, nor on disk, at no instant. */
import type { StoreReader, Table } from '../../../src/store/store.js';
import { type AccountRecord, type KeyRecord, TableImage } from '../facts/disk-image.js';
import { balanceHeader } from '../facts/shown-amounts.js';
import type { Rule } from '../invariant.js';

/** The value of a field, as a number or as digits in a text. */
const NEGATIVE = /":"?-\d/;
const AMOUNTS: readonly Table[] = ['keys', 'accounts', 'ledger', 'unfinished', 'references', 'activity'];

export const NEVER_NEGATIVE: Rule = {
  name: 'never-negative',
  says: 'No amount is below zero, in any answer, header or record.',
  watch(_, report) {
    const keys = new TableImage<KeyRecord>('keys');
    const accounts = new TableImage<AccountRecord>('accounts');
    return {
      observe(seen) {
        if (seen.what !== 'answered') return;
        const balance = balanceHeader(seen);
        if (balance !== undefined && !(balance >= 0)) {
          report(`X-Balance-Available is ${seen.headers['x-balance-available']}`);
        }
        if (seen.status < 300 && NEGATIVE.test(seen.body))
          report(`an answer shows less than nothing: ${seen.body}`);
      },
      disk(records: StoreReader) {
        for (const table of AMOUNTS) {
          for (const { key, value } of records.range(table, {})) {
            if (NEGATIVE.test(value)) report(`on disk, ${table} ${key} holds less than nothing: ${value}`);
          }
        }
        for (const [id, { credited, charged, reserved }] of keys.read(records)) {
          if (credited - charged - reserved < 0) report(`on disk, the balance of ${id} is below zero`);
        }
        for (const [id, { credited, charged, reserved }] of accounts.read(records)) {
          if (BigInt(credited) - BigInt(charged) - BigInt(reserved) < 0n) {
            report(`on disk, the balance of ${id} is below zero`);
          }
        }
      },
    };
  },
};
