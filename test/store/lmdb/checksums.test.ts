import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHECKSUM_BYTES,
  checkedEntry,
  checkedValue,
  writeChecksum,
} from '../../../src/store/lmdb/checksums.js';
import { openLmdbStore } from '../../../src/store/lmdb/lmdb-store.js';
import { TABLES, UnreadableRecord } from '../../../src/store/store.js';
import { folderOfTest } from '../../temporary-folder.js';
import { newestPlaces } from './leaf-pages.js';

const TABLE = fc.constantFrom(...TABLES);
const KEY = fc.string({ unit: fc.constantFrom('a', 'b', '/', '0', '~'), minLength: 1, maxLength: 30 });
const VALUE = fc.string({ unit: 'grapheme', maxLength: 200 });

function stored(table: (typeof TABLES)[number], key: string, value: string): Buffer {
  const bytes = Buffer.from(`${value}${'.'.repeat(CHECKSUM_BYTES)}`);
  writeChecksum(bytes, bytes.length - CHECKSUM_BYTES, table, key, value);
  return bytes;
}

describe('the checksum behind a value', () => {
  it('lets what was written be read', () => {
    fc.assert(
      fc.property(TABLE, KEY, VALUE, (table, key, value) => {
        expect(checkedValue(table, key, stored(table, key, value).toString())).toBe(value);
      }),
    );
  });

  it('tells a value of which any one bit changed, in the checksum, too', () => {
    fc.assert(
      fc.property(TABLE, KEY, VALUE, fc.nat(), (table, key, value, chosen) => {
        const bytes = stored(table, key, value);
        const bit = chosen % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(() => checkedValue(table, key, bytes.toString())).toThrow(UnreadableRecord);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells a value that stands under another key, in another table, or is cut short', () => {
    fc.assert(
      fc.property(TABLE, TABLE, KEY, KEY, VALUE, (table, otherTable, key, otherKey, value) => {
        const text = stored(table, key, value).toString();
        if (table !== otherTable) expect(() => checkedValue(otherTable, key, text)).toThrow(UnreadableRecord);
        if (key !== otherKey) expect(() => checkedValue(table, otherKey, text)).toThrow(UnreadableRecord);
        for (const length of [0, 1, CHECKSUM_BYTES - 1, text.length - 1])
          expect(() => checkedValue(table, key, text.slice(0, length))).toThrow(UnreadableRecord);
      }),
    );
  });

  it('is missing behind the format of the folder, which any version can read', () => {
    expect(checkedValue('meta', 'format', '4')).toBe('4');
    expect(() => checkedValue('jobs', 'format', '4')).toThrow(UnreadableRecord);
  });

  it('leaves the key of a damaged record to a walk that asks for keys alone', () => {
    const entry = checkedEntry('jobs', { key: 'video_1', value: '{"v":1}00000000' });
    expect(entry.key).toBe('video_1');
    expect(() => entry.value).toThrow(/^record video_1 of table jobs cannot be read: its checksum is/);
  });
});

describe('a store on a file that a disk has changed', () => {
  it('refuses the record of which a bit changed, and no other', async () => {
    const path = join(folderOfTest('checksums'), 'store.mdb');
    const records = Array.from({ length: 40 }, (_, n) => ({
      table: 'jobs' as const,
      key: `video_${String(n).padStart(4, '0')}`,
      value: JSON.stringify({ v: 1, n, prompt: 'a lighthouse in the rain, größer' }),
    }));
    const store = openLmdbStore({ path });
    await store.commit(records);
    await store.close();
    const sound = readFileSync(path);
    const places = newestPlaces(sound, ({ key }) => key.startsWith('video_'));
    expect(places).toHaveLength(records.length);
    for (const [n, { key, valueAt, valueBytes }] of places.entries()) {
      const file = Buffer.from(sound);
      const at = valueAt + ((n * 37) % valueBytes);
      file[at] = (file[at] as number) ^ (1 << (n % 8));
      writeFileSync(path, file);
      const damaged = openLmdbStore({ path });
      expect(() => damaged.get('jobs', key)).toThrow(UnreadableRecord);
      const walked = [...damaged.range('jobs', {})];
      expect(walked.map((entry) => entry.key)).toEqual(records.map((record) => record.key));
      for (const entry of walked.filter((one) => one.key !== key))
        expect(entry.value).toBe(records.find((record) => record.key === entry.key)?.value);
      await damaged.close();
    }
  });
});
