/** The form that orders credit. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import type { MicroDa } from '../../../../money/micro-da.js';
import type { GatewaySettings } from '../../../operation.js';
import { Card, EmptyState, Notice } from '../components/blocks.js';
import { Choices, Select } from '../components/choices.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { KEYS } from '../texts/key-texts.js';
import { TOP_UP } from '../texts/top-up-texts.js';
import { formatAmount, formatCount, isolated, unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import { type OrderForm, OTHER, usualAmounts } from './order-form.js';

const MICRO_DA_PER_DA = 1_000_000;

export type Trouble = 'amountWanted' | 'keyWanted' | 'tooMany' | 'noRoom' | 'used';

interface CreditableKey {
  readonly key: ApiKeyState;
  /** The amount that it may still receive in its life. */
  readonly room: MicroDa;
}

export interface NewOrderProps {
  /** The path that the form is sent to. */
  readonly action: string;
  readonly keys: readonly CreditableKey[];
  readonly bounds: Pick<GatewaySettings, 'topUpMin' | 'topUpMax'>;
  readonly form: OrderForm;
  /** Makes the form unique: sent twice, it makes one order. */
  readonly once: string;
  readonly trouble: Trouble | undefined;
  /** Without a key: make one, find another account, or know that there is none. */
  readonly without: 'create' | 'find' | 'none';
}

export function OrderFormCard(props: NewOrderProps) {
  const say = useTexts();
  const { action, keys, form, once, trouble, without } = props;
  const options = useKeyOptions(props);
  if (keys.length === 0) {
    if (without !== 'create')
      return (
        <Notice tone="plain">{say(without === 'find' ? TOP_UP.chooseFirst : TOP_UP.noKeysOfOthers)}</Notice>
      );
    return (
      <EmptyState icon="keys" title={say(TOP_UP.noKeys)} hint={say(TOP_UP.noKeysHint)}>
        <LinkButton href="/keys/new" kind="primary">
          {say(KEYS.create)}
        </LinkButton>
      </EmptyState>
    );
  }
  const isOfKey = trouble === 'keyWanted' || trouble === 'tooMany';
  return (
    <Card title={say(TOP_UP.newOrder)}>
      <form class="form" method="post" action={action} autocomplete="off" noValidate>
        {trouble === 'used' && <Notice tone="wait">{say(TOP_UP.used)}</Notice>}
        <input type="hidden" name="once" value={once} />
        <Select
          name="key"
          label={say(TOP_UP.key)}
          options={options}
          value={form.key}
          error={isOfKey ? say(TOP_UP[trouble]) : undefined}
        />
        <AmountField {...props} />
        <div class="actions">
          <Button kind="primary">{say(TOP_UP.order)}</Button>
        </div>
      </form>
    </Card>
  );
}

/** The keys by name and balance; and by their room if an order may be larger than that. */
function useKeyOptions({ keys, bounds }: NewOrderProps) {
  const say = useTexts();
  const { language } = useView();
  const inUnit = (amount: MicroDa) => `${formatAmount(language, amount)} ${unitOf(language)}`;
  return keys.map(({ key, room }) => {
    const label = `${isolated(key.name ?? say(KEYS.unnamed))} · ${say(TOP_UP.balance)} ${inUnit(balanceOf(key.balances))}`;
    const isSmall = room < bounds.topUpMax * MICRO_DA_PER_DA;
    return { value: key.id, label: isSmall ? `${label} · ${say(TOP_UP.atMost)} ${inUnit(room)}` : label };
  });
}

function AmountField({ bounds, form, trouble, keys }: NewOrderProps) {
  const say = useTexts();
  const { language } = useView();
  const inUnit = (text: string) => `${text} ${unitOf(language)}`;
  const inDa = (amount: number) => formatCount(language, amount);
  const room = keys.find(({ key }) => key.id === form.key)?.room;
  const errors: Partial<Record<Trouble, string>> = {
    amountWanted: say(TOP_UP.amountWanted),
    ...(room === undefined
      ? {}
      : { noRoom: `${say(TOP_UP.noRoom)} ${inUnit(formatAmount(language, room))}` }),
  };
  const usual = usualAmounts(bounds).map((amount) => ({
    value: String(amount),
    label: inUnit(inDa(amount)),
  }));
  return (
    <Choices
      name="choice"
      label={say(TOP_UP.amount)}
      options={[...usual, { value: OTHER, label: say(TOP_UP.other) }]}
      value={form.choice}
      error={trouble && errors[trouble]}
    >
      <Field
        name="amount"
        label={say(TOP_UP.ownAmount)}
        type="number"
        hint={inUnit(`${inDa(bounds.topUpMin)} – ${inDa(bounds.topUpMax)}`)}
        value={form.other}
        min={bounds.topUpMin}
        max={bounds.topUpMax}
      />
    </Choices>
  );
}
