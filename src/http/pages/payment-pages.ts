/**
 * The addresses at which an order hears that there may be news: the notices of its payment service, and the
 * page that a person comes back to. Both have the service asked; neither is believed.
 */
import type { OrderStatus } from '../../actors/orders/order-messages.js';
import type { OrderDesk } from '../../routing/order-dispatcher.js';
import { type Peer, windowNetworkOf } from '../request/client-address.js';
import { ORDER_ID } from '../schemas/identifiers.js';
import { lineOfText, type WebPage } from './page.js';

export interface PaymentPageParts {
  readonly orders: OrderDesk;
  /** Undefined if there is no such order. */
  readonly statusOf: (orderId: string) => OrderStatus | undefined;
  /** Counts a request on the window of a network; false if that is full. */
  readonly admit: (network: string) => boolean;
}

const WORDS: Readonly<Record<OrderStatus, string>> = {
  made: 'Your payment is being prepared.',
  awaiting_payment: 'Your payment is being looked up. Load this page again in a moment.',
  paid: 'Your payment has arrived, and the credit is on your key. You can close this page.',
  failed: 'Your payment has failed. No credit was added.',
  canceled: 'Your payment was canceled. No credit was added.',
  expired: 'Your order has expired. No credit was added.',
};

export function paymentPages(parts: PaymentPageParts): readonly WebPage[] {
  const { orders, statusOf, admit } = parts;
  const isFull = (client: Peer | undefined) => !admit(windowNetworkOf(client));
  return [
    {
      path: '/payment-notices/',
      surface: 'public',
      headers: ['signature'],
      postBytes({ rest, client, header }, body) {
        if (isFull(client)) return lineOfText(429, 'too many requests');
        const orderId = ORDER_ID.test(rest) ? rest : undefined;
        const isGenuine = orders.takeNotice(orderId, body, header('signature') ?? '');
        return isGenuine ? lineOfText(200, 'ok') : lineOfText(403, 'the signature is wrong');
      },
    },
    {
      path: '/top-up/',
      surface: 'public',
      get({ rest, client }) {
        if (isFull(client)) return lineOfText(429, 'too many requests');
        const status = ORDER_ID.test(rest) ? statusOf(rest) : undefined;
        if (status === undefined) return lineOfText(404, 'There is no such order.');
        if (status !== 'paid') orders.notice(rest);
        return lineOfText(200, WORDS[status]);
      },
    },
  ];
}
