/** Prints lists page by page: as a table, or as one JSON document. */
import { ConfigError } from '../../node/config/start-refused.js';
import type { CommandIo, GivenArguments, OptionSpec } from '../framework/command.js';
import { count } from '../framework/format.js';
import { Progress } from '../framework/progress.js';
import { type Column, Table } from '../framework/table.js';
import { numberOf } from '../framework/values.js';
import type { ApiRequest, ListPage, ManagementApi } from './management-api.js';

const ROWS_DEFAULT = 50;

/** Of every command that lists. */
export const LIST_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'limit',
    placeholder: 'N',
    description: `List the newest N. Default ${ROWS_DEFAULT}; with --json, all.`,
  },
  { name: 'all', description: 'List all.' },
  {
    name: 'json',
    description: 'Print one JSON document with all pages in one list.',
  },
];

export interface ListedRows<Row> {
  /** In the plural. */
  readonly what: string;
  readonly columns: readonly Column<Row>[];
}

/** Asks for the list and prints it. */
export async function printList<Row>(
  api: ManagementApi,
  request: ApiRequest,
  given: GivenArguments,
  io: CommandIo,
  rows: ListedRows<Row>,
): Promise<void> {
  const isJson = given.has('json');
  const max = maxOf(given, isJson);
  const progress = new Progress(io, rows.what);
  let printed = 0;
  let last: ListPage | undefined;
  const sink = isJson ? jsonSink(io) : new Table<Row>(io.out, rows.columns);
  for await (const page of api.pages(request, max)) {
    if (page.data.length > 0) sink.print(page.data as readonly Row[]);
    printed += page.data.length;
    last = page;
    if (io.out.isTTY !== true) progress.update(printed);
  }
  progress.end();
  if (sink instanceof Table) tellOfRest(last, printed, rows.what, io);
  else sink.end(last);
}

function tellOfRest(last: ListPage | undefined, printed: number, what: string, io: CommandIo): void {
  if (printed === 0) io.err.write(`No ${what}.\n`);
  if (last?.has_more === true)
    io.err.write(`These are the newest ${count(printed)}; --limit and --all show more.\n`);
}

function jsonSink({ out }: CommandIo) {
  let isFirst = true;
  return {
    print(items: readonly unknown[]): void {
      for (const item of items) {
        out.write(`${isFirst ? '{"object":"list","data":[\n' : ',\n'}${JSON.stringify(item)}`);
        isFirst = false;
      }
    },
    end(last: ListPage | undefined): void {
      const begin = isFirst ? '{"object":"list","data":[' : '\n';
      const hasMore = last?.has_more === true;
      out.write(
        `${begin}],"has_more":${hasMore},"next":${JSON.stringify(hasMore ? (last?.next ?? null) : null)}}\n`,
      );
    },
  };
}

function maxOf(given: GivenArguments, isJson: boolean): number | undefined {
  const limit = given.value('limit');
  if (given.has('all')) {
    if (limit !== undefined) throw new ConfigError('--limit and --all do not go together');
    return undefined;
  }
  if (limit === undefined) return isJson ? undefined : ROWS_DEFAULT;
  return numberOf('--limit', limit, { least: 1, most: 999_999_999 });
}
