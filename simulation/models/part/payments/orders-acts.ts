/** All that may come to the orders of a node. */
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import { MISMATCHES } from '../../../../src/machines/order-context.js';
import { CARD_USES, type CardUse } from '../../../../src/payments/simulated/cards.js';
import type { Random } from '../../../world/random.js';
import { MAKINGS, type Making, SAYINGS, type Saying } from './scripted-bank.js';

export interface OrdersLimits {
  readonly openOrders: number;
  readonly atOnce: number;
  readonly residentMax: number;
  readonly service: PaymentService;
}

/** `nth` is of the orders there are, from the newest on; `author` is one of two management keys. */
export type OrdersAct =
  | {
      readonly do: 'order';
      readonly key: number;
      /** Undefined if the node takes none of this amount. */
      readonly amountDa?: number | undefined;
      readonly author: number;
      /** Of its idempotency key, and of its request; undefined if it has none. */
      readonly repeated?: readonly [key: number, request: number] | undefined;
    }
  | { readonly do: 'bank'; readonly making: Making; readonly isDown: boolean }
  | { readonly do: 'turns'; readonly nth: number; readonly says: Saying }
  | { readonly do: 'notice'; readonly nth: number; readonly signature: 'right' | 'short' | 'other' | 'none' }
  | { readonly do: 'return'; readonly nth: number }
  | { readonly do: 'card'; readonly nth: number; readonly use: CardUse }
  | { readonly do: 'void'; readonly nth: number; readonly author: number }
  /** A void, and then its payment after all. */
  | { readonly do: 'late'; readonly nth: number; readonly author: number }
  | {
      readonly do: 'dismiss';
      readonly nth: number;
      readonly author: number;
      /** The finding that it has is what is dismissed if it is left out. */
      readonly kind?: (typeof MISMATCHES)[number] | undefined;
    }
  | { readonly do: 'service'; readonly service?: PaymentService | undefined }
  | { readonly do: 'grant'; readonly key: number; readonly amountDa: number }
  | { readonly do: 'revoke'; readonly key: number }
  | { readonly do: 'list'; readonly limit: number; readonly nth: number }
  | { readonly do: 'restart'; readonly downMs: number };

const ORDERED_KEYS = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SERVICES: readonly PaymentService[] = [
  { kind: 'chargily', isLive: true },
  { kind: 'chargily', isLive: false },
  { kind: 'simulated', isLive: false },
];
const AMOUNTS = [100, 100, 2_500, 2_500, 400_000_000, 600_000_000, 1_000_000_000];

export function ordersLimits(random: Random): OrdersLimits {
  return {
    openOrders: random.pick([1, 2, 5]),
    atOnce: random.pick([1, 2, 100]),
    residentMax: random.pick([1, 100]),
    service: random.pick(SERVICES),
  };
}

export function ordersPauseMs(random: Random): number {
  const usual = [1, 1, 1, 1, 400, 400, 5_000, 16_000, 36_000, 36_000, 130_000, DAY_MS, 3 * DAY_MS];
  return random.pick(random.chance(0.1) ? [HOUR_MS] : usual) + random.below(900);
}

export function ordersAct(random: Random, { service }: OrdersLimits): OrdersAct {
  const isOwn = service.kind === 'simulated';
  const nth = random.pick([0, 0, 0, 1, 2, 3, 5]);
  const author = random.below(2);
  const key = random.below(ORDERED_KEYS);
  return random.weighted<() => OrdersAct>([
    [
      3.5,
      () => ({
        do: 'order',
        key,
        amountDa: random.chance(0.05) ? undefined : random.pick(AMOUNTS),
        author,
        repeated: random.chance(0.4) ? [random.below(2), random.below(2)] : undefined,
      }),
    ],
    [3, () => ({ do: 'bank', making: makingOf(random), isDown: random.chance(0.2) })],
    [isOwn ? 1 : 7, () => ({ do: 'turns', nth, says: random.pick(['paid', 'paid', ...SAYINGS]) })],
    [4, () => ({ do: 'notice', nth, signature: random.pick(['right', 'right', 'short', 'other', 'none']) })],
    [3, () => ({ do: 'return', nth })],
    [isOwn ? 7 : 0.5, () => ({ do: 'card', nth, use: random.pick(Object.keys(CARD_USES) as CardUse[]) })],
    [0.7, () => ({ do: 'void', nth, author })],
    [isOwn ? 0.2 : 1, () => ({ do: 'late', nth, author })],
    [2, () => ({ do: 'dismiss', nth, author, ...(random.chance(0.2) && { kind: random.pick(MISMATCHES) }) })],
    [1, () => ({ do: 'service', service: random.pick([...SERVICES, ...SERVICES, undefined]) })],
    [0.7, () => ({ do: 'grant', key, amountDa: random.pick([1, 300_000_000, 999_999_900]) })],
    [0.2, () => ({ do: 'revoke', key })],
    [2, () => ({ do: 'list', limit: random.between(1, 3), nth })],
    [1, () => ({ do: 'restart', downMs: random.pick([0, 0, 40_000, 2 * HOUR_MS, 2 * DAY_MS]) })],
  ])();
}

function makingOf(random: Random): Making {
  return random.pick(['makes', 'makes', 'makes', ...MAKINGS]);
}
