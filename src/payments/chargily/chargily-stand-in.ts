/**
 * A stand-in for Chargily Pay V2: its checkouts, as the service's pages describe them. Nobody pays at it by
 * himself: `end` says how a payment ended. It knows no socket, as the stand-ins of providers.
 */
import type {
  StandIn,
  StandInAnswer,
  StandInParts,
  StandInRequest,
} from '../../providers/adapters/remote/stand-in.js';
import { signatureOf } from '../notice-signature.js';

/** The fields that the gateway reads, and those of fees. */
export interface StandInCheckout {
  readonly id: string;
  readonly entity: 'checkout';
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly fees: number;
  readonly fees_on_merchant: number;
  readonly fees_on_customer: number;
  readonly status: string;
  readonly webhook_endpoint: string | null;
  readonly checkout_url: string;
}

export interface ChargilyNotice {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

export interface ChargilyStandIn extends StandIn {
  /** In the order in which they were made. */
  readonly checkouts: ReadonlyMap<string, StandInCheckout>;
  /** Changes a checkout, as its service does when a payment ends. */
  change(id: string, change: Partial<StandInCheckout>): void;
  /** The notice of how a checkout stands now. */
  noticeOf(id: string): ChargilyNotice;
}

type ChargilyStandInParts = Pick<StandInParts, 'key' | 'baseUrl'> & { readonly isLive: boolean };

const CHECKOUTS = /\/api\/v2\/checkouts(?:\/([^/]+))?$/;
const AMOUNT_MIN = 75;

export function makeChargilyStandIn({ key, baseUrl, isLive }: ChargilyStandInParts): ChargilyStandIn {
  const checkouts = new Map<string, StandInCheckout>();

  function answer({ method, path, headers, body }: StandInRequest): StandInAnswer {
    if (headers.authorization !== `Bearer ${key}`)
      return { status: 401, body: { message: 'Unauthenticated.' } };
    const [matched, id] = CHECKOUTS.exec(path) ?? [];
    if (matched === undefined) return { status: 404, body: { message: 'Not found.' } };
    if (method === 'POST' && id === undefined) return created(body);
    const checkout = checkouts.get(id ?? '');
    return checkout === undefined
      ? { status: 404, body: { message: 'No query results for model [Checkout].' } }
      : { status: 200, body: checkout };
  }

  function created(body: unknown): StandInAnswer {
    const { amount, currency, success_url, webhook_endpoint } = (body ?? {}) as Readonly<
      Record<string, unknown>
    >;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < AMOUNT_MIN) {
      return invalid('amount', `The amount field must be at least ${AMOUNT_MIN}.`);
    }
    if (currency !== 'dzd') return invalid('currency', 'The selected currency is invalid.');
    if (typeof success_url !== 'string') return invalid('success_url', 'The success url field is required.');
    const id = `01hj${String(checkouts.size + 1).padStart(22, '0')}`;
    const fees = Math.ceil(amount / 50);
    const checkout: StandInCheckout = {
      id,
      entity: 'checkout',
      livemode: isLive,
      amount,
      currency,
      fees,
      fees_on_merchant: fees,
      fees_on_customer: 0,
      status: 'pending',
      webhook_endpoint: typeof webhook_endpoint === 'string' ? webhook_endpoint : null,
      checkout_url: `${baseUrl()}/checkouts/${id}/pay`,
    };
    checkouts.set(id, checkout);
    return { status: 200, body: checkout };
  }

  function known(id: string): StandInCheckout {
    const checkout = checkouts.get(id);
    if (checkout === undefined) throw new Error(`the stand-in has no checkout ${id}`);
    return checkout;
  }

  return {
    answer,
    begun: new Map(),
    checkouts,
    change: (id, change) => void checkouts.set(id, { ...known(id), ...change }),
    noticeOf(id) {
      const data = known(id);
      const body = JSON.stringify({
        id: `evt-${id}`,
        entity: 'event',
        type: `checkout.${data.status}`,
        data,
      });
      return { url: data.webhook_endpoint ?? '', body, signature: signatureOf(key, Buffer.from(body)) };
    },
  };
}

function invalid(field: string, message: string): StandInAnswer {
  return { status: 422, body: { message, errors: { [field]: [message] } } };
}
