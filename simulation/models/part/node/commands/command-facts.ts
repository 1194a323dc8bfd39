/** The commands that manage a node: their arguments and options, and the request that each has to make. */
import { accountsAudit } from '../../../../../src/cli/commands/accounts/accounts-audit.js';
import { accountsChange } from '../../../../../src/cli/commands/accounts/accounts-change.js';
import { accountsCreate } from '../../../../../src/cli/commands/accounts/accounts-create.js';
import { accountsList } from '../../../../../src/cli/commands/accounts/accounts-list.js';
import { jobsFail } from '../../../../../src/cli/commands/jobs/jobs-fail.js';
import { jobsList } from '../../../../../src/cli/commands/jobs/jobs-list.js';
import { jobsShow } from '../../../../../src/cli/commands/jobs/jobs-show.js';
import { creditsAdd } from '../../../../../src/cli/commands/keys/credits-add.js';
import { creditsShow } from '../../../../../src/cli/commands/keys/credits-show.js';
import { keysCreate } from '../../../../../src/cli/commands/keys/keys-create.js';
import { keysDebit } from '../../../../../src/cli/commands/keys/keys-debit.js';
import { keysLimit } from '../../../../../src/cli/commands/keys/keys-limit.js';
import { keysList } from '../../../../../src/cli/commands/keys/keys-list.js';
import { keysRevoke } from '../../../../../src/cli/commands/keys/keys-revoke.js';
import { keysRotate } from '../../../../../src/cli/commands/keys/keys-rotate.js';
import { keysShow } from '../../../../../src/cli/commands/keys/keys-show.js';
import { keysTransfer } from '../../../../../src/cli/commands/keys/keys-transfer.js';
import { ledger } from '../../../../../src/cli/commands/keys/ledger.js';
import { creditsVoidSimulated } from '../../../../../src/cli/commands/orders/credits-void-simulated.js';
import { ordersList } from '../../../../../src/cli/commands/orders/orders-list.js';
import { ordersShow } from '../../../../../src/cli/commands/orders/orders-show.js';
import { usersInvite } from '../../../../../src/cli/commands/users/users-invite.js';
import { usersList } from '../../../../../src/cli/commands/users/users-list.js';
import { usersRemove } from '../../../../../src/cli/commands/users/users-remove.js';
import { usersRole } from '../../../../../src/cli/commands/users/users-role.js';
import type { Command } from '../../../../../src/cli/framework/command.js';
import type { RecordKind } from './shown-records.js';
import type { ValueKind } from './typed-values.js';

