/** The list of an account's people and of its open invitations. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { InvitationState } from '../../../../actors/people/invitation.js';
import type { Person } from '../../../../actors/people/user-record.js';
import { invitationId } from '../../../schemas/identifiers.js';
import { Badge, EmptyState, Notice, PageHead, Section } from '../components/blocks.js';
import { Time } from '../components/figures.js';
import { Button, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { PEOPLE } from '../texts/people-texts.js';
import { ROLES } from '../texts/shell-texts.js';
import { useTexts, useView } from '../view/view.js';

export interface ListedPerson extends Pick<Person, 'id' | 'name' | 'role'> {
  /** Unix seconds; undefined if the person is signed out, or that is not to be seen. */
  readonly seenAtS: number | undefined;
}

export interface PeoplePageProps {
  readonly account: AccountState;
  readonly people: readonly ListedPerson[];
  readonly invitations: readonly (InvitationState & { readonly expiresAtS: number })[];
  readonly mayChange: boolean;
  readonly newest: string | undefined;
  readonly older: string | undefined;
  readonly done: 'withdrawn' | 'removed' | undefined;
}

export function PeoplePage(props: PeoplePageProps) {
  const { account, people, invitations, mayChange, done } = props;
  const say = useTexts();
  const { signedIn } = useView();
  const isOwn = signedIn?.account === account.id;
  const query = isOwn ? '' : `?account=${account.id}`;
  const invite = mayChange && (
    <LinkButton href={`/people/invite${query}`} kind="primary">
      {say(PEOPLE.invite)}
    </LinkButton>
  );
  return (
    <Shell title={say(PEOPLE.title)}>
      <PageHead
        title={say(PEOPLE.title)}
        lead={say(PEOPLE.lead)}
        above={isOwn ? undefined : { href: `/accounts/${account.id}`, title: account.name }}
      >
        {mayChange && <LinkButton href={`/people/audit${query}`}>{say(PEOPLE.audit)}</LinkButton>}
        {people.length > 0 && invite}
      </PageHead>
      {done !== undefined && <Notice tone="good">{say(PEOPLE[done])}</Notice>}
      {people.length === 0 ? (
        <EmptyState icon="people" title={say(PEOPLE.none)} hint={say(PEOPLE.noneHint)}>
          {invite}
        </EmptyState>
      ) : (
        <PeopleTable people={people} hasTimes={mayChange} />
      )}
      <Pages newest={props.newest} older={props.older} />
      {invitations.length > 0 && <Invitations invitations={invitations} />}
    </Shell>
  );
}

function PeopleTable(props: { readonly people: readonly ListedPerson[]; readonly hasTimes: boolean }) {
  const say = useTexts();
  const { signedIn } = useView();
  const times = props.hasTimes ? [{ head: say(PEOPLE.seen), isAside: true }] : [];
  return (
    <Table
      caption={say(PEOPLE.title)}
      columns={[{ head: say(PEOPLE.name) }, { head: say(PEOPLE.role) }, ...times]}
    >
      {props.people.map(({ id, name, role, seenAtS }) => {
        const isOneself = id === signedIn?.user;
        const seen = seenAtS === undefined ? say(PEOPLE.notSeen) : <Time at={seenAtS} />;
        return (
          <tr key={id}>
            <th scope="row">
              {props.hasTimes || isOneself ? (
                <a href={`/people/${id}`}>
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              )}{' '}
              {isOneself && <Badge tone="plain">{say(PEOPLE.you)}</Badge>}
              {props.hasTimes && <small class="narrow-only">{seen}</small>}
            </th>
            <td>{say(ROLES[role])}</td>
            {props.hasTimes && <td class="aside">{seen}</td>}
          </tr>
        );
      })}
    </Table>
  );
}

function Invitations({ invitations }: Pick<PeoplePageProps, 'invitations'>) {
  const say = useTexts();
  return (
    <Section title={say(PEOPLE.invitations)}>
      <Table
        caption={say(PEOPLE.invitations)}
        columns={[
          { head: say(PEOPLE.name) },
          { head: say(PEOPLE.role), isAside: true },
          { head: say(PEOPLE.expires), isAside: true },
          { head: say(PEOPLE.withdraw), align: 'end' },
        ]}
      >
        {invitations.map(({ id, name, role, expiresAtS }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
              <small class="narrow-only">{say(ROLES[role])}</small>
              <small class="narrow-only">
                {say(PEOPLE.expires)} <Time at={expiresAtS} />
              </small>
            </th>
            <td class="aside">{say(ROLES[role])}</td>
            <td class="aside">
              <Time at={expiresAtS} />
            </td>
            <td class="end">
              <form method="post" action="/people">
                <input type="hidden" name="invitation" value={invitationId(id)} />
                <Button kind="quiet">{say(PEOPLE.withdraw)}</Button>
              </form>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
