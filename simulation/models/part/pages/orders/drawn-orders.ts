/** Accounts, keys and people of the pages of orders, and orders in all the ways in which they may be. */
import type { OrderState, OrderStatus } from '../../../../../src/actors/orders/order-messages.js';
import { MISMATCHES } from '../../../../../src/machines/order-context.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { Random } from '../../../../world/random.js';

export type Viewer = 'nobody' | 'member' | 'owner' | 'stranger' | 'operator';
export const VIEWERS: readonly Viewer[] = ['nobody', 'member', 'owner', 'stranger', 'operator'];

export interface DrawnService {
  readonly kind: 'chargily' | 'simulated';
  readonly isLive: boolean;
}

export const SERVICES: readonly DrawnService[] = [
  { kind: 'chargily', isLive: true },
  { kind: 'chargily', isLive: false },
  { kind: 'simulated', isLive: false },
];

/** An order as it is drawn; its number says how old it is. */
export interface DrawnOrder {
  readonly key: number;
  readonly status: OrderStatus;
  readonly service: DrawnService;
  readonly amountDa: number;
  /** Whether the payment service refused to make its checkout. */
  readonly isRefused: boolean;
  readonly finding: (typeof MISMATCHES)[number] | null;
  readonly isDismissed: boolean;
  readonly hasCard: boolean;
}

const STATUSES = ['made', 'awaiting_payment', 'paid', 'failed', 'canceled', 'expired'] as const;
const ULID_LENGTH = 26;

export const OPERATORS = 'acct_default';
export const ACCOUNTS: readonly { readonly id: string; readonly name: string }[] = [
  { id: idOf('acct', 1), name: 'Studio one' },
  { id: idOf('acct', 2), name: 'Studio two' },
  { id: idOf('acct', 3), name: 'Studio three' },
];

/** The sums of an account in micro-DA; payments of a test brought the marked part. */
export const TOTALS = { credited: 9_000_000n, charged: 2_000_000n, reserved: 500_000n, marked: 1_250_000n };
/** The key without a name may receive so much more; another one, as much as the largest order. */
export const ROOM_LEFT_DA = 600;
export const SHOWN_TOTALS = ['6.50', '1.25'];

/** All of the others is paid for. */
export function hasMarked(account: string | undefined): boolean {
  return account === accountOf(0);
}

export interface DeskKey {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly isRevoked: boolean;
}

/** The oldest first. */
export const KEYS: readonly DeskKey[] = [
  { id: idOf('key', 1), account: accountOf(0), name: 'Film & <sound>', isRevoked: false },
  { id: idOf('key', 2), account: accountOf(0), name: null, isRevoked: false },
  { id: idOf('key', 3), account: accountOf(0), name: 'Old', isRevoked: true },
  { id: idOf('key', 4), account: accountOf(1), name: 'Ads', isRevoked: false },
];

export const ROLES: Readonly<Record<Exclude<Viewer, 'nobody'>, 'member' | 'owner' | 'operator'>> = {
  member: 'member',
  owner: 'owner',
  stranger: 'owner',
  operator: 'operator',
};

/** The account of somebody. */
export function homeOf(viewer: Viewer): string {
  if (viewer === 'operator') return OPERATORS;
  return accountOf(viewer === 'stranger' ? 1 : 0);
}

function accountOf(number: number): string {
  return ACCOUNTS[number]?.id ?? OPERATORS;
}

export function idOf(kind: string, number: number): string {
  return `${kind}_${String(number).padStart(ULID_LENGTH, '0')}`;
}

export function drawOrder(random: Random): DrawnOrder {
  const status = random.pick(STATUSES);
  const service = random.pick(SERVICES);
  return {
    key: random.below(KEYS.length),
    status,
    service,
    amountDa: 41_000 + random.below(900),
    isRefused: status === 'failed' && random.chance(0.3),
    finding: status !== 'paid' && status !== 'made' && random.chance(0.4) ? random.pick(MISMATCHES) : null,
    isDismissed: random.chance(0.4),
    hasCard: service.kind === 'simulated' && random.chance(0.5),
  };
}

export const MADE_AT_S = 1_800_000_000;
export const PAID_AFTER_S = 600;
export const DISMISSED_AFTER_S = 7_200;

/** An order never changes once it is drawn, but for its dismissal. */
export function stateOf(id: string, number: number, drawn: DrawnOrder): OrderState {
  const { status, service, amountDa, isRefused, finding, isDismissed, hasCard } = drawn;
  const key = KEYS[drawn.key] as DeskKey;
  const createdAt = MADE_AT_S + number * 60;
  const value = { made: 'made', awaiting_payment: 'awaiting_payment', paid: 'paid' } as const;
  return {
    id,
    account: key.account,
    key: key.id,
    amount: microDa(amountDa * 1_000_000),
    service,
    createdAt,
    status,
    machine: {
      value:
        status === 'failed' || status === 'canceled' || status === 'expired'
          ? ({ [status]: 'watched' } as unknown as OrderState['machine']['value'])
          : value[status],
      context: {
        attempt: 1,
        checkout: hasCheckout(drawn) ? { id: `checkout-${number}`, url: checkoutUrl(number) } : null,
        dailyLooks: 0,
        mismatch: finding && { kind: finding, message: messageOf(number) },
        refusal: isRefused ? refusalOf(number) : null,
      },
    },
    paid: status === 'paid' ? { at: createdAt + PAID_AFTER_S, entry: number + 1 } : null,
    ...(hasCard && { card: { use: 'pays' as const, at: 0 as never } }),
    ...(finding !== null &&
      isDismissed && {
        dismissal: {
          by: { kind: 'user' as const, id: idOf('user', 9) },
          note: noteOf(number),
          at: createdAt + DISMISSED_AFTER_S,
        },
      }),
  };
}

export function hasCheckout({ status, isRefused }: DrawnOrder): boolean {
  return status !== 'made' && !isRefused;
}

export function checkoutUrl(number: number): string {
  return `https://pay.test/checkouts/${number}`;
}

export function messageOf(number: number): string {
  return `it is ${number}, and another one in the order`;
}

export function refusalOf(number: number): string {
  return `No checkout for number ${number}.`;
}

export function noteOf(number: number): string {
  return `Dealt with as number ${number}`;
}

/** In the ledger of its key, as the entry of a paid order. */
export function referenceOf(number: number, { service }: DrawnOrder): string {
  return `${service.kind}:checkout-${number}`;
}
