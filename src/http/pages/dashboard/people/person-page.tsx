/** One person, with what may be changed about them. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import type { Role } from '../../../../actors/people/rights.js';
import type { Person } from '../../../../actors/people/user-record.js';
import { Badge, Card, Notice, PageHead } from '../components/blocks.js';
import { Time } from '../components/figures.js';
import { Button, Confirm } from '../components/forms.js';
import { Options } from '../components/options.js';
import { Shell } from '../components/shell.js';
import { KEYS, ONE_KEY } from '../texts/key-texts.js';
import { PEOPLE, PERSON } from '../texts/people-texts.js';
import { ROLES } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { RoleOptions } from './role-options.js';

export interface PersonPageProps {
  readonly user: Person;
  /** Unix seconds; undefined if the person is signed out. */
  readonly seenAtS: number | undefined;
  readonly back: string;
  readonly mayChange: boolean;
  /** Those that may be given. */
  readonly roles: readonly Role[];
  /** Those that may be granted; for a reader, those that are. */
  readonly keys: readonly ApiKeyState[];
  /** Whether the gateway sends mail. */
  readonly isMailed: boolean;
  /** Makes the form of another invitation unique. */
  readonly once: string;
  readonly isSaved: boolean;
  readonly wrong?: 'lastOwner' | 'notAllowed' | undefined;
}

export function PersonPage(props: PersonPageProps) {
  const { user, seenAtS, back, mayChange, keys, isSaved, wrong } = props;
  const say = useTexts();
  const isMember = user.role === 'member';
  return (
    <Shell title={user.name}>
      <PageHead
        title={user.name}
        above={{ href: back, title: say(PEOPLE.title) }}
        badge={<Badge tone="plain">{say(ROLES[user.role])}</Badge>}
      />
      {isSaved && <Notice tone="good">{say(PERSON.saved)}</Notice>}
      {wrong !== undefined && <Notice tone="bad">{say(PERSON[wrong])}</Notice>}
      <dl class="facts">
        <dt>{say(PEOPLE.seen)}</dt>
        <dd>{seenAtS === undefined ? say(PEOPLE.notSeen) : <Time at={seenAtS} />}</dd>
        <dt>{say(PERSON.joined)}</dt>
        <dd>
          <Time at={user.createdAt} />
        </dd>
      </dl>
      {mayChange && <RoleCard {...props} />}
      {mayChange && isMember && <GrantsCard {...props} />}
      {!mayChange && isMember && <OwnGrants keys={keys} />}
      {mayChange && <ForgottenCard {...props} />}
    </Shell>
  );
}

function RoleCard({ user, roles }: PersonPageProps) {
  const say = useTexts();
  return (
    <Card title={say(PEOPLE.role)}>
      <form class="form" method="post" action={`/people/${user.id}`}>
        <RoleOptions roles={roles} chosen={user.role} isLabelUnseen />
        <div class="actions">
          <Button act="role">{say(PERSON.changeRole)}</Button>
        </div>
      </form>
    </Card>
  );
}

function GrantsCard({ user, keys }: PersonPageProps) {
  const say = useTexts();
  if (keys.length === 0) return null;
  return (
    <Card title={say(PERSON.grants)}>
      <form class="form" method="post" action={`/people/${user.id}`}>
        <Options
          name="key"
          kind="checkbox"
          label={say(KEYS.title)}
          isLabelUnseen
          hint={say(PERSON.grantsHint)}
          chosen={user.grants}
          options={keys.map(({ id, name }) => ({
            value: id,
            label: <bdi>{name ?? say(KEYS.unnamed)}</bdi>,
            hint: <bdi class="mono">{id}</bdi>,
          }))}
        />
        <div class="actions">
          <Button act="grants">{say(ONE_KEY.save)}</Button>
        </div>
      </form>
    </Card>
  );
}

function OwnGrants({ keys }: { readonly keys: readonly ApiKeyState[] }) {
  const say = useTexts();
  return (
    <Card title={say(PERSON.grants)}>
      {keys.length === 0 ? (
        <p class="soft">{say(PERSON.noGrants)}</p>
      ) : (
        <ul class="plain-list">
          {keys.map(({ id, name }) => (
            <li key={id}>
              <a href={`/keys/${id}`}>
                <bdi>{name ?? say(KEYS.unnamed)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ForgottenCard({ user, isMailed, once }: PersonPageProps) {
  const say = useTexts();
  const action = `/people/${user.id}`;
  return (
    <Card title={say(PERSON.forgotten)}>
      <p class="soft">{say(isMailed ? PERSON.mailedForgottenHint : PERSON.forgottenHint)}</p>
      <form method="post" action={action}>
        <input type="hidden" name="once" value={once} />
        <Button act="invite">{say(PERSON.inviteAgain)}</Button>
      </form>
      <div class="apart">
        <Confirm label={say(PERSON.remove)} hint={say(PERSON.removeHint)}>
          <form method="post" action={action}>
            <Button kind="danger" act="remove">
              {say(PERSON.removeNow)}
            </Button>
          </form>
        </Confirm>
      </div>
    </Card>
  );
}
