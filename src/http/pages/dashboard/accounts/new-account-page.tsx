/** The form that makes an account, and the one page that ever shows the secret of its management key. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { CopyableSecret } from '../components/copyable.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Options } from '../components/options.js';
import { Shell } from '../components/shell.js';
import { ACCOUNTS, ONE_ACCOUNT } from '../texts/operators/account-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';

interface NewAccountPageProps {
  /** That the account will have. */
  readonly id: string;
  /** As typed before. */
  readonly name: string;
  readonly isVerified: boolean;
  readonly isWrong?: boolean;
}

export function NewAccountPage({ id, name, isVerified, isWrong = false }: NewAccountPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(ACCOUNTS.create)}>
      <PageHead title={say(ACCOUNTS.create)} above={{ href: '/accounts', title: say(ACCOUNTS.title) }} />
      <form class="form card" method="post" action="/accounts/new">
        <input type="hidden" name="id" value={id} />
        <Field
          name="name"
          label={say(ACCOUNTS.name)}
          hint={say(ACCOUNTS.nameHint)}
          error={isWrong ? say(ACCOUNTS.nameWanted) : undefined}
          value={name}
          maxLength={100}
          autoComplete="off"
          required
        />
        <Options
          name="state"
          kind="radio"
          label={say(ACCOUNTS.state)}
          chosen={[isVerified ? 'verified' : 'unverified']}
          options={[
            { value: 'unverified', label: say(ACCOUNTS.unverified), hint: say(ACCOUNTS.unverifiedHint) },
            { value: 'verified', label: say(ACCOUNTS.verified), hint: say(ACCOUNTS.verifiedHint) },
          ]}
        />
        <div class="actions">
          <Button kind="primary">{say(ACCOUNTS.create)}</Button>
          <LinkButton href="/accounts">{say(SHELL.cancel)}</LinkButton>
        </div>
      </form>
    </Shell>
  );
}

interface CreatedAccountPageProps {
  readonly created: AccountState;
  /** Of its management key. */
  readonly secret: string;
}

export function CreatedAccountPage({ created, secret }: CreatedAccountPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(ONE_ACCOUNT.done)}>
      <PageHead title={say(ONE_ACCOUNT.done)} above={{ href: '/accounts', title: say(ACCOUNTS.title) }}>
        <LinkButton href={`/accounts/${created.id}`}>{say(ONE_ACCOUNT.open)}</LinkButton>
        <LinkButton href={`/people/invite?account=${created.id}&role=owner`} kind="primary">
          {say(ONE_ACCOUNT.invite)}
        </LinkButton>
      </PageHead>
      <Card title={say(ONE_ACCOUNT.managementKey)}>
        <p>
          <bdi>{created.name}</bdi>
        </p>
        <Notice tone="wait">{say(ONE_ACCOUNT.managementKeyHint)}</Notice>
        <CopyableSecret id="secret">{secret}</CopyableSecret>
      </Card>
    </Shell>
  );
}
