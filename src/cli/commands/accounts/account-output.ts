/** How accounts are printed. */
import type { ArgumentSpec, CommandIo, GivenArguments, OptionSpec } from '../../framework/command.js';
import { time, timeFromNow } from '../../framework/format.js';
import { type Column, printFields } from '../../framework/table.js';
import { choiceOf } from '../../framework/values.js';

/** As the API answers. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly verified: boolean;
  readonly created_at: number;
  /** Its first management key; only in the answer that creates the account. */
  readonly management_key?: { readonly key: string };
}

/** As the API answers when the account is created. */
export type NewAccount = Account & Required<Pick<Account, 'management_key'>>;

export const ACCOUNT_ARGUMENT: ArgumentSpec = {
  name: 'ACCOUNT',
  description: 'Id of an account, acct_…; "tollgate accounts list" shows it.',
};

const YES_OR_NO = ['yes', 'no'] as const;

export const VERIFIED_OPTION: OptionSpec = {
  name: 'verified',
  placeholder: YES_OR_NO.join('|'),
  description: 'Whether its management keys may set the limits of its API keys.',
  completes: YES_OR_NO,
};

export const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  { head: 'ACCOUNT', cell: ({ id }) => id },
  { head: 'NAME', cell: ({ name }) => name, isElastic: true },
  { head: 'VERIFIED', cell: ({ verified }) => yesOrNo(verified) },
  { head: 'CREATED (UTC)', cell: ({ created_at }) => time(created_at), mayBeLeftOut: true },
];

export function printAccount(account: Account, { out, wallMs }: CommandIo): void {
  printFields(out, [
    ['Account', account.id],
    ['Name', account.name],
    ['Verified', yesOrNo(account.verified)],
    ['Created', timeFromNow(account.created_at, wallMs())],
    ['Management key', account.management_key?.key],
  ]);
}

/** The value of `VERIFIED_OPTION`; undefined if it was not given. Throws `ConfigError`. */
export function verifiedIn(given: GivenArguments): boolean | undefined {
  const verified = given.value('verified');
  return verified === undefined ? undefined : choiceOf('--verified', verified, YES_OR_NO) === 'yes';
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
