/** The audit trail as a table: what, who, when, from which address. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { By, PlacedEntry } from '../../../../actors/audit/audit-trail.js';
import { EmptyState, PageHead } from '../components/blocks.js';
import { Amount, Count, Time } from '../components/figures.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { ACTS, AUDIT } from '../texts/audit-texts.js';
import { PEOPLE } from '../texts/people-texts.js';
import { ROLES } from '../texts/shell-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

export interface ShownEntry {
  readonly entry: PlacedEntry;
  /** Of the user who did it; undefined if nobody has the id now. */
  readonly byName: string | undefined;
  readonly about: { readonly text: string; readonly href: string | undefined };
  /** The name of the key that a transfer went to. */
  readonly to: string | undefined;
  /** The names of the keys that were granted. */
  readonly keys: readonly string[];
}

interface AuditPageProps {
  readonly account: AccountState;
  readonly entries: readonly ShownEntry[];
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

export function AuditPage({ account, entries, newest, older }: AuditPageProps) {
  const say = useTexts();
  const isOwn = useView().signedIn?.account === account.id;
  return (
    <Shell title={say(AUDIT.title)}>
      <PageHead
        title={say(AUDIT.title)}
        lead={say(AUDIT.lead)}
        above={
          isOwn
            ? { href: '/people', title: say(PEOPLE.title) }
            : { href: `/accounts/${account.id}`, title: account.name }
        }
      />
      {entries.length === 0 ? (
        <EmptyState icon="ledger" title={say(AUDIT.none)} hint={say(AUDIT.noneHint)} />
      ) : (
        <Table
          caption={say(AUDIT.title)}
          columns={[
            { head: say(AUDIT.what) },
            { head: say(AUDIT.who), isAside: true },
            { head: say(AUDIT.when), isAside: true },
            { head: say(AUDIT.address), isAside: true },
          ]}
        >
          {entries.map((one) => (
            <AuditRow key={one.entry.place} {...one} />
          ))}
        </Table>
      )}
      <Pages newest={newest} older={older} />
    </Shell>
  );
}

function AuditRow(shown: ShownEntry) {
  const { entry, byName, about } = shown;
  const say = useTexts();
  const who = <Who by={entry.by} name={byName} />;
  return (
    <tr>
      <th scope="row">
        {say(ACTS[entry.act])}
        <small>
          {about.href === undefined ? (
            <bdi>{about.text}</bdi>
          ) : (
            <a href={about.href}>
              <bdi>{about.text}</bdi>
            </a>
          )}
        </small>
        <Particulars {...shown} />
        <small class="narrow-only">
          {who} <bdi class="mono">{entry.by.address}</bdi>
        </small>
        <small class="narrow-only">
          <Time at={entry.at} />
        </small>
      </th>
      <td class="aside">{who}</td>
      <td class="aside">
        <Time at={entry.at} />
      </td>
      <td class="aside mono">
        <bdi>{entry.by.address}</bdi>
      </td>
    </tr>
  );
}

function Who({ by, name }: { readonly by: By; readonly name: string | undefined }) {
  const say = useTexts();
  if (by.kind === 'node') return <>{say(AUDIT.node)}</>;
  if (name !== undefined) return <bdi>{name}</bdi>;
  return (
    <>
      {say(by.kind === 'user' ? AUDIT.formerUser : AUDIT.managementKey)} <bdi class="mono">{by.id}</bdi>
    </>
  );
}

/** The particulars that the entry has, each on a line. */
function Particulars({ entry: { detail }, to, keys }: ShownEntry) {
  const say = useTexts();
  const { language } = useView();
  const role =
    detail.role === undefined ? undefined : Object.entries(ROLES).find(([name]) => name === detail.role);
  return (
    <>
      {role !== undefined && <small>{say(role[1])}</small>}
      {detail.rate_limit_rpm !== undefined && (
        <small>
          <Count of={detail.rate_limit_rpm} /> {say(AUDIT.perMinute)}
        </small>
      )}
      {detail.amount !== undefined && detail.amount > 0 && (
        <small>
          <Amount of={detail.amount} unit={false} /> {unitOf(language)}
          {to !== undefined && (
            <>
              {' '}
              {say(AUDIT.to)} <bdi>{to}</bdi>
            </>
          )}
        </small>
      )}
      {detail.grace_seconds !== undefined && detail.grace_seconds > 0 && (
        <small>
          {say(AUDIT.grace)} <Count of={detail.grace_seconds} />
        </small>
      )}
      {[detail.reference, detail.reason, ...keys].map(
        (text) =>
          text !== undefined && (
            <small key={text}>
              <bdi>{text}</bdi>
            </small>
          ),
      )}
    </>
  );
}
