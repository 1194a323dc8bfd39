/** `tollgate accounts audit` */
import { listCommand } from '../../client/management-command.js';
import { time } from '../../framework/format.js';
import type { Column } from '../../framework/table.js';
import { idOf } from '../../framework/values.js';
import { ACCOUNT_ARGUMENT } from './account-output.js';

/** As the API answers. */
interface AuditEntry {
  readonly act: string;
  readonly about: string;
  readonly by: { readonly kind: string; readonly id: string; readonly address?: string };
  readonly detail: Readonly<Record<string, string | number | null | readonly string[]>>;
  readonly created_at: number;
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'TIME (UTC)', cell: ({ created_at }) => time(created_at) },
  { head: 'ACT', cell: ({ act }) => act },
  { head: 'ABOUT', cell: ({ about }) => about },
  { head: 'BY', cell: ({ by }) => by.id },
  { head: 'FROM', cell: ({ by }) => by.address ?? '' },
  { head: 'DETAIL', cell: ({ detail }) => detailText(detail), isElastic: true },
];

export const accountsAudit = listCommand<AuditEntry>({
  arguments: [ACCOUNT_ARGUMENT],
  about: [
    'Lists the acts that matter in an account, newest first: who did what, to what, when and from which address. Entries are kept for ever. Any management key of the account, or an operator key, reads them.',
  ],
  examples: [['accounts audit acct_01kaj2vznq0h8c5d6e7f8g9hjk', 'List the newest 50 entries.']],
  request(given) {
    const id = idOf('ACCOUNT', 'acct', given.words[0] ?? '');
    return { method: 'GET', path: '/api/accounts/{id}/audit', id };
  },
  rows: () => ({ what: 'audit entries', columns: COLUMNS }),
});

function detailText(detail: AuditEntry['detail']): string {
  const named = Object.entries(detail).filter(([, value]) => value !== null);
  return named.map(([name, value]) => `${name} ${value}`).join(', ');
}
