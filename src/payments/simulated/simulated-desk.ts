/**
 * The simulated payment service: a desk within the gateway, at which no money moves.
 *
 * A checkout has the id of its order, and is as durable: the order's record holds the use of the card
 * (`actors/orders/simulated-card.ts`), and all else follows from that. So the desk itself has no state, and
 * a node that is killed between the card and the credit finds the checkout paid.
 *
 * Its notices go the way of a service's: signed, and looked into before anything is believed. A
 * notice that was not sent when the node stopped is lost.
 */
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import { isSignedBy, signatureOf } from '../notice-signature.js';
import type { Notice, PaymentProvider, SeenCheckout } from '../payment-provider.js';
import { CARD_PAGE_PATH, rulesOf, type UsedCard } from './cards.js';

interface SimulatedCheckout {
  /** Whole DA. */
  readonly amount: number;
  /** Undefined until a card is used. */
  readonly card: UsedCard | undefined;
}

export interface SimulatedDeskParts {
  readonly world: Pick<World, 'steadyMs' | 'randomBytes'>;
  /** As on disk; undefined if there is no such order. */
  readonly checkoutOf: (orderId: string) => SimulatedCheckout | undefined;
}

const KEY_BYTES = 32;

export function createSimulatedDesk({ world, checkoutOf }: SimulatedDeskParts): PaymentProvider {
  const key = world.randomBytes(KEY_BYTES);

  function noticesOf(orderId: string): readonly Notice[] {
    const card = checkoutOf(orderId)?.card;
    if (card === undefined) return [];
    const { ends, noticesAfterMs } = rulesOf(card.use);
    const body = Buffer.from(JSON.stringify({ type: `checkout.${ends}`, data: { id: orderId } }));
    const signature = signatureOf(key, body);
    return noticesAfterMs.map((afterMs) => ({ afterMs, body, signature }));
  }

  return {
    kind: 'simulated',
    isLive: false,
    createCheckout: async ({ orderId }) => ({
      outcome: 'created',
      checkout: { id: orderId, url: CARD_PAGE_PATH + orderId },
    }),
    look: async (checkoutId) => {
      const checkout = checkoutOf(checkoutId);
      if (checkout === undefined) return { outcome: 'unknown' };
      const status = statusOf(checkout, world.steadyMs());
      const { amount } = checkout;
      return {
        outcome: 'seen',
        checkout: { id: checkoutId, status, statusText: status, amount, currency: 'dzd', isLive: false },
      };
    },
    isGenuine: (body, signature) => isSignedBy(key, body, signature),
    noticesOf,
  };
}

function statusOf({ card }: SimulatedCheckout, now: SteadyMs): SeenCheckout['status'] {
  if (card === undefined) return 'open';
  const { ends, endsAfterMs } = rulesOf(card.use);
  return now - card.at < endsAfterMs ? 'open' : ends;
}
