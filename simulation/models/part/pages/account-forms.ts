/** The forms of accounts: what each asks for, and where it leads. */
import { createHash } from 'node:crypto';
import type { RoutePath } from '../../../../src/http/pages/dashboard/routes.js';
import { numberOfKey } from './drawn-accounts.js';
import { idOf } from './orders/drawn-orders.js';
import { type Answer, NEW_NUMBER } from './page-desk.js';
import { accountDue, type NumberedAccount, partsIn } from './shown-accounts.js';
import type { ToldPage } from './told-page.js';
import { authorOf, type Viewer, type ViewerName } from './viewers.js';

export interface AccountForm {
  readonly do: 'form';
  readonly viewer: ViewerName;
  readonly account: number;
  readonly key: number;
  readonly form: 'verify' | 'unverify' | 'rename' | 'other' | 'credit' | 'debit' | 'create';
  readonly name: string;
  /** Of the account to be made. */
  readonly id: string;
  readonly isVerified: boolean;
  readonly amount: string;
  readonly reference: string;
  /** The actor's; null if nothing can be written now. */
  readonly reply: Answer | null;
}

interface Due {
  readonly to: { readonly path: RoutePath; readonly rest?: string };
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly result: string;
  readonly asked: readonly unknown[];
  readonly shown?: (page: ToldPage) => unknown;
  readonly shows?: unknown;
}

export const NAMES = ['New name', '  Spaced  ', 'n'.repeat(100), 'n'.repeat(101), ' ', ''];
const AMOUNTS: Readonly<Record<string, number>> = { '5': 5_000_000, ' 1.000001 ': 1_000_001 };
const REFUSED = ['reference_reused', 'over_lifetime_credit', 'insufficient_credits'];

export function formDue(viewer: Viewer | undefined, act: AccountForm, all: readonly NumberedAccount[]): Due {
  if (act.form === 'create') return creationDue(viewer, act, all);
  const id = idOf('acct', act.account);
  const fields = Object.entries({
    ...(act.form !== 'other' && { act: act.form }),
    name: act.name,
    key: idOf('key', act.key),
    amount: act.amount,
    reference: act.reference,
  });
  const base = { to: { path: '/accounts/', rest: id } as const, fields, asked: [] };
  const isThere = all.some(({ number }) => number === act.account);
  if (viewer?.role !== 'operator' || !isThere) return { ...base, result: '404' };
  return {
    ...base,
    ...(act.form === 'credit' || act.form === 'debit' ? moved : changed)(viewer, act, all, id),
  };
}

type Outcome = Pick<Due, 'result' | 'asked'> & Partial<Due>;

function changed(viewer: Viewer, act: AccountForm, all: readonly NumberedAccount[], id: string): Outcome {
  const name = act.name.trim();
  const isWrong = act.form === 'other' || (act.form === 'rename' && !isName(name));
  if (isWrong)
    return { result: '400', asked: [], ...again(accountDue(viewer, all, act.account, undefined, { name })) };
  const change = act.form === 'rename' ? { name } : { isVerified: act.form === 'verify' };
  const result = act.reply === null ? '503' : `303 /accounts/${id}?saved`;
  return { result, asked: ['account', id, { type: 'update', by: authorOf(viewer).by, ...change }] };
}

function moved(viewer: Viewer, act: AccountForm, all: readonly NumberedAccount[], id: string): Outcome {
  const { form: type, amount, key, reply } = act;
  const reference = act.reference.trim();
  const own = all.find(({ number }) => number === act.account)?.keys ?? [];
  const isOwn = own.some((_, nth) => numberOfKey(act.account, nth) === key);
  const chosen = idOf('key', key);
  const refused = { result: '400', ...again(accountDue(viewer, all, act.account, undefined, { chosen })) };
  const isReference = reference !== '' && reference.length <= 200 && !reference.startsWith('chargily:');
  const microDa = AMOUNTS[amount];
  if (!isOwn || !isReference || microDa === undefined) return { ...refused, asked: [] };
  const referenceHash = createHash('sha256').update(reference).digest('hex');
  const { by } = authorOf(viewer);
  const asked = ['api_key', chosen, { type, by, amount: microDa, reference, referenceHash }];
  if (reply === null) return { result: '503', asked };
  if (REFUSED.includes(reply.outcome)) return { ...refused, asked };
  return { result: `303 /accounts/${id}?${type}=${chosen}`, asked };
}

/** The page of the account, with all that was typed. */
function again(account: ReturnType<typeof accountDue>) {
  return { shown: partsIn, shows: account };
}

function creationDue(viewer: Viewer | undefined, act: AccountForm, all: readonly NumberedAccount[]): Due {
  const name = act.name.trim();
  const there = all[0]?.number;
  const number = act.id === 'there' && there !== undefined ? there : NEW_NUMBER;
  const id = act.id === 'x' ? 'acct_x' : idOf('acct', number);
  const fields = Object.entries({ id, name: act.name, state: act.isVerified ? 'verified' : 'unverified' });
  const base = { to: { path: '/accounts/new' } as const, fields, asked: [] };
  if (viewer?.role !== 'operator' || act.id === 'x') return { ...base, result: '404' };
  if (number !== NEW_NUMBER) return { ...base, result: `303 /accounts/${id}` };
  if (!isName(name)) {
    const shown = (page: ToldPage) => ['id', 'name'].map((field) => page.field(field).values[0]);
    const [state] = [act.isVerified ? 'verified' : 'unverified'];
    return {
      ...base,
      result: '400',
      shown: (page) => [...shown(page), ...page.field('state').chosen, page.notices.wrong],
      shows: [id, name, state, 1],
    };
  }
  const { by } = authorOf(viewer);
  const made = { type: 'create', by, name, isVerified: act.isVerified };
  return { ...base, result: act.reply === null ? '503' : '200', asked: ['account', id, made] };
}

function isName(text: string): boolean {
  return text.length >= 1 && text.length <= 100;
}
