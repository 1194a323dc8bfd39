/**
 * The holders of marked credit, of all accounts: keys with a marked balance, and open orders that bring more
 * of it. A walk over all of them goes in steps, of which each looks at a bounded number of records.
 */
import type { Limits } from '../../limits/limits.js';
import type { StoreReader } from '../../store/store.js';
import type { OpenOrderRecord } from '../orders/order-records.js';
import { ID_PREFIXES } from '../storage/ids.js';

export interface MarkedHolders {
  readonly orders: readonly string[];
  readonly keys: readonly string[];
  /** The beginning of the next step; undefined if this was the last one. */
  readonly next: string | undefined;
}

/** As it stands in the record of a key whose balance is marked in part. */
const MARKED = '"marked":';

/** @param from the `next` of the step before; undefined for the first one */
export function findMarked(
  records: StoreReader,
  from: string | undefined,
  { markedAtOnce }: Limits,
): MarkedHolders {
  const range = { from: from ?? ID_PREFIXES.order, limit: markedAtOnce };
  if (!range.from.startsWith(ID_PREFIXES.apiKey)) {
    const open = [...records.range('open_orders', range)];
    const orders = open.filter(({ value }) => !(JSON.parse(value) as OpenOrderRecord).is_live);
    return { orders: orders.map(idOf), keys: [], next: nextAfter(open, markedAtOnce) ?? ID_PREFIXES.apiKey };
  }
  const seen = [...records.range('keys', range)];
  const keys = seen.filter(({ value }) => value.includes(MARKED));
  return { orders: [], keys: keys.map(idOf), next: nextAfter(seen, markedAtOnce) };
}

function idOf({ key }: { readonly key: string }): string {
  return key;
}

/** The last record of a full step is looked at twice. */
function nextAfter(seen: readonly { readonly key: string }[], full: number): string | undefined {
  return seen.length < full ? undefined : seen.at(-1)?.key;
}
