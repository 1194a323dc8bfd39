/** `tollgate ledger` */
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { DONE } from './exit-status.js';
import { NODE_ACCESS, withNode } from './find-node.js';
import { KEY_ARGUMENT } from './key-argument.js';
import { LIST_OPTIONS, printList } from './list-output.js';
import { da, time } from './shown.js';
import type { Column } from './table.js';
import { idOf } from './values.js';

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

export const ledger: Command = {
  arguments: [KEY_ARGUMENT],
  options: [...LIST_OPTIONS, ...NODE_ACCESS],
  about: [
    'Every movement of the money of one key, newest first. A credit raises the balance; a reserve moves from the balance to the reserve; a charge leaves the reserve; a release moves back from it. The entries alone rebuild the balance.',
  ],
  examples: [
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk', 'The newest 50 entries.'],
    ['ledger key_01kaj2vznq0h8c5d6e7f8g9hjk --json', 'All of them, for a program.'],
  ],
  async run(argv, io) {
    const given = readArguments(argv, ledger);
    const id = idOf('KEY', 'key', given.words[0] ?? '');
    return await withNode(given, io, async (api) => {
      const request = { method: 'GET', path: '/api/keys/{id}/ledger', id } as const;
      await printList(api, request, given, io, { what: 'ledger entries', columns: COLUMNS });
      return DONE;
    });
  },
};
