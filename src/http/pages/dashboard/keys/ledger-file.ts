/** A key's ledger as CSV (RFC 4180), oldest rows last, read piece by piece. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { isForText, listLedger, type NumberedEntry } from '../../../../actors/keys/key-lists.js';
import { printDa, ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import type { StoreReader } from '../../../../store/store.js';
import type { PageAnswer } from '../../page.js';
import { csvFields, csvRow } from '../view/csv.js';

const ROWS_AT_A_TIME = 500;
const HEAD =
  'entry,created_at,type,amount_da,balance_after_da,reserved_after_da,job_id,reference,other_key,marked_da,generation_id\r\n';

export function ledgerFile(key: ApiKeyState, records: StoreReader): PageAnswer {
  return {
    kind: 'stream',
    contentType: 'text/csv; charset=utf-8',
    chunks: () => rows(key, records),
    headers: csvFields(`ledger-${key.id}.csv`),
  };
}

async function* rows(key: ApiKeyState, records: StoreReader): AsyncIterable<Uint8Array> {
  yield Buffer.from(HEAD);
  for (let after: number | undefined; ; ) {
    const { items, hasMore } = listLedger(records, key.id, { limit: ROWS_AT_A_TIME, after });
    if (items.length > 0) yield Buffer.from(items.map(row).join(''));
    after = items.at(-1)?.number;
    if (!hasMore) return;
  }
}

function row(entry: NumberedEntry): string {
  const { number, at, type, amount, balance, reserved, job, reference, other, marked } = entry;
  const isText = isForText(entry);
  return csvRow([
    number,
    new Date(at * 1_000).toISOString(),
    type,
    printDa(amount),
    printDa(balance),
    printDa(reserved),
    isText ? '' : (job ?? ''),
    reference ?? '',
    other ?? '',
    printDa(marked ?? ZERO_MICRO_DA),
    isText ? (job ?? '') : '',
  ]);
}
