/** The secrets that find a key, as they stand on disk. */
import type { StoreReader } from '../../../src/store/store.js';
import { type KeyRecord, TableImage } from '../facts/disk-image.js';
import type { Rule } from '../invariant.js';

interface CredentialRecord {
  readonly kind: string;
  readonly id: string;
  readonly until?: number;
}

export const SECRETS: Rule = {
  name: 'secrets',
  says: 'A key is found by its secret and by those whose grace lasts; a revoked key by none.',
  watch(_, report) {
    const keys = new TableImage<KeyRecord>('keys');
    const credentials = new TableImage<CredentialRecord>('credentials');
    return {
      observe: () => {},
      disk(records: StoreReader) {
        const found = new Map<string, { current: number; earlier: number }>();
        for (const { kind, id, until } of credentials.read(records).values()) {
          if (kind !== 'api') continue;
          const count = found.get(id) ?? { current: 0, earlier: 0 };
          if (until === undefined) count.current += 1;
          else count.earlier += 1;
          found.set(id, count);
        }
        for (const [id, { revoked, earlier = [] }] of keys.read(records)) {
          const count = found.get(id) ?? { current: 0, earlier: 0 };
          const expected = revoked ? 0 : 1;
          if (count.current !== expected || count.earlier !== (revoked ? 0 : earlier.length)) {
            report(`on disk, ${id} is found by ${count.current} secrets and ${count.earlier} earlier ones`);
          }
        }
      },
    };
  },
};
