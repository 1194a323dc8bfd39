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

const PAGE_LENGTH = 25;
const LEDGER_FILE = '/ledger.csv';

export const showKey: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const isFile = request.rest.endsWith(LEDGER_FILE);
    const id = isFile ? request.rest.slice(0, -LEDGER_FILE.length) : request.rest;
    const key = findKey(request.signedIn, id, deps);
    if (key === undefined) return showTrouble(request, 'notFound');
    if (isFile) return ledgerFile(key, deps.system.records);
    return keyPage(request, key, deps, request.query.has('saved') ? 'saved' : undefined);
  },
  async post(request, form, { deps }) {
    const key = findKey(request.signedIn, request.rest, deps);
    if (key === undefined) return showTrouble(request, 'notFound');
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
    return changed.ok ? goTo(`${here}?saved`) : showTrouble(request, 'unavailable');
  },
};

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
      mayLimit={mayLimitKeys(request.signedIn, key.account, deps)}
      outcome={outcome}
    />,
    { status: isRefused ? 400 : 200 },
  );
}
