/** The form of a movement by hand. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { EmptyState, PageHead } from '../components/blocks.js';
import { Select } from '../components/choices.js';
import { Amount } from '../components/figures.js';
import { Button, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { KEYS } from '../texts/key-texts.js';
import { MOVE, MOVE_LEADS, MOVE_SUBMITS, MOVE_TITLES } from '../texts/ledger-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { MovementFields, type MovementFieldsProps, useWrong } from './movement-fields.js';

export type MovementKind = 'transfer' | 'credit' | 'debit';

export interface MovementPageProps extends MovementFieldsProps {
  readonly kind: MovementKind;
  readonly of: ApiKeyState;
  /** Keys that a transfer may go to. */
  readonly recipients: readonly ApiKeyState[];
  /** As typed before. */
  readonly to: string;
}

export function MovementPage(props: MovementPageProps) {
  const { kind, of, recipients } = props;
  const say = useTexts();
  const here = `/keys/${of.id}`;
  return (
    <Shell title={say(MOVE_TITLES[kind])}>
      <PageHead
        title={say(MOVE_TITLES[kind])}
        lead={say(MOVE_LEADS[kind])}
        above={{ href: here, title: of.name ?? say(KEYS.unnamed) }}
      />
      {kind === 'transfer' && recipients.length === 0 ? (
        <EmptyState icon="keys" title={say(MOVE.noOther)} hint={say(MOVE.noOtherHint)}>
          <LinkButton href="/keys/new">{say(KEYS.create)}</LinkButton>
        </EmptyState>
      ) : (
        <MovementForm {...props} />
      )}
    </Shell>
  );
}

function MovementForm({ kind, of, recipients, to, amount, reference, wrong }: MovementPageProps) {
  const say = useTexts();
  const here = `/keys/${of.id}`;
  const wrongRecipient = useWrong(wrong, 'to');
  return (
    <form class="form card" method="post" action={`${here}/${kind}`}>
      <dl class="facts">
        <dt>{say(KEYS.balance)}</dt>
        <dd>
          <Amount of={balanceOf(of.balances)} />
        </dd>
      </dl>
      {kind === 'transfer' && (
        <Select
          name="to"
          label={say(MOVE.to)}
          options={recipients.map(({ id, name }) => ({
            value: id,
            label: `${name ?? say(KEYS.unnamed)} · ${id.slice(-6)}`,
          }))}
          value={to}
          error={wrongRecipient}
        />
      )}
      <MovementFields {...{ amount, reference, wrong }} />
      <div class="actions">
        <Button kind="primary">{say(MOVE_SUBMITS[kind])}</Button>
        <LinkButton href={here}>{say(SHELL.cancel)}</LinkButton>
      </div>
    </form>
  );
}
