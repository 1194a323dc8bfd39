/** `tollgate ledger` */

import { listCommand } from '../../client/management-command.js';
import { da, time } from '../../framework/format.js';
import type { Column } from '../../framework/table.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';

/** As the API answers. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string;
  readonly generation_id?: string;
  readonly reference?: string;
  /** The other key of a transfer. */
  readonly to?: string;
  readonly from?: string;
  readonly created_at: number;
}

const COLUMNS: readonly Column<Entry>[] = [
  { head: 'ENTRY', cell: ({ id }) => id.slice(id.lastIndexOf('_') + 1), isNumber: true },
  { head: 'TIME (UTC)', cell: ({ created_at }) => time(created_at) },
  { head: 'TYPE', cell: ({ type }) => type },
  { head: 'AMOUNT DA', cell: ({ amount }) => da(amount), isNumber: true },
  { head: 'BALANCE AFTER', cell: (entry) => da(entry.balance_after), isNumber: true },
  { head: 'RESERVED AFTER', cell: (entry) => da(entry.reserved_after), isNumber: true, mayBeLeftOut: true },
  { head: 'JOB OR REFERENCE', cell: aboutOf, isElastic: true },
];

function aboutOf({ job_id, generation_id, reference = '', to, from }: Entry): string {
  if (to !== undefined) return `to ${to}: ${reference}`;
  return from === undefined ? (job_id ?? generation_id ?? reference) : `from ${from}: ${reference}`;
}

export const ledger = listCommand<Entry>({
  arguments: [KEY_ARGUMENT],
  about: [
    'Lists entries, newest first: a credit adds to the balance, a reserve moves money from the balance to the reserve, a charge takes it from the reserve, and a release moves it back to the balance. A debit takes money from the balance, and a transfer moves it from the balance of one key to that of another. The balance is the sum of all entries.',
  ],
  examples: [
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk', 'List the newest 50 entries.'],
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk --json', 'Print all of them as JSON.'],
  ],
  request: (given) => ({ method: 'GET', path: '/api/keys/{id}/ledger', id: keyOf(given) }),
  rows: () => ({ what: 'ledger entries', columns: COLUMNS }),
});
