/** The form that invites a person, and the one page that ever shows the link. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { Role } from '../../../../actors/people/rights.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { CopyableSecret } from '../components/copyable.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { INVITE, PEOPLE } from '../texts/people-texts.js';
import { ROLES, SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { RoleOptions } from './role-options.js';

export interface InvitePageProps {
  readonly account: AccountState;
  readonly isOwn: boolean;
  /** Whether the link goes to the person by mail, too. */
  readonly isMailed: boolean;
  /** As typed before. */
  readonly name: string;
  readonly role: string;
  /** Those that may be given. */
  readonly roles: readonly Role[];
  readonly action: string;
  readonly back: string;
  /** Makes the form unique. */
  readonly once: string;
  readonly wrong?: 'nameWanted' | 'roleWanted' | 'notAllowed' | 'tooMany' | undefined;
}

export function InvitePage(props: InvitePageProps) {
  const { account, isOwn, isMailed, name, role, roles, action, back, once, wrong } = props;
  const say = useTexts();
  const error = wrong === undefined ? undefined : say(INVITE[wrong]);
  return (
    <Shell title={say(PEOPLE.invite)}>
      <PageHead
        title={say(PEOPLE.invite)}
        above={{ href: back, title: isOwn ? say(PEOPLE.title) : account.name }}
      />
      <form class="form card" method="post" action={action}>
        <input type="hidden" name="once" value={once} />
        <Field
          name="name"
          label={say(INVITE.name)}
          type="email"
          hint={say(isMailed ? INVITE.mailedNameHint : INVITE.nameHint)}
          error={wrong === 'roleWanted' ? undefined : error}
          value={name}
          maxLength={254}
          autoComplete="off"
          required
        />
        <RoleOptions roles={roles} chosen={role} error={wrong === 'roleWanted' ? error : undefined} />
        <div class="actions">
          <Button kind="primary">{say(isMailed ? INVITE.submitMail : INVITE.submit)}</Button>
          <LinkButton href={back}>{say(SHELL.cancel)}</LinkButton>
        </div>
      </form>
    </Shell>
  );
}

interface InvitedBeforePageProps {
  readonly name: string;
  readonly role: Role;
  readonly back: string;
}

/** The answer to a form that comes a second time. */
export function InvitedBeforePage({ name, role, back }: InvitedBeforePageProps) {
  const say = useTexts();
  return (
    <Shell title={say(INVITE.before)}>
      <PageHead title={say(INVITE.before)} lead={say(INVITE.beforeHint)}>
        <LinkButton href={back}>{say(INVITE.back)}</LinkButton>
      </PageHead>
      <p>
        <bdi>{name}</bdi> <span class="soft">({say(ROLES[role])})</span>
      </p>
    </Shell>
  );
}

interface InvitedPageProps extends InvitedBeforePageProps {
  readonly url: string;
  readonly isMailed: boolean;
}

export function InvitedPage({ name, role, url, isMailed, back }: InvitedPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(INVITE.done)}>
      <PageHead title={say(INVITE.done)}>
        <LinkButton href={back}>{say(INVITE.back)}</LinkButton>
      </PageHead>
      <Card title={say(INVITE.link)}>
        <p>
          <bdi>{name}</bdi> <span class="soft">({say(ROLES[role])})</span>
        </p>
        {isMailed && <Notice tone="good">{say(INVITE.mailed)}</Notice>}
        <Notice tone="wait">{say(INVITE.once)}</Notice>
        <CopyableSecret id="link">{url}</CopyableSecret>
        <p class="soft">{say(INVITE.next)}</p>
      </Card>
    </Shell>
  );
}
