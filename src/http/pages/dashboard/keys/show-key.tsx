/** One key: its page, its form, its ledger as a file. All paths below `/keys/` that are a key's. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { listLedger } from '../../../../actors/keys/key-lists.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { findKey } from '../../../operations/find-in-reach.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { byOf, mayLimitKeys } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { readKeyForm } from './key-form.js';
import { KeyPage, type KeyPageProps } from './key-page.js';
import { ledgerFile } from './ledger-file.js';
import { movementPage } from './movements.js';
import type { PartOfKey } from './part-of-key.js';
import { rotateKey } from './rotate-key.js';

const PAGE_LENGTH = 25;

/** The pages behind that of a key. */
const PARTS: Readonly<Record<string, PartOfKey>> = {
  'ledger.csv': { isFor: () => true, get: (_, key, { deps }) => ledgerFile(key, deps.system.records) },
  rotate: rotateKey,
  transfer: movementPage('transfer'),
  credit: movementPage('credit'),
  debit: movementPage('debit'),
};

const OUTCOMES = ['saved', 'transfer', 'credit', 'debit'] as const;

export const showKey: DashboardPage = {
  isFor: 'signed_in',
  get(request, parts) {
    const { key, part } = found(request, parts.deps);
    if (key === undefined) return showTrouble(request, 'notFound');
    if (part !== undefined) return part.get(request, key, parts);
    const outcome = OUTCOMES.find((one) => request.query.has(one));
    return keyPage(request, key, parts.deps, outcome);
  },
  async post(request, form, parts) {
    const { deps } = parts;
    const { key, part } = found(request, deps);
    if (key === undefined || (part !== undefined && part.post === undefined))
      return showTrouble(request, 'notFound');
    if (part?.post !== undefined) return part.post(request, key, form, parts);
    if (!mayManage(request.signedIn, key.account)) return showTrouble(request, 'notYours');
    const here = `/keys/${key.id}`;
    if (form.get('act') === 'revoke') {
      const revoked = await asked(deps, deps.apiKey, key.id, { type: 'revoke', by: byOf(request) });
      return revoked.ok ? goTo(here) : showTrouble(request, 'unavailable');
    }
    const { name, rateLimitRpm, wrong } = readKeyForm(
      form,
      mayLimitKeys(request.signedIn, key.account, deps),
    );
    if (wrong !== undefined) return keyPage(request, key, deps, wrong);
    const changed = await asked(deps, deps.apiKey, key.id, {
      type: 'update',
      by: byOf(request),
      name,
      ...(rateLimitRpm === undefined ? {} : { rateLimitRpm }),
    });
    if (!changed.ok) return showTrouble(request, 'unavailable');
    return changed.reply.outcome === 'key' ? goTo(`${here}?saved`) : showTrouble(request, 'notFound');
  },
};

/** The key of the path, and what of it is asked for; no key if either is not there for this person. */
function found(
  { signedIn, rest }: SignedInRequest,
  deps: GatewayDeps,
): { readonly key: ApiKeyState | undefined; readonly part: PartOfKey | undefined } {
  const [id = '', name] = rest.split(/\/(.*)/s);
  const key = findKey(signedIn, id, deps);
  if (key === undefined || name === undefined) return { key, part: undefined };
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  return part?.isFor(signedIn, key) === true ? { key, part } : { key: undefined, part: undefined };
}

function keyPage(
  request: SignedInRequest,
  key: ApiKeyState,
  deps: GatewayDeps,
  outcome: KeyPageProps['outcome'],
): PageAnswer {
  const sent = request.query.get('after') ?? '';
  const after = /^[1-9]\d{0,11}$/.test(sent) && Number(sent) <= key.entries ? Number(sent) : undefined;
  const { items, hasMore } = listLedger(deps.system.records, key.id, { limit: PAGE_LENGTH, after });
  const mayChange = mayManage(request.signedIn, key.account);
  const isRefused = outcome === 'name' || outcome === 'limit';
  return show(
    request,
    <KeyPage
      of={key}
      entries={items}
      isFirst={after === undefined}
      next={hasMore ? items.at(-1)?.number : undefined}
      mayChange={mayChange}
      mayTopUp={mayChange && !key.isRevoked && deps.orders.service !== undefined}
      mayCredit={request.signedIn.role === 'operator'}
      accountName={accountName(request, key, deps)}
      otherNames={
        new Map(items.flatMap(({ other }) => (other === undefined ? [] : [[other, nameOf(other, deps)]])))
      }
      mayLimit={mayLimitKeys(request.signedIn, key.account, deps)}
      outcome={outcome}
    />,
    { status: isRefused ? 400 : 200 },
  );
}

/** Of the key's account, if an operator looks at another one than theirs. */
function accountName(
  { signedIn }: SignedInRequest,
  { account }: ApiKeyState,
  { system, account: accounts }: GatewayDeps,
): string | undefined {
  return account === signedIn.account ? undefined : system.view(accounts, account)?.name;
}

function nameOf(key: string, { system, apiKey }: GatewayDeps): string {
  return system.view(apiKey, key)?.name ?? key;
}
