/** How users are printed. */
import { OPERATORS_ACCOUNT } from '../../../actors/accounts/operators-account.js';
import { ROLES } from '../../../actors/people/rights.js';
import type { ArgumentSpec, CommandIo, GivenArguments, OptionSpec } from '../../framework/command.js';
import { time, timeFromNow } from '../../framework/format.js';
import { type Column, printFields } from '../../framework/table.js';
import { choiceOf, idOf } from '../../framework/values.js';

/** As the API answers. */
export interface User {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly role: string;
  readonly keys: readonly string[];
  readonly created_at: number;
}

export const USER_ARGUMENT: ArgumentSpec = {
  name: 'USER',
  description: 'Id of a user, user_…; "tollgate users list" shows it.',
};

export const ACCOUNT_OPTION: OptionSpec = {
  name: 'account',
  placeholder: 'ID',
  description: `Account, acct_…. Default ${OPERATORS_ACCOUNT}, the account of the operators.`,
};

export const ROLE_OPTION: OptionSpec = {
  name: 'role',
  placeholder: ROLES.join('|'),
  description:
    'A member reads, and uses the API keys that an owner grants. An owner has all of the account. An operator has all of the node. Default member.',
  completes: ROLES,
};

export const ROLE_ARGUMENT: ArgumentSpec = {
  name: 'ROLE',
  description: 'member, owner or operator.',
  completes: ROLES,
};

export const USER_COLUMNS: readonly Column<User>[] = [
  { head: 'USER', cell: ({ id }) => id },
  { head: 'NAME', cell: ({ name }) => name, isElastic: true },
  { head: 'ROLE', cell: ({ role }) => role },
  { head: 'KEYS', cell: ({ keys }) => String(keys.length), isNumber: true, mayBeLeftOut: true },
  { head: 'JOINED (UTC)', cell: ({ created_at }) => time(created_at), mayBeLeftOut: true },
];

export function printUser(user: User, { out, wallMs }: CommandIo): void {
  printFields(out, [
    ['User', user.id],
    ['Name', user.name],
    ['Role', user.role],
    ['Account', user.account],
    ['Joined', timeFromNow(user.created_at, wallMs())],
  ]);
}

export function userOf({ words: [user = ''] }: GivenArguments): string {
  return idOf('USER', 'user', user);
}

/** The value of `ACCOUNT_OPTION`. Throws `ConfigError` if it is no id. */
export function accountOf(given: GivenArguments): string {
  return idOf('--account', 'acct', given.value('account') ?? OPERATORS_ACCOUNT);
}

/** Throws `ConfigError` if the text is no role. */
export function roleOf(name: string, text: string): string {
  return choiceOf(name, text, ROLES);
}
