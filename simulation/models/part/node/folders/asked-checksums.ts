/** The checksums that an upgrade asks for: from which record on, and what is noted of each batch. */
import type { UpgradableStore } from '../../../../../src/node/folder/format-version.js';
import type { ChecksumsOptions } from '../../../../../src/store/lmdb/add-checksums.js';
import type { Store } from '../../../../../src/store/store.js';

/** Before the first record of all. */
const FIRST = 'meta/ ';
const CHECKSUMS_SINCE = 4;
const NEXT = { table: 'jobs', key: 'video_1' } as const;

export class AskedChecksums {
  readonly asked: string[] = [];

  /** A store in memory has none to add. */
  beside(store: Store): UpgradableStore {
    const addChecksums = async ({ from, note }: ChecksumsOptions) => {
      this.asked.push(`from ${from.table}/${from.key}`, note(NEXT).value ?? '', note(undefined).value ?? '');
    };
    return Object.assign(store, { addChecksums });
  }
}

/** @param format the number of a format, or what an upgrade to checksums that was broken off has noted */
export function checksumsDue(format: string): readonly string[] {
  const version = Number.parseInt(format, 10);
  const [, place = FIRST] = / at (.+)$/.exec(format) ?? [];
  // All records had theirs, and the format was still to be noted.
  const isWhole = format.endsWith(`to ${CHECKSUMS_SINCE}`);
  if (version >= CHECKSUMS_SINCE || isWhole) return [];
  const halfway = `${version} to ${CHECKSUMS_SINCE}`;
  return [`from ${place}`, `${halfway} at ${NEXT.table}/${NEXT.key}`, halfway];
}
