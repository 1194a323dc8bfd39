import { messageOf } from '../../errors/error-text.js';
import type { Table } from '../../store/store.js';

/** A record is there and cannot be read. The message names it, and says where more is to be learnt. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';

  constructor(table: Table, key: string, cause: unknown) {
    const why = messageOf(cause);
    super(`record ${key} of table ${table} cannot be read: ${why}; "tollgate verify" names all that are so`, {
      cause,
    });
  }
}

/** For a record that another table names, and that is not there: with a page that a disk lost, it is lost in silence. */
export function missingRecord(table: Table, key: string): UnreadableRecord {
  return new UnreadableRecord(table, key, new Error('it is missing, and another record names it'));
}

/** What `decode` makes of a record. @throws UnreadableRecord where it fails */
export function decoded<T>(table: Table, key: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new UnreadableRecord(table, key, error);
  }
}
