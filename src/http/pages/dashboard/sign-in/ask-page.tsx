/** A form that asks for an address to write to and, without a mail server, for a password. */
import { Notice } from '../components/blocks.js';
import { Button, Field } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { SIGN_IN } from '../texts/sign-in-texts.js';
import { useTexts } from '../view/view.js';
import { PasswordFields, type PasswordTrouble } from './choose-password-page.js';

export interface AskPageProps {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly submit: string;
  /** As typed before. */
  readonly name: string;
  readonly asksPassword: boolean;
  /** Stands above the form. */
  readonly notice?: string | undefined;
  /** Stands beside the address. */
  readonly addressError?: string | undefined;
  readonly passwordTrouble?: PasswordTrouble;
}

export function AskPage(props: AskPageProps) {
  const say = useTexts();
  const { title, lead, action, submit, name, notice, addressError } = props;
  return (
    <Shell title={title}>
      <section class="card">
        <h1>{title}</h1>
        <p class="soft">{lead}</p>
        {notice !== undefined && <Notice tone="bad">{notice}</Notice>}
        <form class="form" method="post" action={action}>
          <Field
            name="name"
            label={say(SIGN_IN.name)}
            type="email"
            value={name}
            error={addressError}
            autoComplete="username"
            required
          />
          {props.asksPassword && <PasswordFields trouble={props.passwordTrouble} />}
          <Button kind="wide primary">{submit}</Button>
        </form>
        <p class="small">
          <a href="/sign-in">{say(SIGN_IN.title)}</a>
        </p>
      </section>
    </Shell>
  );
}
