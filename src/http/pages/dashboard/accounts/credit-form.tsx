/** The form by which an operator credits or debits a key of an account. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Card } from '../components/blocks.js';
import { Select } from '../components/choices.js';
import { Button } from '../components/forms.js';
import { MovementFields, type MovementFieldsProps, useWrong } from '../keys/movement-fields.js';
import { KEYS } from '../texts/key-texts.js';
import { MOVE, MOVE_TITLES } from '../texts/ledger-texts.js';
import { ONE_ACCOUNT } from '../texts/operators/account-texts.js';
import { formatAmount, isolated, unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

export interface CreditFormProps extends MovementFieldsProps {
  readonly action: string;
  /** The keys of the account, the newest first. */
  readonly keys: readonly ApiKeyState[];
  /** Id of the key that is chosen. */
  readonly chosen: string;
}

export function CreditForm({ action, keys, chosen, ...fields }: CreditFormProps) {
  const say = useTexts();
  const options = useKeyOptions(keys);
  const wrongKey = useWrong(fields.wrong, 'to');
  if (options.length === 0) return null;
  return (
    <Card title={say(ONE_ACCOUNT.credit)}>
      <form class="form" method="post" action={action}>
        <p class="soft">{say(ONE_ACCOUNT.creditHint)}</p>
        <Select name="key" label={say(MOVE.key)} options={options} value={chosen} error={wrongKey} />
        <MovementFields {...fields} />
        <div class="actions">
          <Button kind="primary" act="credit">
            {say(MOVE_TITLES.credit)}
          </Button>
          <Button act="debit">{say(MOVE_TITLES.debit)}</Button>
        </div>
      </form>
    </Card>
  );
}

/** By name and balance. A revoked key is among them as long as it has something to take back. */
function useKeyOptions(keys: readonly ApiKeyState[]) {
  const say = useTexts();
  const { language } = useView();
  return keys
    .filter(({ isRevoked, balances }) => !isRevoked || balanceOf(balances) > 0)
    .map(({ id, name, isRevoked, balances }) => {
      const parts = [
        isolated(name ?? say(KEYS.unnamed)),
        `${formatAmount(language, balanceOf(balances))} ${unitOf(language)}`,
        ...(isRevoked ? [say(KEYS.revoked)] : []),
      ];
      return { value: id, label: parts.join(' · ') };
    });
}
