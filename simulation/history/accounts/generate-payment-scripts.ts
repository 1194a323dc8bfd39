/** Makes the scripts of orders: what the payment service does, and how the person pays. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import {
  type CreateMove,
  FALSE_FINDINGS,
  type FalseFinding,
  type LookMove,
  type Notice,
  type PaymentEnd,
  type PaymentScript,
} from '../payment-script.js';

const MINUTE_MS = 60_000;
/** An order that is not paid is looked at so often, at first. */
const LOOK_EVERY_MS = 35_000;

/** How often a move of the service is a fault. */
const FAULTY: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.1, heavy: 0.35 };
const SLOW_LOOK: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.1, heavy: 0.15 };
const PAID_AFTER_ALL_CHANCE = 0.08;
const NEVER_TRUE: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.03, heavy: 0.1 };

export function generatePaymentScript(random: Random, faults: FaultLevel): PaymentScript {
  const slow = random.fork('slow look');
  if (slow.chance(SLOW_LOOK[faults])) return newsDuringALook(slow);
  if (slow.chance(PAID_AFTER_ALL_CHANCE)) return paidAfterAll(slow);
  const isFaulty = () => random.chance(FAULTY[faults]);
  const creates: CreateMove[] = [];
  while (isFaulty() && creates.length < 6) creates.push(faultyCreate(random));
  if (random.chance(0.05)) creates.push({ do: 'refuse', delayMs: 20 });
  const looks = Array.from({ length: random.between(0, 4) }, () => lookMove(random, isFaulty()));
  const notices = Array.from({ length: random.between(0, 3) }, () => notice(random, isFaulty()));
  const isNeverMade = random.chance(NEVER_TRUE[faults]);
  const neverTrue = random.chance(NEVER_TRUE[faults]) ? random.pick(FALSE_FINDINGS) : undefined;
  const ends = paymentEnds(random);
  const atLast =
    neverTrue ?? (ends.length > 1 ? falseAtLast(random.fork('false at last'), faults) : undefined);
  return {
    creates,
    ...(isNeverMade ? { isNeverMade: true } : {}),
    looks,
    ...(atLast === undefined ? {} : { atLast }),
    ends,
    notices: faults === 'none' ? [{ afterMs: 100, how: 'genuine' }] : notices,
  };
}

/** A look takes its time, and does not tell yet of a payment whose notice comes meanwhile. */
function newsDuringALook(random: Random): PaymentScript {
  const look = { do: 'stale', delayMs: 12_000 } as const;
  const afterMs = LOOK_EVERY_MS + random.between(500, 9_000);
  return {
    creates: [],
    looks: [look, look],
    ends: [{ afterMs, status: 'paid' }],
    notices: [{ afterMs: 500, how: random.pick(['genuine', 'genuine', 'return'] as const) }],
  };
}

/** The person comes back from a payment of an order that had failed, and no notice tells of it. */
function paidAfterAll(random: Random): PaymentScript {
  const status = random.pick(['failed', 'canceled'] as const);
  return {
    creates: [],
    looks: [],
    ends: [
      { afterMs: 3_000, status },
      { afterMs: random.pick([8_000, 60_000]), status: 'paid' },
    ],
    notices: [{ afterMs: 300, how: 'return' }],
  };
}

/** Of a payment that failed and was made after all. */
function falseAtLast(random: Random, faults: FaultLevel): FalseFinding | undefined {
  return random.chance(FAULTY[faults]) ? random.pick(FALSE_FINDINGS) : undefined;
}

function faultyCreate(random: Random): CreateMove {
  return {
    do: random.weighted<CreateMove['do']>([
      [3, 'error'],
      [2, 'never'],
      [3, 'make_then_error'],
      [2, 'make_then_never'],
      [2, 'make'],
    ]),
    delayMs: random.pick([0, 20, 300, 5_000, 25_000]),
  };
}

function lookMove(random: Random, isFaulty: boolean): LookMove {
  if (!isFaulty) return { do: 'truth', delayMs: random.pick([0, 20, 300]) };
  return {
    do: random.weighted<LookMove['do']>([
      [3, 'error'],
      [2, 'never'],
      [2, 'stale'],
      [3, 'truth'],
      [4, random.pick(FALSE_FINDINGS)],
    ]),
    delayMs: random.pick([0, 20, 3_000, 25_000]),
  };
}

function notice(random: Random, isFaulty: boolean): Notice {
  return {
    how: isFaulty ? random.pick(['wrong_signature', 'of_another_order'] as const) : pickNotice(random),
    afterMs: random.pick([0, 50, 2_000, 40_000]),
  };
}

function pickNotice(random: Random): Notice['how'] {
  return random.weighted([
    [3, 'genuine'],
    [1, 'return'],
  ]);
}

function paymentEnds(random: Random): readonly PaymentEnd[] {
  const soonMs = random.pick([10, 800, 5_000, 30_000]);
  const lateMs = random.pick([soonMs + 20, 90_000, 40 * MINUTE_MS, 100 * MINUTE_MS]);
  const paid = { status: 'paid', afterMs: soonMs } as const;
  return random.weighted<readonly PaymentEnd[]>([
    [6, [paid]],
    [2, []],
    [1, [{ status: 'failed', afterMs: soonMs }]],
    [1, [{ status: 'canceled', afterMs: soonMs }]],
    [1, [{ ...paid, afterMs: lateMs }]],
    [
      2,
      [
        { status: random.pick(['failed', 'canceled'] as const), afterMs: soonMs },
        { ...paid, afterMs: lateMs },
      ],
    ],
  ]);
}
