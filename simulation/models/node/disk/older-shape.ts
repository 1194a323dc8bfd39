/**
 * Puts the records of a folder into the shape of an older format, as far as an older program had the same
 * facts: sums and lists that it did not keep are taken out.
 *
 * Facts that nobody could find again (audit trails, reservations of generations) stay as they are.
 */
import { isDeepStrictEqual } from 'node:util';
import type { StoreReader, Table, Write } from '../../../../src/store/store.js';
import type { OlderFormat } from '../../../history/start-changes.js';

/** Accounts know their keys' number and activity, and list their management keys, from this format on. */
const ACCOUNTS_KNOW_KEYS = 6;
const LISTS_OF_ACCOUNTS: readonly Table[] = ['account_activity', 'account_management_keys'];

export function olderShape(records: StoreReader, format: OlderFormat): readonly Write[] {
  const said: Write = { table: 'meta', key: 'format', value: String(format) };
  if (format >= ACCOUNTS_KNOW_KEYS) return [said];
  const unlisted = LISTS_OF_ACCOUNTS.flatMap((table) =>
    Array.from(records.range(table, {}), ({ key }): Write => ({ table, key, value: undefined })),
  );
  const accounts = Array.from(records.range('accounts', {}), ({ key, value }): Write => {
    const { keys: _, ...older } = JSON.parse(value) as Record<string, unknown>;
    return { table: 'accounts', key, value: JSON.stringify(older) };
  });
  return [said, ...unlisted, ...accounts];
}

/** Parsed, by `table/key`: the order of their fields says nothing. */
export type DerivedRecords = ReadonlyMap<string, unknown>;

/** All that an upgrade from an older format has to make, or to leave alone. */
export function derivedRecords(records: StoreReader): DerivedRecords {
  const tables = [...LISTS_OF_ACCOUNTS, 'accounts' as const];
  return new Map(
    tables.flatMap((table) =>
      Array.from(
        records.range(table, {}),
        ({ key, value }) => [`${table}/${key}`, JSON.parse(value)] as const,
      ),
    ),
  );
}

export function differences(before: DerivedRecords, after: DerivedRecords): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)));
}
