/** The form of a new password. */
import { Notice, PageHead } from '../components/blocks.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { PasswordFields } from '../sign-in/choose-password-page.js';
import { PASSWORD } from '../texts/people-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts, useView } from '../view/view.js';

export interface PasswordPageProps {
  readonly trouble?: 'wrong' | 'length' | 'differs' | 'tooMany' | undefined;
}

export function PasswordPage({ trouble }: PasswordPageProps) {
  const say = useTexts();
  const { signedIn } = useView();
  const hasPassword = signedIn?.hasPassword === true;
  return (
    <Shell title={say(PASSWORD.title)}>
      <PageHead title={say(PASSWORD.title)} lead={say(hasPassword ? PASSWORD.lead : PASSWORD.first)} />
      {trouble === 'tooMany' && <Notice tone="bad">{say(SIGN_IN.tooMany)}</Notice>}
      <form class="form card" method="post" action="/password">
        {hasPassword && (
          <Field
            name="current"
            label={say(PASSWORD.current)}
            type="password"
            error={trouble === 'wrong' ? say(PASSWORD.wrong) : undefined}
            autoComplete="current-password"
            required
          />
        )}
        <PasswordFields name="next" trouble={trouble} />
        <div class="actions">
          <Button kind="primary">{say(PASSWORD.title)}</Button>
          <LinkButton href="/sessions">{say(SHELL.cancel)}</LinkButton>
        </div>
      </form>
    </Shell>
  );
}
