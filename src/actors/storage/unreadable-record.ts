import type { Table } from '../../store/store.js';
import { UnreadableRecord } from '../../store/store.js';

/**
 * For a record that another table names, and that is not there: with a page that a disk lost, it is lost in
 * silence.
 */
export function missingRecord(table: Table, key: string): UnreadableRecord {
  return new UnreadableRecord(table, key, new Error('it is missing, and another record names it'));
}

/** The decoded record. @throws UnreadableRecord if `decode` fails */
export function decoded<T>(table: Table, key: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new UnreadableRecord(table, key, error);
  }
}
