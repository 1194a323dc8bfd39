/** Invites a person. The link is on the answer of the form alone, and nowhere else again. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { mayManage, ROLES, type Role } from '../../../../actors/people/rights.js';
import { isUserName } from '../../../../actors/people/user-names.js';
import { authorOf } from '../../../../people/people-results.js';
import type { PageAnswer } from '../../page.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, type DashboardParts, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { InvitedPage, InvitePage, type InvitePageProps } from './invite-page.js';
import { rolesToGive } from './role-options.js';

export const invite: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps, people }) {
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const { query } = request;
    const typed = { name: query.get('name') ?? '', role: query.get('role') ?? 'member' };
    return form(request, account, typed, people);
  },
  async post(request, sent, parts) {
    const { deps, people } = parts;
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const typed = { name: (sent.get('name') ?? '').trim(), role: sent.get('role') ?? '' };
    const role = ROLES.find((one) => one === typed.role);
    if (!isUserName(typed.name)) return form(request, account, { ...typed, wrong: 'nameWanted' }, people);
    if (role === undefined) return form(request, account, { ...typed, wrong: 'roleWanted' }, people);
    return invited(request, account, { ...typed, role }, parts);
  },
};

/** Makes the invitation and shows its link, or the form again with what is wrong. */
export async function invited(
  request: SignedInRequest,
  account: AccountState,
  wanted: { readonly name: string; readonly role: Role },
  { deps, people }: DashboardParts,
): Promise<PageAnswer> {
  const { signedIn, address, baseUrl, language } = request;
  const invitation = { account: account.id, ...wanted, language };
  const result = await deps.people.invite(authorOf(signedIn, address), invitation);
  switch (result.outcome) {
    case 'invited': {
      const url = `${baseUrl}/invitation/${result.token}`;
      return show(
        request,
        <InvitedPage
          {...wanted}
          url={url}
          isMailed={result.isMailed}
          back={pathOn(account.id, '/people', request)}
        />,
      );
    }
    case 'not_allowed':
      return form(request, account, { ...wanted, wrong: 'notAllowed' }, people);
    case 'too_many_invitations':
      return form(request, account, { ...wanted, wrong: 'tooMany' }, people);
    default:
      return showTrouble(request, 'unavailable');
  }
}

function form(
  request: SignedInRequest,
  account: AccountState,
  typed: Pick<InvitePageProps, 'name' | 'role' | 'wrong'>,
  { forgotten }: DashboardParts['people'],
): PageAnswer {
  const { signedIn } = request;
  return show(
    request,
    <InvitePage
      {...typed}
      account={account}
      isOwn={account.id === signedIn.account}
      isMailed={forgotten.isByMail}
      roles={rolesToGive(signedIn, account.id)}
      action={pathOn(account.id, '/people/invite', request)}
      back={pathOn(account.id, '/people', request)}
    />,
    { status: typed.wrong === undefined ? 200 : 400 },
  );
}
