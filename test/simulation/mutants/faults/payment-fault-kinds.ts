/** Scripts of payments with one kind of fault left in them, or none. */
import {
  type CreateMove,
  FALSE_FINDINGS,
  type LookMove,
  type PaymentScript,
} from '../../../../simulation/history/payment-script.js';

const CHECKOUT_MOVES = [
  'refuse',
  'error',
  'never',
  'make_then_error',
  'make_then_never',
  'make_then_garbage',
] as const;
/** A look that shows what was true before has no kind of its own: it is like one that came earlier. */
const LOOK_MOVES = ['error', 'never', 'garbage', ...FALSE_FINDINGS] as const;
const PAYMENT_ENDS = ['failed', 'canceled'] as const;

export type PaymentFaultKind =
  | `checkout ${(typeof CHECKOUT_MOVES)[number]}`
  | `look ${(typeof LOOK_MOVES)[number]}`
  | 'notice lost'
  | 'notice forged'
  | 'notice garbage'
  | `payment ${(typeof PAYMENT_ENDS)[number]}`;

export const PAYMENT_FAULT_KINDS: readonly PaymentFaultKind[] = [
  ...CHECKOUT_MOVES.map((move) => `checkout ${move}` as const),
  ...LOOK_MOVES.map((move) => `look ${move}` as const),
  'notice lost',
  'notice forged',
  'notice garbage',
  ...PAYMENT_ENDS.map((how) => `payment ${how}` as const),
];

interface Kept {
  has(kind: PaymentFaultKind): boolean;
}

const NOTICE = { afterMs: 100, how: 'genuine' } as const;

/**
 * A notice that comes twice has no kind, for every service tells again of what was paid. A payment that comes
 * late has none: an order is over, too, if its page is opened late.
 */
export function paymentWithOnly(
  { creates, isNeverMade, looks, atLast, ends, notices }: PaymentScript,
  kept: Kept,
  promptly: (delayMs: number) => number,
): PaymentScript {
  const isLost = kept.has('notice lost') && notices.every(({ how }) => how !== 'genuine');
  const forged = kept.has('notice forged') ? notices.filter(({ how }) => how === 'wrong_signature') : [];
  const odd = kept.has('notice garbage') ? notices.filter(({ how }) => how === 'garbage') : [];
  const createOf = (move: CreateMove['do']) =>
    move === 'make' || kept.has(`checkout ${move}`) ? move : 'make';
  const lookOf = (move: LookMove['do']) =>
    move !== 'truth' && move !== 'stale' && kept.has(`look ${move}`) ? move : 'truth';
  return {
    creates: creates.map(({ do: move, delayMs }) => ({
      do: createOf(move),
      delayMs: promptly(delayMs),
    })),
    ...(isNeverMade && kept.has('checkout error') ? { isNeverMade } : {}),
    looks: looks.map(({ do: move, delayMs }) => ({ do: lookOf(move), delayMs: promptly(delayMs) })),
    ...(atLast !== undefined && kept.has(`look ${atLast}`) ? { atLast } : {}),
    ends: ends.filter(({ status }) => status === 'paid' || kept.has(`payment ${status}`)),
    notices: isLost ? [] : [NOTICE, ...forged, ...odd],
  };
}
