/**
 * Invites a person. The link is on the answer of the form alone, and nowhere else again. The form carries a
 * text of its own: sent again by a reload, it makes no second invitation.
 */
import { createHash } from 'node:crypto';
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { IdempotentRequest } from '../../../../actors/keys/idempotency.js';
import { mayManage, ROLES, type Role } from '../../../../actors/people/rights.js';
import { isUserName } from '../../../../actors/people/user-names.js';
import { authorOf } from '../../../../people/people-results.js';
import type { PageAnswer } from '../../page.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, type DashboardParts, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { InvitedBeforePage, InvitedPage, InvitePage, type InvitePageProps } from './invite-page.js';
import { rolesToGive } from './role-options.js';

export const invite: DashboardPage = {
  isFor: 'signed_in',
  get(request, parts) {
    const { deps } = parts;
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const { query } = request;
    const typed = { name: query.get('name') ?? '', role: query.get('role') ?? 'member' };
    return form(request, account, typed, parts);
  },
  async post(request, sent, parts) {
    const { deps } = parts;
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const typed = { name: (sent.get('name') ?? '').trim(), role: sent.get('role') ?? '' };
    const role = ROLES.find((one) => one === typed.role);
    if (!isUserName(typed.name)) return form(request, account, { ...typed, wrong: 'nameWanted' }, parts);
    if (role === undefined) return form(request, account, { ...typed, wrong: 'roleWanted' }, parts);
    return invited(request, account, { ...typed, role }, sent, parts);
  },
};

/**
 * Makes the invitation and shows its link, or the form again with what is wrong.
 *
 * @param sent the form
 */
export async function invited(
  request: SignedInRequest,
  account: AccountState,
  wanted: { readonly name: string; readonly role: Role },
  sent: URLSearchParams,
  parts: DashboardParts,
): Promise<PageAnswer> {
  const { signedIn, address, baseUrl, language } = request;
  const back = pathOn(account.id, '/people', request);
  const invitation = { account: account.id, ...wanted, language, idempotency: idempotencyOf(sent, wanted) };
  const result = await parts.deps.people.invite(authorOf(signedIn, address), invitation);
  switch (result.outcome) {
    case 'invited': {
      const url = `${baseUrl}/invitation/${result.token}`;
      return show(request, <InvitedPage {...wanted} url={url} isMailed={result.isMailed} back={back} />);
    }
    case 'invited_before':
      return show(request, <InvitedBeforePage {...wanted} back={back} />);
    case 'not_allowed':
      return form(request, account, { ...wanted, wrong: 'notAllowed' }, parts);
    case 'too_many_invitations':
      return form(request, account, { ...wanted, wrong: 'tooMany' }, parts);
    default:
      return showTrouble(request, 'unavailable');
  }
}

/** A form with something else in it is another one; undefined of one without its text. */
function idempotencyOf(
  sent: URLSearchParams,
  { name, role }: { readonly name: string; readonly role: Role },
): IdempotentRequest | undefined {
  const once = sent.get('once') ?? '';
  if (once === '') return undefined;
  const hash = createHash('sha256').update(`${once}/${role}/${name}`, 'utf8').digest('hex');
  return { keyHash: hash, fingerprint: hash };
}

function form(
  request: SignedInRequest,
  account: AccountState,
  typed: Pick<InvitePageProps, 'name' | 'role' | 'wrong'>,
  { deps, people }: DashboardParts,
): PageAnswer {
  const { signedIn } = request;
  return show(
    request,
    <InvitePage
      {...typed}
      account={account}
      isOwn={account.id === signedIn.account}
      isMailed={people.forgotten.isByMail}
      once={newOnce(deps)}
      roles={rolesToGive(signedIn, account.id)}
      action={pathOn(account.id, '/people/invite', request)}
      back={pathOn(account.id, '/people', request)}
    />,
    { status: typed.wrong === undefined ? 200 : 400 },
  );
}
