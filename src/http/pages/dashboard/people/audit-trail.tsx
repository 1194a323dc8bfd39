/** The audit trail of an account, by page: for those who have all of the account. */
import { type AuditEntry, type PlacedEntry, readAuditTrail } from '../../../../actors/audit/audit-trail.js';
import { mayManage } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { auditEntryId, auditEntryPlace } from '../../../schemas/identifiers.js';
import { accountAsked, pathOn } from '../requests/account-asked.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { AuditPage, type ShownEntry } from './audit-page.js';

const PAGE_LENGTH = 25;

export const auditTrail: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const account = accountAsked(request, deps);
    if (account === undefined) return showTrouble(request, 'notFound');
    if (!mayManage(request.signedIn, account.id)) return showTrouble(request, 'notYours');
    const { records } = deps.partitionOf(account.id).system;
    const before = auditEntryPlace(account.id, request.query.get('after') ?? '');
    const { items, hasMore } = readAuditTrail(records, account.id, { limit: PAGE_LENGTH, before });
    const last = hasMore ? items.at(-1) : undefined;
    const path = (more?: Readonly<Record<string, string>>) =>
      pathOn(account.id, '/people/audit', request, more);
    return show(
      request,
      <AuditPage
        account={account}
        entries={items.map((entry) => shown(entry, deps))}
        newest={before === undefined ? undefined : path()}
        older={last && path({ after: auditEntryId(account.id, last.place) })}
      />,
    );
  },
};

/** Ids are shown by the names that they have now. */
function shown(entry: PlacedEntry, deps: GatewayDeps): ShownEntry {
  const { by, about, detail } = entry;
  return {
    entry,
    byName: by.kind === 'user' ? deps.people.user(by.id)?.name : undefined,
    about: aboutOf(about, detail, deps),
    to: detail.to === undefined ? undefined : (keyName(detail.to, deps) ?? detail.to),
    keys: detail.keys?.map((id) => keyName(id, deps) ?? id) ?? [],
  };
}

function aboutOf(about: string, { name }: AuditEntry['detail'], deps: GatewayDeps): ShownEntry['about'] {
  if (about.startsWith('key_')) {
    const text = keyName(about, deps) ?? about;
    return { text, href: `/keys/${about}` };
  }
  if (about.startsWith('user_')) {
    const user = deps.people.user(about);
    return { text: user?.name ?? name ?? about, href: user && `/people/${about}` };
  }
  return { text: name ?? about, href: about.startsWith('order_') ? `/top-up/${about}` : undefined };
}

function keyName(id: string, { system, apiKey }: GatewayDeps): string | undefined {
  return system.view(apiKey, id)?.name ?? undefined;
}
