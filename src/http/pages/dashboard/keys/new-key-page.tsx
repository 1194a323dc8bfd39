/** The form that makes a key, and the one page that ever shows its secret. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { CopyableSecret, Snippet } from '../components/copyable.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { KEYS, NEW_KEY, ONE_KEY } from '../texts/key-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { curlSnippet, openAiSnippet } from './snippets.js';

export interface NewKeyPageProps {
  /** As typed before. */
  readonly name: string;
  readonly limit: string;
  readonly mayLimit: boolean;
  /** Makes the form unique: sent twice, it makes one key. */
  readonly once: string;
  readonly wrong?: 'name' | 'limit' | 'tooMany' | undefined;
  readonly action: string;
  readonly back: string;
  /** The account that an operator makes the key for, if it is not their own. */
  readonly of: AccountState | undefined;
}

export function NewKeyPage({ name, limit, mayLimit, once, wrong, ...more }: NewKeyPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(NEW_KEY.title)}>
      <PageHead
        title={say(NEW_KEY.title)}
        above={more.of && { href: `/accounts/${more.of.id}`, title: more.of.name }}
      />
      {wrong === 'tooMany' && <Notice tone="bad">{say(ONE_KEY.tooMany)}</Notice>}
      <form class="form card" method="post" action={more.action}>
        <input type="hidden" name="once" value={once} />
        <Field
          name="name"
          label={say(KEYS.name)}
          hint={say(NEW_KEY.nameHint)}
          error={wrong === 'name' ? say(ONE_KEY.nameWanted) : undefined}
          value={name}
          maxLength={100}
          autoComplete="off"
          required
        />
        <Field
          name="limit"
          label={say(KEYS.limit)}
          type="number"
          hint={say(mayLimit ? NEW_KEY.limitHint : NEW_KEY.limitLocked)}
          error={wrong === 'limit' ? say(ONE_KEY.limitWanted) : undefined}
          value={limit}
          min={1}
          max={1_000_000}
          disabled={!mayLimit}
        />
        <div class="actions">
          <Button kind="primary">{say(KEYS.create)}</Button>
          <LinkButton href={more.back}>{say(SHELL.cancel)}</LinkButton>
        </div>
      </form>
    </Shell>
  );
}

export interface CreatedKeyPageProps {
  readonly created: ApiKeyState;
  /** Undefined if it was shown before: the form came a second time. */
  readonly secret: string | undefined;
  /** Base of absolute links. */
  readonly baseUrl: string;
  readonly model: string | undefined;
}

export function CreatedKeyPage({ created, secret, baseUrl, model }: CreatedKeyPageProps) {
  const say = useTexts();
  const open = <LinkButton href={`/keys/${created.id}`}>{say(NEW_KEY.open)}</LinkButton>;
  if (secret === undefined) {
    return (
      <Shell title={say(NEW_KEY.gone)}>
        <PageHead title={say(NEW_KEY.gone)} lead={say(NEW_KEY.goneHint)} />
        <div class="actions">{open}</div>
      </Shell>
    );
  }
  return (
    <Shell title={say(NEW_KEY.done)}>
      <PageHead title={say(NEW_KEY.done)}>{open}</PageHead>
      <Card title={say(NEW_KEY.secret)}>
        <Notice tone="wait">{say(NEW_KEY.once)}</Notice>
        <CopyableSecret id="secret">{secret}</CopyableSecret>
      </Card>
      {model !== undefined && (
        <Card title={say(NEW_KEY.tryIt)}>
          <p class="soft">{say(NEW_KEY.tryItHint)}</p>
          <Snippet id="curl" title="curl">
            {curlSnippet(baseUrl, secret, model)}
          </Snippet>
          <Snippet id="openai" title="openai (Node.js)">
            {openAiSnippet(baseUrl, secret, model)}
          </Snippet>
        </Card>
      )}
    </Shell>
  );
}
