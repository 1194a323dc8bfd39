/**
 * Makes a key out of its form. The form carries a text of its own, which goes with the message as an
 * Idempotency-Key would: sent again by a reload, it makes no second key.
 */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage, maySetRate } from '../../../../actors/people/rights.js';
import { ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import { unixSeconds } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import { parseIdempotency } from '../../../operations/idempotency-key.js';
import type { PageAnswer } from '../../page.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { readKeyForm } from './key-form.js';
import { CreatedKeyPage, NewKeyPage, type NewKeyPageProps } from './new-key-page.js';

export const createKey: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    return form(request, account, { name: '', limit: String(deps.settings.defaultRpm) }, deps);
  },
  async post(request, sent, { deps }) {
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const parsed = readKeyForm(sent, maySetRate(request.signedIn, account));
    const fingerprint = () => ({ form: parsed, account: account.id });
    const idempotency = parseIdempotency(sent.get('once') ?? undefined, fingerprint);
    if (parsed.wrong !== undefined || !idempotency.ok || idempotency.value === undefined)
      return form(request, account, parsed, deps, 400);
    const secret = makeCredential('api', (count) => deps.world.randomBytes(count));
    const key = {
      id: deps.ids.next('apiKey'),
      account: account.id,
      name: parsed.name,
      rateLimitRpm: parsed.rateLimitRpm ?? deps.settings.defaultRpm,
      credits: ZERO_MICRO_DA,
      credentialHash: hashCredential(secret),
      createdAt: unixSeconds(deps.world.wallMs()),
    };
    const outcome = await asked(deps, deps.apiKey, key.id, {
      type: 'create',
      key,
      by: byOf(request),
      idempotency: idempotency.value,
    });
    if (!outcome.ok) return showTrouble(request, 'unavailable');
    const { reply } = outcome;
    if (reply.outcome === 'created') return created(request, reply.key.id, secret, deps);
    if (reply.outcome === 'replayed') return created(request, reply.keyId, undefined, deps);
    if (reply.outcome === 'too_many_keys')
      return form(request, account, { ...parsed, wrong: 'tooMany' }, deps, 409);
    return showTrouble(request, 'unavailable');
  },
};

function form(
  request: SignedInRequest,
  account: AccountState,
  typed: Pick<NewKeyPageProps, 'name' | 'limit' | 'wrong'>,
  deps: GatewayDeps,
  status = 200,
): PageAnswer {
  const { name, limit, wrong } = typed;
  return show(
    request,
    <NewKeyPage
      {...{ name, limit, wrong }}
      action={pathOn(account.id, '/keys/new', request)}
      back={pathOn(account.id, '/keys', request)}
      of={account.id === request.signedIn.account ? undefined : account}
      mayLimit={maySetRate(request.signedIn, account)}
      once={newOnce(deps)}
    />,
    { status },
  );
}

function created(
  request: SignedInRequest,
  id: string,
  secret: string | undefined,
  deps: GatewayDeps,
): PageAnswer {
  const key = deps.system.view(deps.apiKey, id);
  if (key === undefined) throw new Error(`key ${id} was created and is gone`);
  const [offer] = deps.catalogue.list();
  const { baseUrl } = request;
  return show(request, <CreatedKeyPage created={key} secret={secret} baseUrl={baseUrl} model={offer?.id} />);
}