/** As typed: the words, and the options by name. */
export interface Typed {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

interface AskedRequest {
  readonly method: string;
  readonly path: string;
  /** Without the fields that are not sent. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

export interface CommandFact {
  readonly command: Command;
  readonly words?: readonly ValueKind[];
  readonly options?: Readonly<Record<string, ValueKind>>;
  /** The command does not run without it. */
  readonly required?: string;
  readonly asks: (typed: Typed) => AskedRequest;
  readonly answer: RecordKind | 'list' | 'void';
  /** On a terminal the user is asked first, with the words of this record if the warning has any. */
  readonly warns?: 'blindly' | 'of the record';
  /** The option by which it prints this field of the answer alone. */
  readonly quiet?: readonly [field: string, within?: string];
}

const asList = (path: string | ((typed: Typed) => string), more: Partial<CommandFact> = {}) => ({
  asks: (typed: Typed) => ({ method: 'GET', path: typeof path === 'string' ? path : path(typed) }),
  answer: 'list' as const,
  ...more,
});
const ofKey = (end: string) => (typed: Typed) => `/api/keys/${typed.words[0]}${end}`;
const moving = (end: string) => ({
  words: ['key', 'amount'] as const,
  options: { reference: 'text' } as const,
  required: 'reference',
  asks: (typed: Typed) => ({
    method: 'POST',
    path: ofKey(end)(typed),
    body: { amount: typed.words[1], reference: typed.options.reference },
  }),
  answer: 'movement' as const,
});
const whole = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const verified = ({ options }: Typed) =>
  options.verified === undefined ? undefined : options.verified === 'yes';
const accountOf = ({ options }: Typed) => `/api/accounts/${options.account ?? 'acct_default'}`;

export const COMMANDS: Readonly<Record<string, CommandFact>> = {
  'keys create': {
    command: keysCreate,
    // The node judges the account.
    options: { name: 'text', rpm: 'rpm', credits: 'amount', account: 'text', 'idempotency-key': 'word' },
    asks: ({ options }) => ({
      method: 'POST',
      path: '/api/keys',
      body: {
        name: options.name,
        rate_limit_rpm: whole(options.rpm),
        credits: options.credits,
        account: options.account,
      },
    }),
    answer: 'key',
    quiet: ['key'],
  },
  'keys show': { command: keysShow, words: ['key'], ...asList(ofKey('')), answer: 'key' },
  'keys limit': {
    command: keysLimit,
    words: ['key', 'rpm'],
    asks: (typed) => ({
      method: 'PATCH',
      path: ofKey('')(typed),
      body: { rate_limit_rpm: whole(typed.words[1]) },
    }),
    answer: 'key',
  },
  'keys revoke': {
    command: keysRevoke,
    words: ['key'],
    asks: (typed) => ({ method: 'DELETE', path: ofKey('')(typed) }),
    answer: 'key',
    warns: 'of the record',
  },
  'keys rotate': {
    command: keysRotate,
    words: ['key'],
    options: { grace: 'grace' },
    asks: (typed) => ({
      method: 'POST',
      path: ofKey('/rotate')(typed),
      body: { grace_seconds: whole(typed.options.grace) },
    }),
    answer: 'key',
    quiet: ['key'],
  },
  'keys transfer': {
    ...moving('/transfers'),
    command: keysTransfer,
    words: ['key', 'key', 'amount'],
    asks: (typed) => ({
      method: 'POST',
      path: ofKey('/transfers')(typed),
      body: { to: typed.words[1], amount: typed.words[2], reference: typed.options.reference },
    }),
  },
  'keys debit': { ...moving('/debits'), command: keysDebit },
  'credits add': { ...moving('/credits'), command: creditsAdd },
  'credits show': {
    command: creditsShow,
    words: ['key'],
    asks: (typed) => ({ method: 'GET', path: ofKey('/balance')(typed) }),
    answer: 'balance',
  },
  'accounts create': {
    command: accountsCreate,
    options: { name: 'text', verified: 'yes_or_no' },
    required: 'name',
    asks: (typed) => ({
      method: 'POST',
      path: '/api/accounts',
      body: { name: typed.options.name, verified: verified(typed) },
    }),
    answer: 'account',
    quiet: ['management_key', 'key'],
  },
  'accounts change': {
    command: accountsChange,
    words: ['account'],
    options: { name: 'text', verified: 'yes_or_no' },
    asks: (typed) => ({
      method: 'PATCH',
      path: `/api/accounts/${typed.words[0]}`,
      body: { name: typed.options.name, verified: verified(typed) },
    }),
    answer: 'account',
  },
  'users invite': {
    command: usersInvite,
    words: ['text'],
    options: { account: 'account', role: 'role' },
    asks: (typed) => ({
      method: 'POST',
      path: `${accountOf(typed)}/invitations`,
      body: { name: typed.words[0], role: typed.options.role },
    }),
    answer: 'invitation',
    quiet: ['url'],
  },
  'users role': {
    command: usersRole,
    words: ['user', 'role'],
    asks: ({ words }) => ({ method: 'PATCH', path: `/api/users/${words[0]}`, body: { role: words[1] } }),
    answer: 'user',
  },
  'users remove': {
    command: usersRemove,
    words: ['user'],
    asks: ({ words }) => ({ method: 'DELETE', path: `/api/users/${words[0]}` }),
    answer: 'user',
    warns: 'blindly',
  },
  'jobs fail': {
    command: jobsFail,
    words: ['job'],
    options: { reason: 'text' },
    required: 'reason',
    asks: ({ words, options }) => ({
      method: 'POST',
      path: `/api/jobs/${words[0]}/fail`,
      body: { reason: options.reason },
    }),
    answer: 'job',
    warns: 'of the record',
  },
  'jobs show': {
    command: jobsShow,
    words: ['job'],
    asks: ({ words }) => ({ method: 'GET', path: `/api/jobs/${words[0]}` }),
    answer: 'job',
  },
  'orders show': {
    command: ordersShow,
    words: ['order'],
    asks: ({ words }) => ({ method: 'GET', path: `/api/orders/${words[0]}` }),
    answer: 'order',
  },
  'credits void-simulated': {
    command: creditsVoidSimulated,
    asks: () => ({ method: 'POST', path: '/api/simulated-credit/void', body: {} }),
    answer: 'void',
    warns: 'blindly',
  },
  'keys list': { command: keysList, ...asList('/api/keys') },
  ledger: { command: ledger, words: ['key'], ...asList(ofKey('/ledger')) },
  'accounts list': { command: accountsList, ...asList('/api/accounts') },
  'accounts audit': {
    command: accountsAudit,
    words: ['account'],
    ...asList(({ words }) => `/api/accounts/${words[0]}/audit`),
  },
  'users list': {
    command: usersList,
    options: { account: 'account' },
    ...asList((typed) => `${accountOf(typed)}/users`),
  },
  'orders list': { command: ordersList, ...asList('/api/orders') },
  'jobs list': {
    command: jobsList,
    options: { status: 'status', key: 'key', account: 'account' },
    asks: ({ options }) => ({ method: 'GET', path: '/api/jobs', query: options }),
    answer: 'list',
  },
};
