/**
 * Chargily Pay V2, for CIB and Edahabia cards: https://dev.chargily.com/pay-v2
 *
 * Checked against the service's pages on checkouts and webhooks and its own clients
 * (`@chargily/chargily-pay` for JavaScript, commit 08be1da, and `Chargily.Pay` 2.0.2 for .NET), in November
 * 2026.
 *
 * Facts that money rests on, with their source (page "The Checkout object")
 *  - `amount` is an integer in whole dinars: `2500` is 2,500 DA.
 *  - `amount` has no fees in it: they stand beside it in `fees`, `fees_on_merchant` and `fees_on_customer`.
 *  - The operator of the gateway bears the fees (`chargily_pay_fees_allocation`), so the person pays what the
 *    order says.
 *  - A checkout expires after 30 minutes (page "Expire a checkout"). The service tells of it in an event, and
 *    names no status for it; `expired` is taken for one.
 *  - A checkout cannot be given an id of ours: one whose answer was lost is never paid, for nobody has its
 *    link.
 */
import type { MakeService } from '../../outward/outward.js';
import { isSignedBy } from '../notice-signature.js';
import type {
  CheckoutRequest,
  CreateAnswer,
  LookAnswer,
  PaymentProvider,
  SeenCheckout,
} from '../payment-provider.js';

export const CHARGILY_URLS = {
  live: 'https://pay.chargily.net/api/v2',
  test: 'https://pay.chargily.net/test/api/v2',
} as const;

const CURRENCY = 'dzd';
const FEES_ON = 'merchant';

/** `status` of a checkout. */
const STATUSES: Readonly<Record<string, SeenCheckout['status']>> = {
  pending: 'open',
  processing: 'open',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
};

/** The request itself is at fault: the same one again is refused again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);
const MESSAGE_CHARACTERS_MAX = 200;

export interface ChargilyOptions {
  readonly makeService: MakeService;
  /** The API secret, which signs notices, too. */
  readonly key: string;
  readonly mode: keyof typeof CHARGILY_URLS;
  /** `/api/v2` included, without a slash at the end. */
  readonly url?: string | undefined;
}

export function createChargily({ makeService, key, mode, url }: ChargilyOptions): PaymentProvider {
  const base = url ?? CHARGILY_URLS[mode];
  const isLive = mode === 'live';
  const secretHeaders = { authorization: `Bearer ${key}` };
  const service = makeService({ name: 'chargily', url: base, secretHeaders });
  return {
    kind: 'chargily',
    isLive,
    async createCheckout(request, signal) {
      const answer = await service.call(
        { method: 'POST', path: '/checkouts', body: bodyOf(request) },
        signal,
      );
      return readCreated(answer, request, isLive, base);
    },
    async look(checkoutId, signal): Promise<LookAnswer> {
      const path = `/checkouts/${encodeURIComponent(checkoutId)}`;
      const { status, body } = await service.call({ method: 'GET', path }, signal);
      if (status === 404 && messageOf(body) !== undefined) return { outcome: 'unknown' };
      const checkout = status === 200 ? readCheckout(body) : undefined;
      if (checkout === undefined) throw new Error(`Chargily answered a look with ${status}`);
      return { outcome: 'seen', checkout };
    },
    isGenuine: (body, signature) => isSignedBy(key, body, signature),
  };
}

function bodyOf({ orderId, amount, returnUrl, noticeUrl }: CheckoutRequest) {
  return {
    amount,
    currency: CURRENCY,
    chargily_pay_fees_allocation: FEES_ON,
    description: orderId,
    success_url: returnUrl,
    failure_url: returnUrl,
    webhook_endpoint: noticeUrl,
  };
}

function readCreated(
  { status, body }: { readonly status: number; readonly body: unknown },
  { amount }: CheckoutRequest,
  isLive: boolean,
  base: string,
): CreateAnswer {
  const refusal = REFUSALS.has(status) ? messageOf(body) : undefined;
  if (refusal !== undefined) return { outcome: 'refused', message: refusal };
  const seen = status === 200 || status === 201 ? readCheckout(body) : undefined;
  const url = (body as { readonly checkout_url?: unknown } | undefined)?.checkout_url;
  if (seen === undefined || typeof url !== 'string' || !mayFollow(url, base)) {
    throw new Error(`Chargily answered the making of a checkout with ${status}`);
  }
  const { id, currency } = seen;
  if (seen.amount !== amount || currency !== CURRENCY || seen.isLive !== isLive) {
    throw new Error(`Chargily made a checkout of ${seen.amount} ${currency}, livemode ${seen.isLive}`);
  }
  return { outcome: 'created', checkout: { id, url } };
}

/** A person is sent nowhere but to a page over https, or to the configured service itself. */
function mayFollow(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && origin === new URL(base).origin);
}

/** Undefined if the body is no checkout. */
function readCheckout(body: unknown): SeenCheckout | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { id, entity, status, amount, currency, livemode } = body as Readonly<Record<string, unknown>>;
  if (entity !== 'checkout' || typeof id !== 'string' || id === '' || id.length > 100) return undefined;
  if (typeof status !== 'string' || typeof currency !== 'string') return undefined;
  if (typeof amount !== 'number' || typeof livemode !== 'boolean') return undefined;
  const statusText = status.slice(0, MESSAGE_CHARACTERS_MAX);
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  return { id, status: known ?? 'unknown', statusText, amount, currency, isLive: livemode };
}

/** Undefined if the service did not say it: the page of a proxy refuses no order, and forgets no checkout. */
function messageOf(body: unknown): string | undefined {
  const message = (body as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message !== '' ? message.slice(0, MESSAGE_CHARACTERS_MAX) : undefined;
}
