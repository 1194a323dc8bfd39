/** One order: how it is, what to do, and, once it is paid, its receipt. */
import { Card, Notice, PageHead } from '../components/blocks.js';
import { Amount } from '../components/figures.js';
import { LinkButton } from '../components/forms.js';
import { type Refresh, Shell } from '../components/shell.js';
import { Timeline } from '../components/timeline.js';
import { ONE_ORDER, RECEIPT, STATUSES, TOLD } from '../texts/order-texts.js';
import { TOP_UP } from '../texts/top-up-texts.js';
import { useTexts } from '../view/view.js';
import { Finding, type RefusedNote } from './finding.js';
import { OrderFacts, type ShownOrder } from './order-facts.js';
import { useSteps } from './order-steps.js';
import { StatusBadge, TestBadge } from './orders-table.js';

const MICRO_DA_PER_DA = 1_000_000;

export interface OrderPageProps extends ShownOrder {
  readonly mayPay: boolean;
  readonly isOperator: boolean;
  /** The operator who has dealt with what was set aside. */
  readonly dismissedBy: string | undefined;
  readonly refused: RefusedNote | undefined;
  /** The gateway's own address. */
  readonly issuer: string;
  readonly refresh: Refresh | undefined;
}

export function OrderPage(props: OrderPageProps) {
  const say = useTexts();
  const { order, refresh } = props;
  const isPaid = order.status === 'paid';
  const title = say(isPaid ? RECEIPT.title : ONE_ORDER.title);
  return (
    <Shell title={`${title} · ${say(STATUSES[order.status])}`} refresh={refresh}>
      <PageHead
        title={title}
        above={{ href: '/top-up', title: say(TOP_UP.title) }}
        badge={
          <>
            <StatusBadge of={order} />
            <TestBadge service={order.service} />
          </>
        }
      >
        {isPaid && <LinkButton href={`/keys/${order.key}`}>{say(RECEIPT.openKey)}</LinkButton>}
      </PageHead>
      <div class="beside" data-watches={refresh && order.status}>
        <Card title={<Amount of={order.amount} />}>
          {order.machine.context.mismatch === null ? <Told {...props} /> : <Finding {...props} />}
          <OrderFacts {...props} />
          <p class="printed-only small soft">Tollgate · {props.issuer}</p>
        </Card>
        <div class="not-printed">
          <Card title={say(ONE_ORDER.progress)}>
            <Timeline steps={useSteps(order)} />
          </Card>
        </div>
      </div>
    </Shell>
  );
}

/** The state of the order, and the next step. */
function Told({ order, mayPay }: OrderPageProps) {
  const say = useTexts();
  const { id, status, machine, amount, key } = order;
  const told = say(TOLD[status]);
  switch (status) {
    case 'paid':
      return <Notice tone="good">{told}</Notice>;
    case 'made':
      return (
        <>
          <Notice tone="plain">{told}</Notice>
          <div class="actions">
            <LinkButton href={`/top-up/${id}`}>{say(ONE_ORDER.lookAgain)}</LinkButton>
          </div>
        </>
      );
    case 'awaiting_payment':
      return (
        <>
          <p>{mayPay ? told : say(ONE_ORDER.ownersPay)}</p>
          <div class="actions">
            {mayPay && machine.context.checkout !== null && (
              <LinkButton href={machine.context.checkout.url} kind="primary" rel="noreferrer">
                {say(ONE_ORDER.pay)}
                <Amount of={amount} />
              </LinkButton>
            )}
            <LinkButton href={`/top-up/${id}`}>{say(ONE_ORDER.lookAgain)}</LinkButton>
          </div>
        </>
      );
    case 'failed':
    case 'canceled':
    case 'expired':
      return (
        <>
          <Notice tone={status === 'failed' ? 'bad' : 'plain'}>
            {told}
            <Refusal order={order} />
          </Notice>
          {machine.context.checkout !== null && <p class="soft small">{say(ONE_ORDER.tookAnyway)}</p>}
          {mayPay && (
            <div class="actions">
              <LinkButton href={`/top-up?key=${key}&amount=${amount / MICRO_DA_PER_DA}`} kind="primary">
                {say(ONE_ORDER.tryAgain)}
              </LinkButton>
            </div>
          )}
        </>
      );
  }
}

function Refusal({ order }: Pick<OrderPageProps, 'order'>) {
  const say = useTexts();
  const { refusal } = order.machine.context;
  if (refusal === null) return null;
  return (
    <p>
      {say(ONE_ORDER.refused)} <bdi>{refusal}</bdi>
    </p>
  );
}
