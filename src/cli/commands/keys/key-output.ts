/** How API keys are printed. */
import type { CommandIo } from '../../framework/command.js';
import { count, da, time, timeFromNow } from '../../framework/format.js';
import { type Column, printFields } from '../../framework/table.js';

/** As the API answers. */
export interface ApiKey {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly rate_limit_rpm: number;
  readonly balance: number;
  readonly created_at: number;
  readonly status: string;
  /** Its secret, in the answer that creates it; null in the answer to a repeat. */
  readonly key?: string | null;
}

/** As the API answers when the key is created. */
export type NewKey = ApiKey & Required<Pick<ApiKey, 'key'>>;

/** Requests in any 60 seconds. */
export const RPM = { least: 1, most: 1_000_000 };

export const KEY_COLUMNS: readonly Column<ApiKey>[] = [
  { head: 'KEY', cell: ({ id }) => id },
  { head: 'NAME', cell: ({ name }) => name ?? '', isElastic: true },
  { head: 'ACCOUNT', cell: ({ account }) => account, mayBeLeftOut: true },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'PER MINUTE', cell: (key) => count(key.rate_limit_rpm), isNumber: true },
  { head: 'BALANCE DA', cell: ({ balance }) => da(balance), isNumber: true },
  { head: 'CREATED (UTC)', cell: ({ created_at }) => time(created_at), mayBeLeftOut: true },
];

export function printKey(key: ApiKey, { out, wallMs }: CommandIo): void {
  printFields(out, [
    ['Key', key.id],
    ['Name', key.name ?? undefined],
    ['Account', key.account],
    ['Status', key.status],
    ['Limit', `${count(key.rate_limit_rpm)} requests a minute`],
    ['Balance', `${da(key.balance)} DA`],
    ['Created', timeFromNow(key.created_at, wallMs())],
    ['Secret', key.key ?? undefined],
  ]);
}
