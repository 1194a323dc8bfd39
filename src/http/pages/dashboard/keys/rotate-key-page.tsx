/** The form that replaces a key's secret, and the one page that ever shows the new one. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { Card, Notice, PageHead } from '../components/blocks.js';
import { CopyableSecret } from '../components/copyable.js';
import { Button, LinkButton } from '../components/forms.js';
import { Options } from '../components/options.js';
import { Shell } from '../components/shell.js';
import { KEYS, NEW_KEY } from '../texts/key-texts.js';
import { ROTATE } from '../texts/ledger-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';

interface RotateKeyPageProps {
  readonly of: ApiKeyState;
}

export function RotateKeyPage({ of }: RotateKeyPageProps) {
  const say = useTexts();
  const here = `/keys/${of.id}`;
  return (
    <Shell title={say(ROTATE.title)}>
      <PageHead
        title={say(ROTATE.title)}
        lead={say(ROTATE.lead)}
        above={{ href: here, title: of.name ?? say(KEYS.unnamed) }}
      />
      <form class="form card" method="post" action={`${here}/rotate`}>
        <input type="hidden" name="rotations" value={of.rotations} />
        <Options
          name="grace"
          kind="radio"
          label={say(ROTATE.grace)}
          chosen={['0']}
          options={[
            { value: '0', label: say(ROTATE.atOnce), hint: say(ROTATE.atOnceHint) },
            { value: '3600', label: say(ROTATE.hour), hint: say(ROTATE.hourHint) },
            { value: '86400', label: say(ROTATE.day), hint: say(ROTATE.dayHint) },
          ]}
        />
        <div class="actions">
          <Button kind="primary">{say(ROTATE.title)}</Button>
          <LinkButton href={here}>{say(SHELL.cancel)}</LinkButton>
        </div>
      </form>
    </Shell>
  );
}

interface RotatedKeyPageProps extends RotateKeyPageProps {
  /** Undefined if the form came a second time: the secret was shown before. */
  readonly secret: string | undefined;
}

export function RotatedKeyPage({ of, secret }: RotatedKeyPageProps) {
  const say = useTexts();
  const isDone = secret !== undefined;
  const title = say(isDone ? ROTATE.done : ROTATE.gone);
  return (
    <Shell title={title}>
      <PageHead
        title={title}
        lead={isDone ? undefined : say(ROTATE.goneHint)}
        above={{ href: '/keys', title: say(KEYS.title) }}
      >
        <LinkButton href={`/keys/${of.id}`}>{say(NEW_KEY.open)}</LinkButton>
      </PageHead>
      {isDone && (
        <Card title={say(NEW_KEY.secret)}>
          <p>
            <bdi>{of.name ?? say(KEYS.unnamed)}</bdi>
          </p>
          <Notice tone="wait">{say(NEW_KEY.once)}</Notice>
          <CopyableSecret id="secret">{secret}</CopyableSecret>
        </Card>
      )}
    </Shell>
  );
}
