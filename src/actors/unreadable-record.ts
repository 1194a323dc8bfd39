import type { Table } from '../store/store.js';

/** A record is there and cannot be read. The message names it, and says where more is to be learnt. */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord';

  constructor(table: Table, key: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`record ${key} of table ${table} cannot be read: ${why}; "tollgate verify" names all that are so`, {
      cause,
    });
  }
}

/** What `decode` makes of a record. @throws UnreadableRecord where it fails */
export function decoded<T>(table: Table, key: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new UnreadableRecord(table, key, error);
  }
}
