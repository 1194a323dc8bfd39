/** Orders, newest first. */
import type { OrderState, OrderStatus } from '../../../../actors/orders/order-messages.js';
import type { Mismatch } from '../../../../machines/order-context.js';
import { Badge, type Tone } from '../components/blocks.js';
import { Amount, Time } from '../components/figures.js';
import { Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { DIFFERENCES, ONE_ORDER, STATUSES } from '../texts/order-texts.js';
import { ORDERS, TOP_UP } from '../texts/top-up-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { ListedOrder } from './orders.js';

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  made: 'wait',
  awaiting_payment: 'wait',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
  expired: 'plain',
};

export function StatusBadge({ of }: { readonly of: Pick<OrderState, 'status'> }) {
  const say = useTexts();
  return <Badge tone={TONES[of.status]}>{say(STATUSES[of.status])}</Badge>;
}

/** Says plainly that no money moves. */
export function TestBadge({ service }: Pick<OrderState, 'service'>) {
  const say = useTexts();
  if (service.isLive) return null;
  return (
    <Badge tone="wait">{say(service.kind === 'simulated' ? ONE_ORDER.simulated : ONE_ORDER.test)}</Badge>
  );
}

interface OrdersTableProps {
  readonly caption: string;
  readonly orders: readonly ListedOrder[];
  readonly hasAccounts: boolean;
  /** True if what each order was set aside for is told. */
  readonly hasDifferences?: boolean;
}

export function OrdersTable({ caption, orders, hasAccounts, hasDifferences = false }: OrdersTableProps) {
  const say = useTexts();
  const { language } = useView();
  return (
    <Table
      caption={caption}
      columns={[
        { head: say(ORDERS.date) },
        ...(hasAccounts ? [{ head: say(ORDERS.account), isAside: true }] : []),
        ...(hasDifferences
          ? [{ head: say(ORDERS.differs), isAside: true }]
          : [
              { head: say(ORDERS.key), isAside: true },
              { head: say(ORDERS.state), isAside: true },
            ]),
        { head: `${say(TOP_UP.amount)} (${unitOf(language)})`, align: 'end' },
      ]}
    >
      {orders.map((listed) => (
        <Row key={listed.order.id} {...listed} hasAccounts={hasAccounts} hasDifferences={hasDifferences} />
      ))}
    </Table>
  );
}

function Row({
  order,
  keyName,
  accountName,
  hasAccounts,
  hasDifferences,
}: ListedOrder & { readonly hasAccounts: boolean; readonly hasDifferences: boolean }) {
  const say = useTexts();
  const { id, account, key, amount, createdAt, machine } = order;
  const { mismatch } = machine.context;
  const name = keyName ?? say(KEYS.unnamed);
  return (
    <tr>
      <th scope="row">
        <a href={`/top-up/${id}`}>
          <Time at={createdAt} />
        </a>
        <small class="mono aside" dir="ltr">
          {id}
        </small>
        <small class="narrow-only">
          <bdi>{name}</bdi>
        </small>
        {hasDifferences && mismatch !== null && (
          <div class="narrow-only">
            <Difference {...mismatch} />
          </div>
        )}
      </th>
      {hasAccounts && (
        <td class="aside">
          <a href={`/top-up?account=${account}`}>
            <bdi>{accountName ?? account}</bdi>
          </a>
        </td>
      )}
      {hasDifferences ? (
        <td class="aside">{mismatch !== null && <Difference {...mismatch} />}</td>
      ) : (
        <>
          <td class="aside">
            <a href={`/keys/${key}`}>
              <bdi>{name}</bdi>
            </a>
          </td>
          <td class="aside">
            <StatusBadge of={order} /> <TestBadge service={order.service} />
          </td>
        </>
      )}
      <td class="end">
        <Amount of={amount} unit={false} />
        <div class="narrow-only">
          <StatusBadge of={order} /> <TestBadge service={order.service} />
        </div>
      </td>
    </tr>
  );
}

function Difference({ kind, message }: Mismatch) {
  const say = useTexts();
  return (
    <>
      {say(DIFFERENCES[kind])}
      <small lang="en" dir="ltr">
        {message}
      </small>
    </>
  );
}
