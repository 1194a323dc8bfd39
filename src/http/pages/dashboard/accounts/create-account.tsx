/**
 * Makes an account with its first management key. The form carries the id that the account will have: sent
 * again by a reload, it makes no second one.
 */
import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { asked } from '../../../../actors/partition.js';
import { unixSeconds } from '../../../../time/clock.js';
import { findAccount } from '../../../operations/find-in-reach.js';
import { ACCOUNT_ID } from '../../../schemas/identifiers.js';
import { CREATE_ACCOUNT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { goTo, show } from '../requests/dashboard-page.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { forOperators } from './for-operators.js';
import { CreatedAccountPage, NewAccountPage } from './new-account-page.js';

export const createAccount = forOperators({
  get: (request, { deps }) =>
    show(request, <NewAccountPage id={deps.ids.next('account')} name="" isVerified={false} />),
  async post(request, form, { deps }) {
    const id = form.get('id') ?? '';
    const name = (form.get('name') ?? '').trim();
    const isVerified = form.get('state') === 'verified';
    if (!ACCOUNT_ID.test(id)) return showTrouble(request, 'notFound');
    if (findAccount(request.signedIn, id, deps) !== undefined) return goTo(`/accounts/${id}`);
    if (!parseInput(CREATE_ACCOUNT_REQUEST, { name }).ok)
      return show(request, <NewAccountPage {...{ id, name, isVerified }} isWrong />, { status: 400 });
    const secret = makeCredential('management', (count) => deps.world.randomBytes(count));
    const managementKey = deps.ids.next('managementKey');
    const outcome = await asked(deps, deps.account, id, {
      type: 'create',
      by: byOf(request),
      name,
      isVerified,
      createdAt: unixSeconds(deps.world.wallMs()),
      managementKey: { id: managementKey, role: 'account', credentialHash: hashCredential(secret) },
    });
    if (!outcome.ok) return showTrouble(request, 'unavailable');
    // The first of two clicks has made it meanwhile.
    if (outcome.reply === undefined) return goTo(`/accounts/${id}`);
    return show(request, <CreatedAccountPage created={outcome.reply} secret={secret} />);
  },
});
