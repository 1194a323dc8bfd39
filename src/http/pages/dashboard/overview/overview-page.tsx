/** The first page: what there is to spend, and for a newcomer what to do. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { Card, PageHead, Section } from '../components/blocks.js';
import { Amount, Figure, Figures } from '../components/figures.js';
import { LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { KeyTable } from '../keys/keys-page.js';
import { KEYS } from '../texts/key-texts.js';
import { OVERVIEW } from '../texts/overview-texts.js';
import { useTexts } from '../view/view.js';

export interface OverviewPageProps {
  /** Sums over the keys in reach, in micro-DA. */
  readonly balance: bigint;
  readonly reserved: bigint;
  readonly charged: bigint;
  /** The newest few. */
  readonly keys: readonly ApiKeyState[];
  readonly mayCreate: boolean;
}

export function OverviewPage({ balance, reserved, charged, keys, mayCreate }: OverviewPageProps) {
  const say = useTexts();
  return (
    <Shell title={say(OVERVIEW.title)}>
      <PageHead title={say(OVERVIEW.title)} />
      {mayCreate && charged === 0n && <FirstSteps hasKey={keys.length > 0} />}
      {keys.length > 0 && (
        <>
          <Figures>
            <Figure label={say(OVERVIEW.balance)}>
              <Amount of={balance} />
            </Figure>
            <Figure label={say(KEYS.reserved)}>
              <Amount of={reserved} />
            </Figure>
            <Figure label={say(KEYS.charged)}>
              <Amount of={charged} />
            </Figure>
          </Figures>
          <Section title={say(OVERVIEW.keys)} aside={<a href="/keys">{say(OVERVIEW.allKeys)}</a>}>
            <KeyTable keys={keys} />
          </Section>
        </>
      )}
    </Shell>
  );
}

function FirstSteps({ hasKey }: { readonly hasKey: boolean }) {
  const say = useTexts();
  const { makeKey, makeKeyHint, addCredit, addCreditHint, submit, submitHint } = OVERVIEW;
  const steps = [
    [makeKey, makeKeyHint],
    [addCredit, addCreditHint],
    [submit, submitHint],
  ] as const;
  return (
    <Card title={say(OVERVIEW.begin)}>
      <ol class="steps">
        {steps.map(([title, hint]) => (
          <li key={title.en}>
            <div>
              <strong>{say(title)}</strong>
              <p class="soft">{say(hint)}</p>
            </div>
          </li>
        ))}
      </ol>
      {!hasKey && (
        <div class="actions">
          <LinkButton href="/keys/new" kind="primary">
            {say(KEYS.create)}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
