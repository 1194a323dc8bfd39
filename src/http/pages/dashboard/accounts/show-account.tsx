/** One account: its totals, keys and people; it is verified, renamed and credited here. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { asked } from '../../../../actors/partition.js';
import type { GatewayDeps } from '../../../operation.js';
import { findAccount, findKey } from '../../../operations/find-in-reach.js';
import { CHANGE_ACCOUNT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { PageAnswer } from '../../page.js';
import type { TypedMovement, WrongMovement } from '../keys/movement-fields.js';
import { newReference, readMovement, requestMovement } from '../keys/request-movement.js';
import { goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { type AccountDone, AccountPage } from './account-page.js';
import { forOperators } from './for-operators.js';

const KEYS_SHOWN = 10;
/** The newest keys, among which one is chosen to be credited; the others have pages of their own. */
const KEYS_TO_CHOOSE = 500;
const PEOPLE_SHOWN = 5;
const MOVEMENTS = ['credit', 'debit'] as const;

/** A form that was refused, as it was typed. */
type Refused =
  | { readonly form: 'name'; readonly name: string }
  | ({ readonly form: 'credit'; readonly key: string; readonly wrong: WrongMovement } & TypedMovement);

export const showAccount = forOperators({
  get(request, { deps }) {
    const account = findAccount(request.signedIn, request.rest, deps);
    return account === undefined ? showTrouble(request, 'notFound') : accountPage(request, account, deps);
  },
  async post(request, form, { deps }) {
    const account = findAccount(request.signedIn, request.rest, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    const movement = MOVEMENTS.find((one) => one === form.get('act'));
    return movement === undefined
      ? change(request, account, form, deps)
      : moveCredit(request, account, movement, form, deps);
  },
});

async function change(
  request: SignedInRequest,
  account: AccountState,
  form: URLSearchParams,
  deps: GatewayDeps,
): Promise<PageAnswer> {
  const changed = changeOf(form);
  if (changed === undefined || !parseInput(CHANGE_ACCOUNT_REQUEST, changed).ok)
    return accountPage(request, account, deps, { form: 'name', name: (form.get('name') ?? '').trim() });
  const { name, verified } = changed;
  const outcome = await asked(deps, deps.account, account.id, {
    type: 'update',
    by: byOf(request),
    ...(name === undefined ? {} : { name }),
    ...(verified === undefined ? {} : { isVerified: verified }),
  });
  return outcome.ok ? goTo(`/accounts/${account.id}?saved`) : showTrouble(request, 'unavailable');
}

function changeOf(
  form: URLSearchParams,
): { readonly name?: string; readonly verified?: boolean } | undefined {
  switch (form.get('act')) {
    case 'verify':
      return { verified: true };
    case 'unverify':
      return { verified: false };
    case 'rename':
      return { name: (form.get('name') ?? '').trim() };
    default:
      return undefined;
  }
}

async function moveCredit(
  request: SignedInRequest,
  account: AccountState,
  kind: (typeof MOVEMENTS)[number],
  form: URLSearchParams,
  deps: GatewayDeps,
): Promise<PageAnswer> {
  const key = form.get('key') ?? '';
  const typed = readMovement(form);
  const again = (wrong: WrongMovement) =>
    accountPage(request, account, deps, { form: 'credit', key, ...typed, wrong });
  if (findKey(request.signedIn, key, deps)?.account !== account.id) return again('to');
  const outcome = await requestMovement(request, { type: kind }, key, typed, deps);
  if (outcome === 'unavailable') return showTrouble(request, 'unavailable');
  return outcome === 'moved' ? goTo(`/accounts/${account.id}?${kind}=${key}`) : again(outcome);
}

function accountPage(
  request: SignedInRequest,
  account: AccountState,
  deps: GatewayDeps,
  refused?: Refused,
): PageAnswer {
  const { system, people } = deps;
  const unreadable = (error: unknown) => system.reportDefect('record', error);
  const wanted = { limit: KEYS_TO_CHOOSE, after: undefined, unreadable };
  const keys = listAccountKeys(system.records, account.id, wanted).items;
  const typed =
    refused?.form === 'credit'
      ? refused
      : { key: '', amount: '', reference: newReference('credit', deps), wrong: undefined };
  const { amount, reference, wrong } = typed;
  return show(
    request,
    <AccountPage
      account={account}
      keys={keys.slice(0, KEYS_SHOWN)}
      people={people.users(account.id, { limit: PEOPLE_SHOWN, after: undefined }).items}
      credit={{ action: `/accounts/${account.id}`, keys, chosen: typed.key, amount, reference, wrong }}
      done={doneOf(request, deps)}
      wrongName={refused?.form === 'name' ? refused.name : undefined}
    />,
    { status: refused === undefined ? 200 : 400 },
  );
}

function doneOf({ query, signedIn }: SignedInRequest, deps: GatewayDeps): AccountDone | undefined {
  if (query.has('saved')) return { kind: 'saved' };
  const kind = MOVEMENTS.find((one) => query.has(one));
  const key = kind && findKey(signedIn, query.get(kind) ?? '', deps);
  return kind && key && { kind, key };
}
