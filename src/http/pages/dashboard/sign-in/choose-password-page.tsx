/** The form behind a link by which a person chooses a password, and the page of a link that is over. */
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { INVITATION, SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts } from '../view/view.js';

/** As `troubleOf` finds it. */
export type PasswordTrouble = 'length' | 'differs' | undefined;

export interface ChoosePasswordPageProps {
  readonly title: string;
  readonly lead: string;
  /** The path of the link. */
  readonly action: string;
  readonly name: string;
  readonly trouble: PasswordTrouble;
}

export function ChoosePasswordPage({ title, lead, action, name, trouble }: ChoosePasswordPageProps) {
  const say = useTexts();
  return (
    <Shell title={title}>
      <section class="card">
        <h1>{title}</h1>
        <p class="soft">
          <bdi>{name}</bdi>
          <br />
          {lead}
        </p>
        <form class="form" method="post" action={action}>
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
          <PasswordFields trouble={trouble} />
          <Button kind="wide primary">{say(INVITATION.submit)}</Button>
        </form>
      </section>
    </Shell>
  );
}

interface PasswordFieldsProps {
  /** Of the field that has the new password. */
  readonly name?: string;
  /** Other troubles than these are told elsewhere on the page. */
  readonly trouble: string | undefined;
}

/** A new password, and the same again. */
export function PasswordFields({ name = 'password', trouble }: PasswordFieldsProps) {
  const say = useTexts();
  return (
    <>
      <Field
        name={name}
        label={say(INVITATION.password)}
        type="password"
        hint={say(INVITATION.passwordHint)}
        error={trouble === 'length' ? say(INVITATION.length) : undefined}
        autoComplete="new-password"
        required
      />
      <Field
        name="again"
        label={say(INVITATION.again)}
        type="password"
        error={trouble === 'differs' ? say(INVITATION.differs) : undefined}
        autoComplete="new-password"
        required
      />
    </>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly hint: string;
}

/** A page that says one thing, and leads to the sign-in. */
export function MessagePage({ title, hint }: MessagePageProps) {
  const say = useTexts();
  return (
    <Shell title={title}>
      <section class="card">
        <h1>{title}</h1>
        <p class="soft">{hint}</p>
        <LinkButton href="/sign-in">{say(SIGN_IN.title)}</LinkButton>
      </section>
    </Shell>
  );
}
