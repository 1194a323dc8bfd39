/** The life of an order as steps. */
import type { OrderState } from '../../../../actors/orders/order-messages.js';
import type { Step } from '../components/timeline.js';
import { ONE_ORDER, STATUSES } from '../texts/order-texts.js';
import { useTexts } from '../view/view.js';

export function useSteps({ status, createdAt, machine, paid }: OrderState): readonly Step[] {
  const say = useTexts();
  const made: Step = { title: say(ONE_ORDER.made), state: 'done', at: createdAt };
  const hasPage = machine.context.checkout !== null;
  const ready: Step = { title: say(ONE_ORDER.ready), state: 'done' };
  switch (status) {
    case 'made':
      return [
        made,
        { title: say(STATUSES.made), state: 'now' },
        { title: say(ONE_ORDER.payment), state: 'ahead' },
      ];
    case 'awaiting_payment':
      return [
        made,
        ready,
        { title: say(ONE_ORDER.payment), state: 'now' },
        { title: say(ONE_ORDER.credited), state: 'ahead' },
      ];
    case 'paid':
      return [made, ready, { title: say(ONE_ORDER.credited), state: 'done', at: paid?.at }];
    case 'failed':
    case 'canceled':
    case 'expired':
      return [
        made,
        hasPage ? ready : { title: say(ONE_ORDER.notReady), state: 'bad' },
        { title: say(STATUSES[status]), state: 'bad' },
      ];
  }
}
