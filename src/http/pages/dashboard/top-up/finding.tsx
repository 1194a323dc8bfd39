/** A finding about an order that was not believed, and its dismissal. */
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import type { Mismatch } from '../../../../machines/order-context.js';
import { Notice } from '../components/blocks.js';
import { Time } from '../components/figures.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { MOVE_TITLES } from '../texts/ledger-texts.js';
import { DIFFERENCES, ONE_ORDER } from '../texts/order-texts.js';
import { useTexts } from '../view/view.js';

export const NOTE_CHARACTERS_MAX = 500;

/** A note that did not dismiss the order. */
export interface RefusedNote {
  /** As typed. */
  readonly note: string;
  readonly error: 'noteWanted' | 'noteOutdated';
}

interface FindingProps {
  readonly order: OrderState;
  readonly isOperator: boolean;
  /** The name of the operator who has dealt with it. */
  readonly dismissedBy: string | undefined;
  readonly refused: RefusedNote | undefined;
}

/** An operator is told what differs, and says that it is dealt with. */
export function Finding({ order, isOperator, dismissedBy, refused }: FindingProps) {
  const say = useTexts();
  const { dismissal, machine } = order;
  const { mismatch } = machine.context;
  if (mismatch === null) return null;
  const isDone = dismissal !== undefined;
  if (!isOperator)
    return (
      <Notice tone={isDone ? 'plain' : 'wait'}>
        {say(isDone ? ONE_ORDER.wasSetAside : ONE_ORDER.setAside)}
      </Notice>
    );
  return (
    <>
      <Notice tone={isDone ? 'plain' : 'bad'}>
        <strong>{say(DIFFERENCES[mismatch.kind])}</strong>
        <p lang="en" dir="ltr">
          {mismatch.message}
        </p>
        {!isDone && <p>{say(ONE_ORDER.setAsideHint)}</p>}
      </Notice>
      {isDone ? (
        <Notice tone="good">
          <strong>{say(ONE_ORDER.dismissed)}</strong>
          <p dir="auto">{dismissal.note}</p>
          <p class="small soft">
            <bdi>{dismissedBy ?? dismissal.by.id}</bdi> · <Time at={dismissal.at} />
          </p>
        </Notice>
      ) : (
        <DismissForm order={order} kind={mismatch.kind} refused={refused} />
      )}
    </>
  );
}

interface DismissFormProps extends Pick<FindingProps, 'order' | 'refused'> {
  readonly kind: Mismatch['kind'];
}

function DismissForm({ order, kind, refused }: DismissFormProps) {
  const say = useTexts();
  return (
    <form class="form not-printed" method="post" action={`/top-up/${order.id}`}>
      <input type="hidden" name="kind" value={kind} />
      <Field
        name="note"
        label={say(ONE_ORDER.note)}
        hint={say(ONE_ORDER.noteHint)}
        value={refused?.note ?? ''}
        error={refused && say(ONE_ORDER[refused.error])}
        maxLength={NOTE_CHARACTERS_MAX}
        autoComplete="off"
        required
      />
      <div class="actions">
        <Button act="dismiss">{say(ONE_ORDER.dismiss)}</Button>
        <LinkButton href={`/keys/${order.key}/credit`}>{say(MOVE_TITLES.credit)}</LinkButton>
      </div>
    </form>
  );
}
