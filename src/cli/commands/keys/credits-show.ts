/** `tollgate credits show` */

import { recordCommand } from '../../client/management-command.js';
import { da } from '../../framework/format.js';
import { type Column, Table } from '../../framework/table.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';

/** As the API answers. */
interface Balance {
  readonly total_credits: number;
  readonly total_usage: number;
  readonly reserved: number;
  readonly balance: number;
}

const COLUMNS: readonly Column<readonly [name: string, amount: number]>[] = [
  { head: 'CREDIT', cell: ([name]) => name },
  { head: 'DA', cell: ([, amount]) => da(amount), isNumber: true },
];

export const creditsShow = recordCommand<Balance>({
  arguments: [KEY_ARGUMENT],
  about: [
    'Shows what the key received, what it was charged, what is reserved for unfinished jobs, and what it can still spend.',
  ],
  examples: [['credits show key_01kaj2vznq0h8c5d6e7f8g9hjk', 'Check a balance that a client doubts.']],
  request: (given) => ({ method: 'GET', path: '/api/keys/{id}/balance', id: keyOf(given) }),
  show(credits, { out }) {
    new Table(out, COLUMNS).print([
      ['received', credits.total_credits],
      ['charged', credits.total_usage],
      ['reserved', credits.reserved],
      ['balance', credits.balance],
    ]);
  },
});
