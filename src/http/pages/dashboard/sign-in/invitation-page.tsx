/** The form of an invitation, and the page of one that is over. */
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { INVITATION, SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts } from '../view/view.js';

export interface InvitationPageProps {
  readonly token: string;
  readonly name: string;
  readonly trouble?: 'length' | 'differs' | undefined;
}

export function InvitationPage({ token, name, trouble }: InvitationPageProps) {
  const say = useTexts();
  const error = trouble === undefined ? undefined : say(INVITATION[trouble]);
  return (
    <Shell title={say(INVITATION.title)}>
      <section class="card">
        <h1>{say(INVITATION.title)}</h1>
        <p class="soft">
          <bdi>{name}</bdi>
          <br />
          {say(INVITATION.lead)}
        </p>
        <form class="form" method="post" action={`/invitation/${token}`}>
          {/* A password manager stores the password under this name. */}
          <input
            class="unseen"
            name="name"
            value={name}
            autoComplete="username"
            tabIndex={-1}
            readOnly
            hidden
          />
          <Field
            name="password"
            label={say(INVITATION.password)}
            type="password"
            hint={say(INVITATION.passwordHint)}
            error={trouble === 'differs' ? undefined : error}
            autoComplete="new-password"
            required
          />
          <Field
            name="again"
            label={say(INVITATION.again)}
            type="password"
            error={trouble === 'differs' ? error : undefined}
            autoComplete="new-password"
            required
          />
          <Button kind="wide primary">{say(INVITATION.submit)}</Button>
        </form>
      </section>
    </Shell>
  );
}

export function InvitationOverPage() {
  const say = useTexts();
  return (
    <Shell title={say(INVITATION.over)}>
      <section class="card">
        <h1>{say(INVITATION.over)}</h1>
        <p class="soft">{say(INVITATION.overHint)}</p>
        <LinkButton href="/sign-in">{say(SIGN_IN.title)}</LinkButton>
      </section>
    </Shell>
  );
}
