/** The fields that every movement by hand has. */
import { Field } from '../components/forms.js';
import { MOVE, MOVE_WRONG } from '../texts/ledger-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

export type WrongMovement = keyof typeof MOVE_WRONG;

export interface TypedMovement {
  readonly amount: string;
  readonly reference: string;
}

export interface MovementFieldsProps extends TypedMovement {
  readonly wrong: WrongMovement | undefined;
}

export function MovementFields({ amount, reference, wrong }: MovementFieldsProps) {
  const say = useTexts();
  const { language } = useView();
  return (
    <>
      <Field
        name="amount"
        label={`${say(MOVE.amount)} (${unitOf(language)})`}
        hint={say(MOVE.amountHint)}
        error={useWrong(wrong, 'amount', 'tooMuch', 'insufficient')}
        value={amount}
        maxLength={20}
        autoComplete="off"
        required
      />
      <Field
        name="reference"
        label={say(MOVE.reference)}
        hint={say(MOVE.referenceHint)}
        error={useWrong(wrong, 'reference', 'reused')}
        value={reference}
        maxLength={200}
        autoComplete="off"
        required
      />
    </>
  );
}

/** The error of a field, if what is wrong is about it. */
export function useWrong(wrong: WrongMovement | undefined, ...ofField: WrongMovement[]): string | undefined {
  const say = useTexts();
  return wrong !== undefined && ofField.includes(wrong) ? say(MOVE_WRONG[wrong]) : undefined;
}
