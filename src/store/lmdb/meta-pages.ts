/**
 * The two meta pages at the beginning of an LMDB file, as `lmdb` 3.5.6 writes them on a 64-bit, little-endian
 * machine (in LMDB's `mdb.c`: `MDB_page_header`, `MDB_meta`). They are written in turn, and the one of the
 * later transaction counts.
 */
import { fstatSync, readSync } from 'node:fs';

const META_BYTES = 192;
const MAGIC = 0xbeefc0de;
const FORMAT_VERSION = 2;
const META_FLAG = 0x08;
const PAGE_BYTES_MIN = 512;
const PAGE_BYTES_MAX = 65_536;
const LOOKS_MAX = 20;

/** LMDB's mark for "no page". */
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
/** All pages of a copy that was compacted are of this transaction. */
const COMPACTED = 1n;

interface Meta {
  readonly pageBytes: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
  /** Page of the root of the tree that leads to all tables. */
  readonly root: bigint;
}

/** Why LMDB must not map the file, in words; undefined if it may. */
export function objectionToFile(descriptor: number): string | undefined {
  return lastObjection(() => {
    const newest = newestMeta(descriptor);
    return typeof newest === 'string' ? newest : objectionToLength(descriptor, newest);
  });
}

/**
 * Why the newest state of the file is not the one that was committed last, in words. Each commit writes the
 * root anew: an older one there leads to older pages, and all that they say agrees.
 */
export function objectionToRoot(descriptor: number): string | undefined {
  return lastObjection(() => {
    const newest = newestMeta(descriptor);
    if (typeof newest === 'string') return newest;
    const { root, pageBytes, transaction } = newest;
    if (root === NO_PAGE) return undefined;
    const head = Buffer.alloc(16);
    readSync(descriptor, head, 0, head.length, root * BigInt(pageBytes));
    const ofRoot = head.readBigUInt64LE(8);
    return ofRoot === transaction || ofRoot === COMPACTED
      ? undefined
      : `page ${root}, which leads to all tables, is of transaction ${ofRoot}, and transaction ${transaction} wrote it anew`;
  });
}

/** A node may write these pages at this very moment: only what is wrong again and again is. */
function lastObjection(look: () => string | undefined): string | undefined {
  let objection: string | undefined;
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    objection = look();
    if (objection === undefined) break;
  }
  return objection;
}

function objectionToLength(descriptor: number, { lastPage, pageBytes }: Meta): string | undefined {
  const neededBytes = (lastPage + 1n) * BigInt(pageBytes);
  const { size } = fstatSync(descriptor);
  return BigInt(size) >= neededBytes
    ? undefined
    : `the file was cut short: it has ${size} bytes and needs ${neededBytes}`;
}

function newestMeta(descriptor: number): Meta | string {
  const first = readMeta(descriptor, 0);
  if (typeof first === 'string') return first;
  const second = readMeta(descriptor, first.pageBytes);
  if (typeof second === 'string') return second;
  return first.transaction > second.transaction ? first : second;
}

function readMeta(descriptor: number, at: number): Meta | string {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, bytes, 0, META_BYTES, at) < META_BYTES || bytes.readUInt32LE(24) !== MAGIC)
    return 'not a database';
  const version = bytes.readUInt32LE(28) & 0xffff;
  if (version !== FORMAT_VERSION)
    return `a database of another format (${version}, this is ${FORMAT_VERSION})`;
  const pageBytes = bytes.readUInt32LE(48);
  const isSize =
    pageBytes >= PAGE_BYTES_MIN && pageBytes <= PAGE_BYTES_MAX && (pageBytes & (pageBytes - 1)) === 0;
  if (!isSize || (bytes.readUInt16LE(18) & META_FLAG) === 0) return 'its first pages are damaged';
  return {
    pageBytes,
    root: bytes.readBigUInt64LE(136),
    lastPage: bytes.readBigUInt64LE(144),
    transaction: bytes.readBigUInt64LE(152),
  };
}
