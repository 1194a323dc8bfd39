/**
 * Makes a key out of its form. The form carries a text of its own, which goes with the message as an
 * Idempotency-Key would: sent again by a reload, it makes no second key.
 */
import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import { unixSeconds } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import { parseIdempotency } from '../../../operations/idempotency-key.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { byOf, mayLimitKeys } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { readKeyForm } from './key-form.js';
import { CreatedKeyPage, NewKeyPage } from './new-key-page.js';

export const createKey: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    if (!mayManage(request.signedIn, request.signedIn.account)) return showTrouble(request, 'notYours');
    return show(
      request,
      <NewKeyPage
        name=""
        limit={String(deps.settings.defaultRpm)}
        mayLimit={mayLimitKeys(request.signedIn, request.signedIn.account, deps)}
        once={newOnce(deps)}
      />,
    );
  },
  async post(request, form, { deps }) {
    if (!mayManage(request.signedIn, request.signedIn.account)) return showTrouble(request, 'notYours');
    const mayLimit = mayLimitKeys(request.signedIn, request.signedIn.account, deps);
    const parsed = readKeyForm(form, mayLimit);
    const idempotency = parseIdempotency(form.get('once') ?? undefined, () => ({ form: parsed }));
    if (parsed.wrong !== undefined || !idempotency.ok || idempotency.value === undefined) {
      const { name, limit, wrong } = parsed;
      const once = newOnce(deps);
      return show(request, <NewKeyPage {...{ name, limit, mayLimit, once, wrong }} />, { status: 400 });
    }
    const secret = makeCredential('api', (count) => deps.world.randomBytes(count));
    const key = {
      id: deps.ids.next('apiKey'),
      account: request.signedIn.account,
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
    return showTrouble(request, 'unavailable');
  },
};

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
