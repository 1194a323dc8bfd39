/**
 * Pages of a list: what is asked for, and how the records of a page are taken.
 *
 * A record that an index names and that is not there is no record that can be left out in silence: its page
 * is lost.
 */
import { type StoreReader, type Table, UnreadableRecord, withPrefix } from '../../store/store.js';
import { missingRecord } from './unreadable-record.js';

export interface PageRequest {
  readonly limit: number;
  /** Id of the last item of the page before. */
  readonly after: string | undefined;
  /**
   * Told of each record that cannot be read, which the page is without; left out, such a record fails the
   * page.
   */
  readonly unreadable?: (error: UnreadableRecord) => void;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/**
 * The records of these ids. A record that cannot be read, or is missing, is told of and left out, or fails
 * the page.
 */
export function* existing<Item>(
  table: Table,
  ids: Iterable<string>,
  read: (id: string) => Item | undefined,
  { unreadable }: Pick<PageRequest, 'unreadable'>,
): Iterable<Item> {
  for (const id of ids) {
    const item = readOr(unreadable, table, id, () => read(id));
    if (item !== undefined) yield item;
  }
}

export function readOr<Item>(
  unreadable: PageRequest['unreadable'],
  table: Table,
  id: string,
  read: () => Item | undefined,
): Item | undefined {
  try {
    const item = read();
    if (item === undefined) throw missingRecord(table, id);
    return item;
  } catch (error) {
    if (unreadable === undefined || !(error instanceof UnreadableRecord)) throw error;
    unreadable(error);
    return undefined;
  }
}

export function* mapped<From, To>(items: Iterable<From>, map: (item: From) => To): Iterable<To> {
  for (const item of items) yield map(item);
}

export function takePage<Item>(all: Iterable<Item>, limit: number): Page<Item> {
  const items: Item[] = [];
  for (const item of all) {
    if (items.length === limit) return { items, hasMore: true };
    items.push(item);
  }
  return { items, hasMore: false };
}

/** The ids that follow `prefix` in a table's keys, newest first, from the beginning of the page. */
export function idsUnder(
  records: StoreReader,
  table: Table,
  prefix: string,
  request: PageRequest,
  kept = '',
): Iterable<string> {
  const bounds = withPrefix(prefix);
  const to = request.after === undefined ? bounds.to : prefix + request.after.slice(kept.length);
  const found = records.range(table, { from: bounds.from, to, reverse: true, limit: request.limit + 1 });
  return mapped(found, ({ key }) => kept + key.slice(prefix.length));
}
