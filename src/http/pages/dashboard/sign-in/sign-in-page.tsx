/** The form that signs a person in. */
import { Notice } from '../components/blocks.js';
import { Button, Field } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts } from '../view/view.js';

export interface SignInPageProps {
  /** As typed before. */
  readonly name: string;
  /** A path of the dashboard to go on to; '' for its first page. */
  readonly next: string;
  /** Whether a form was sent after its session had ended. */
  readonly isFormLost?: boolean;
  /** Whether a forgotten password is a matter of a mail. */
  readonly isMailed: boolean;
  readonly maySignUp: boolean;
  readonly trouble?: 'wrong' | 'tooMany' | 'busy' | 'insecure' | undefined;
}

export function SignInPage({ name, next, isFormLost, isMailed, maySignUp, trouble }: SignInPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(SIGN_IN.title)}>
      <section class="card">
        <h1>{say(SIGN_IN.title)}</h1>
        {isFormLost === true && <Notice tone="wait">{say(SIGN_IN.formLost)}</Notice>}
        {trouble !== undefined && <Notice tone="bad">{say(SIGN_IN[trouble])}</Notice>}
        {trouble !== 'insecure' && (
          <form class="form" method="post" action="/sign-in">
            {next !== '' && <input type="hidden" name="next" value={next} />}
            <Field
              name="name"
              label={say(SIGN_IN.name)}
              type="email"
              value={name}
              autoComplete="username"
              required
            />
            <Field
              name="password"
              label={say(SIGN_IN.password)}
              type="password"
              autoComplete="current-password"
              required
            />
            <Button kind="wide primary">{say(SIGN_IN.submit)}</Button>
          </form>
        )}
        {isMailed ? (
          <p class="small">
            <a href="/forgotten-password">{say(SIGN_IN.forgotten)}</a>
          </p>
        ) : (
          <details>
            <summary class="small soft">{say(SIGN_IN.forgotten)}</summary>
            <p class="small soft">{say(SIGN_IN.forgottenHint)}</p>
          </details>
        )}
        {maySignUp && (
          <p class="small">
            <a href="/sign-up">{say(SIGN_IN.signUp)}</a>
          </p>
        )}
      </section>
    </Shell>
  );
}
