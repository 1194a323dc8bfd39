/**
 * The places of records in an LMDB file (`MDB_page` and `MDB_node` in its `mdb.c`), for tests that damage
 * them there.
 */

const HEADER_BYTES = 24;
const NODE_HEADER_BYTES = 8;
const LEAF_FLAG = 0x02;
const OVERFLOW_FLAG = 0x01;
const NEWEST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
export const PAGE_BYTES = 4_096;

/** Offsets are from the beginning of the file. */
export interface StoredRecord {
  readonly page: number;
  readonly key: string;
  readonly keyAt: number;
  /** Undefined if the value stands on pages of its own. */
  readonly value: string | undefined;
  readonly valueAt: number;
  readonly valueBytes: number;
}

/** Of all leaf pages that are there, in use or not, the records on them. */
export function storedRecords(file: Buffer): StoredRecord[] {
  const found: StoredRecord[] = [];
  for (let page = 2; page <= lastPage(file); page++) {
    const at = page * PAGE_BYTES;
    const isLeaf = file.readUInt16LE(at + 18) === LEAF_FLAG && file.readBigUInt64LE(at) === BigInt(page);
    if (isLeaf) found.push(...recordsOn(file, page));
  }
  return found;
}

/**
 * The newest place of each record for which `is` holds: a page that was written anew stands elsewhere since.
 */
export function newestPlaces(file: Buffer, is: (record: StoredRecord) => boolean): StoredRecord[] {
  const newest = new Map<string, StoredRecord>();
  for (const record of storedRecords(file).filter(is)) {
    const known = newest.get(record.key);
    if (known === undefined || transactionOf(file, record.page) > transactionOf(file, known.page))
      newest.set(record.key, record);
  }
  return [...newest.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function* recordsOn(file: Buffer, page: number): Iterable<StoredRecord> {
  const at = page * PAGE_BYTES;
  const count = file.readUInt16LE(at + 20) / 2;
  for (let n = 0; n < count; n++) {
    const node = at + HEADER_BYTES + file.readUInt16LE(at + HEADER_BYTES + 2 * n);
    const valueBytes = file.readUInt16LE(node) + file.readUInt16LE(node + 2) * 65_536;
    const keyAt = node + NODE_HEADER_BYTES;
    const valueAt = keyAt + file.readUInt16LE(node + 6);
    const isInline = (file.readUInt16LE(node + 4) & OVERFLOW_FLAG) === 0;
    yield {
      page,
      key: file.toString('latin1', keyAt, valueAt),
      keyAt,
      value: isInline ? file.toString('utf8', valueAt, valueAt + valueBytes) : undefined,
      valueAt,
      valueBytes,
    };
  }
}

function lastPage(file: Buffer): number {
  const [first, second] = [0, PAGE_BYTES].map((at) => ({
    last: Number(file.readBigUInt64LE(at + NEWEST_PAGE_AT)),
    transaction: file.readBigUInt64LE(at + TRANSACTION_AT),
  }));
  if (first === undefined || second === undefined) return 0;
  return first.transaction > second.transaction ? first.last : second.last;
}

function transactionOf(file: Buffer, page: number): bigint {
  return file.readBigUInt64LE(page * PAGE_BYTES + 8);
}
