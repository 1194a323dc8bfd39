/** Calls that only a caller with a defect makes: rules 4 and 6 of `src/store/store.ts`. */
import type { Store } from '../../../src/store/store.js';
import { type Attempt, attempt } from './seen-records.js';
import type { MISUSES } from './store-history.js';

const KEY_BYTES_MAX = 1_000;
const VALUE_UNITS_MAX = 4 * 1024 * 1024;

/** @returns what came of it; undefined if it threw as it has to */
export function misuse(store: Store, how: (typeof MISUSES)[number]): string | undefined {
  const { name } = misused(store, how);
  return name === 'RangeError' ? undefined : `${how}: ${name || 'nothing'} was thrown, and not a RangeError`;
}

function misused(store: Store, how: (typeof MISUSES)[number]): Attempt<unknown> {
  switch (how) {
    case 'empty_key':
      return attempt(() => store.get('jobs', ''));
    case 'long_key':
      return attempt(() => store.range('jobs', { from: 'k'.repeat(KEY_BYTES_MAX + 1) }));
    case 'wide_key':
      return attempt(() => store.commit([{ table: 'jobs', key: 'clé', value: '' }]));
    case 'negative_limit':
      return attempt(() => store.range('jobs', { limit: -1 }));
    case 'half_limit':
      return attempt(() => store.range('jobs', { limit: 0.5 }));
    case 'long_value':
      return attempt(() =>
        store.commit([{ table: 'jobs', key: 'a', value: 'x'.repeat(VALUE_UNITS_MAX + 1) }]),
      );
  }
}
