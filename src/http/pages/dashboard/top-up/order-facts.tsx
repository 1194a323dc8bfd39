/** The particulars of an order: those of its receipt, once it is paid. */
import type { ComponentChildren } from 'preact';
import type { NumberedEntry } from '../../../../actors/keys/key-lists.js';
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { ledgerEntryId } from '../../../schemas/identifiers.js';
import { Amount, Time } from '../components/figures.js';
import { KEYS } from '../texts/key-texts.js';
import { ONE_ORDER, RECEIPT } from '../texts/order-texts.js';
import { useTexts } from '../view/view.js';

export interface ShownOrder {
  readonly order: OrderState;
  readonly keyName: string | null;
  readonly accountName: string | null;
  /** Its credit; undefined if it is not paid. */
  readonly entry: NumberedEntry | undefined;
}

export function OrderFacts({ order, keyName, accountName, entry }: ShownOrder) {
  const say = useTexts();
  const { id, account, key, paid } = order;
  return (
    <dl class="facts">
      <Fact name={say(RECEIPT.order)}>
        <bdi class="mono">{id}</bdi>
      </Fact>
      <Fact name={say(RECEIPT.account)}>
        <Named name={accountName} id={account} />
      </Fact>
      <Fact name={say(RECEIPT.key)}>
        <Named name={keyName ?? say(KEYS.unnamed)} id={key} />
      </Fact>
      <Fact name={say(RECEIPT.service)}>
        <Service order={order} />
      </Fact>
      {paid !== null && (
        <Fact name={say(RECEIPT.paidAt)}>
          <Time at={paid.at} />
        </Fact>
      )}
      {entry !== undefined && (
        <>
          <Fact name={say(RECEIPT.reference)}>
            <bdi class="mono">{entry.reference}</bdi>
          </Fact>
          <Fact name={say(RECEIPT.entry)}>
            <bdi class="mono">{ledgerEntryId(key, entry.number)}</bdi>
          </Fact>
          <Fact name={say(RECEIPT.balance)}>
            <Amount of={entry.balance} />
          </Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Named({ name, id }: { readonly name: string | null; readonly id: string }) {
  return (
    <>
      {name !== null && <bdi>{name}</bdi>} <bdi class="mono small soft">{id}</bdi>
    </>
  );
}

/** It says plainly if no money moves. */
function Service({ order: { service } }: Pick<ShownOrder, 'order'>) {
  const say = useTexts();
  const name = service.kind === 'simulated' ? say(ONE_ORDER.simulated) : 'Chargily Pay';
  if (service.isLive) return <bdi>{name}</bdi>;
  return (
    <>
      <bdi>{name}</bdi>
      {service.kind !== 'simulated' && ` · ${say(ONE_ORDER.test)}`} ·{' '}
      <strong>{say(ONE_ORDER.noMoney)}</strong>
    </>
  );
}
