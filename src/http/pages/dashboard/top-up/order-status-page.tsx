/** An order to somebody without its account's session: how it is, and nothing else. */
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { LinkButton } from '../components/forms.js';
import { type Refresh, Shell } from '../components/shell.js';
import { ONE_ORDER, STATUSES, TOLD } from '../texts/order-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts, useView } from '../view/view.js';

interface OrderStatusPageProps {
  readonly order: OrderState;
  readonly refresh: Refresh | undefined;
}

export function OrderStatusPage({ order: { id, status }, refresh }: OrderStatusPageProps) {
  const say = useTexts();
  const { signedIn } = useView();
  const here = `/top-up/${id}`;
  const isLookedUp = status === 'awaiting_payment';
  const title = say(isLookedUp ? ONE_ORDER.lookingUp : STATUSES[status]);
  return (
    <Shell title={title} refresh={refresh}>
      <section class="card" data-watches={refresh && status}>
        <h1>{title}</h1>
        <p class="soft">{say(isLookedUp ? ONE_ORDER.lookedUp : TOLD[status])}</p>
        {signedIn === undefined ? (
          <LinkButton href={`/sign-in?next=${here}`}>{say(ONE_ORDER.signIn)}</LinkButton>
        ) : (
          <LinkButton href="/">{say(SHELL.home)}</LinkButton>
        )}
      </section>
    </Shell>
  );
}
