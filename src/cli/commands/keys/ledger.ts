/** `tollgate ledger` */

import { listCommand } from '../../client/management-command.js';
import { da, time } from '../../framework/format.js';
import type { Column } from '../../framework/table.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';

/** As the API shows it. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reserved_after: number;
  readonly job_id?: string;
  readonly reference?: string;
  readonly created_at: number;
}

const COLUMNS: readonly Column<Entry>[] = [
  { head: 'ENTRY', cell: ({ id }) => id.slice(id.lastIndexOf('_') + 1), isNumber: true },
  { head: 'TIME (UTC)', cell: ({ created_at }) => time(created_at) },
  { head: 'TYPE', cell: ({ type }) => type },
  { head: 'AMOUNT DA', cell: ({ amount }) => da(amount), isNumber: true },
  { head: 'BALANCE AFTER', cell: (entry) => da(entry.balance_after), isNumber: true },
  { head: 'RESERVED AFTER', cell: (entry) => da(entry.reserved_after), isNumber: true, mayBeLeftOut: true },
  { head: 'JOB OR REFERENCE', cell: (entry) => entry.job_id ?? entry.reference ?? '', isElastic: true },
];

export const ledger = listCommand<Entry>({
  arguments: [KEY_ARGUMENT],
  about: [
    'Every movement of the money of one key, newest first. A credit raises the balance; a reserve moves from the balance to the reserve; a charge leaves the reserve; a release moves back from it. The entries alone rebuild the balance.',
  ],
  examples: [
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk', 'The newest 50 entries.'],
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk --json', 'All of them, for a program.'],
  ],
  request: (given) => ({ method: 'GET', path: '/api/keys/{id}/ledger', id: keyOf(given) }),
  rows: () => ({ what: 'ledger entries', columns: COLUMNS }),
});
