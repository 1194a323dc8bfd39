/**
 * The checksum behind each value in the file: a CRC-32 over table, key and value, in eight hex digits. LMDB
 * keeps none. So a record of which a bit changed is told from the one that was written, and so is one that
 * stands under another key or in another table.
 *
 * A CRC-32 differs after every change within 32 bits in a row, and after any other change but one in 2^32.
 *
 * `meta/format` alone has none. It says how the other records are to be read, to older versions, too.
 */
import { crc32 } from 'node:zlib';
import { type Entry, TABLES, type Table, UnreadableRecord } from '../store.js';

export const CHECKSUM_BYTES = 8;
const DIGITS = Buffer.from('0123456789abcdef');
const TABLE_CHECKSUMS = Object.fromEntries(TABLES.map((table) => [table, crc32(`${table}/`)])) as Readonly<
  Record<Table, number>
>;

export function hasChecksum(table: Table, key: string): boolean {
  return key !== 'format' || table !== 'meta';
}

/** Puts the checksum of a record at `at`. */
export function writeChecksum(bytes: Uint8Array, at: number, table: Table, key: string, value: string): void {
  let sum = checksumOf(table, key, value);
  for (let n = at + CHECKSUM_BYTES - 1; n >= at; n--) {
    bytes[n] = DIGITS[sum & 15] as number;
    sum >>>= 4;
  }
}

/**
 * The value in a text that stands in the file. @throws UnreadableRecord if the checksum behind it is another
 * record's
 */
export function checkedValue(table: Table, key: string, stored: string): string {
  if (!hasChecksum(table, key)) return stored;
  const end = Math.max(0, stored.length - CHECKSUM_BYTES);
  const value = stored.slice(0, end);
  let sum = checksumOf(table, key, value);
  for (let n = end + CHECKSUM_BYTES - 1; n >= end; n--) {
    if (stored.charCodeAt(n) !== DIGITS[sum & 15]) throw new UnreadableRecord(table, key, WRONG_CHECKSUM);
    sum >>>= 4;
  }
  return value;
}

const WRONG_CHECKSUM = new Error('its checksum is that of another record');

/** A record as a walk meets it. If its checksum is wrong, its value throws: a walk for keys alone goes on. */
export function checkedEntry(table: Table, { key, value: stored }: Entry): Entry {
  // A damaged key can be one that LMDB's binding takes for a number.
  const text = String(key);
  try {
    return { key: text, value: checkedValue(table, text, stored) };
  } catch (error) {
    return {
      key: text,
      get value(): string {
        throw error;
      },
    };
  }
}

function checksumOf(table: Table, key: string, value: string): number {
  return crc32(value, crc32(key, TABLE_CHECKSUMS[table]));
}
