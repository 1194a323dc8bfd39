/** Looks at pages of orders, and forms of theirs, as chance has them. */
import { MISMATCHES } from '../../../../../src/machines/order-context.js';
import type { Random } from '../../../../world/random.js';
import {
  ACCOUNTS,
  type DrawnOrder,
  drawOrder,
  idOf,
  KEYS,
  OPERATORS,
  SERVICES,
  VIEWERS,
  type Viewer,
} from './drawn-orders.js';
import type { DeskLimits } from './order-desk.js';
import type { ListQuery } from './shown-list.js';

type SignedIn = Exclude<Viewer, 'nobody'>;
export type DeskAct =
  | { readonly do: 'put'; readonly orders: readonly DrawnOrder[] }
  /** `nth` of the orders that there are. */
  | { readonly do: 'look'; readonly nth: number; readonly viewer: Viewer; readonly look: number }
  | { readonly do: 'list'; readonly viewer: SignedIn; readonly query: ListQuery }
  | {
      readonly do: 'dismiss';
      readonly nth: number;
      readonly viewer: Viewer;
      readonly kind: string;
      readonly note: string;
    }
  | {
      readonly do: 'order';
      readonly viewer: SignedIn;
      readonly key: number;
      readonly choice: string;
      readonly amount: string;
      readonly outcome: (typeof REFUSED)[number] | 'created' | 'replayed';
    }
  | { readonly do: 'card'; readonly nth: number; readonly card: string; readonly isSent: boolean };

const SIGNED_IN = VIEWERS.filter((viewer): viewer is SignedIn => viewer !== 'nobody');
const REFUSED = ['no_such_key', 'too_many_orders', 'over_lifetime_credit', 'idempotency_key_reused'] as const;
const CREATED = ['created', 'created', 'replayed'] as const;
/** The use of each, as the order has it; a person who walks away uses none. */
const CARDS = ['pays', 'declined', 'notice_twice', 'notice_late', 'notice_never', 'cancel', 'abandoned', ''];
export const NOTE_MAX = 500;

export function drawLimits(random: Random): DeskLimits {
  return {
    service: random.chance(0.15) ? null : random.pick(SERVICES),
    ...random.pick([
      { topUpMin: 100, topUpMax: 1_000_000 },
      { topUpMin: 501, topUpMax: 5_000 },
      { topUpMin: 1_000, topUpMax: 1_999 },
      { topUpMin: 20_000, topUpMax: 30_000 },
    ]),
  };
}

export function drawAct(random: Random, limits: DeskLimits): DeskAct {
  return random.weighted<() => DeskAct>([
    [
      2,
      () => ({
        do: 'put',
        orders: Array.from({ length: random.pick([1, 4, 9]) }, () => drawOrder(random)),
      }),
    ],
    [
      5,
      () => ({
        do: 'look',
        nth: nth(random),
        viewer: random.pick(VIEWERS),
        look: random.pick([0, 0, 7, 39, 40]),
      }),
    ],
    [4, () => ({ do: 'list', viewer: random.pick(SIGNED_IN), query: drawQuery(random) })],
    [2, () => drawDismissal(random)],
    [4, () => drawForm(random, limits)],
    [2, () => ({ do: 'card', nth: nth(random), card: random.pick(CARDS), isSent: random.chance(0.6) })],
  ])();
}

function nth(random: Random): number {
  return random.below(200);
}

function drawQuery(random: Random): ListQuery {
  const [account, key] = [random.pick(ACCOUNTS).id, random.pick(KEYS).id];
  return {
    ...random.pick([
      {},
      {},
      { account },
      { account: key },
      { key },
      { account: idOf('acct', 8) },
      { account: OPERATORS },
      { account: 'x' },
    ]),
    ...(random.chance(0.3) && { amount: random.pick(['500', '5000', '41007', '7.5', 'ten']) }),
    ...(random.chance(0.4) && { after: random.below(60) }),
    ...(random.chance(0.3) && { isOfSetAside: true }),
  };
}

function drawDismissal(random: Random): DeskAct {
  const note = random.pick([
    '',
    ' ',
    'a',
    ` ${'n'.repeat(NOTE_MAX)} `,
    'n'.repeat(NOTE_MAX + 1),
    'Done by hand',
  ]);
  const kind = random.pick(['', 'its own', 'its own', ...MISMATCHES]);
  const viewer = random.chance(0.7) ? 'operator' : random.pick(VIEWERS);
  return { do: 'dismiss', nth: nth(random), viewer, kind, note };
}

function drawForm(random: Random, { topUpMin, topUpMax }: DeskLimits): DeskAct {
  const amounts = [topUpMin - 1, topUpMin, topUpMax, topUpMax + 1].map(String);
  return {
    do: 'order',
    viewer: random.pick(['owner', 'owner', 'operator', ...SIGNED_IN] as const),
    key: random.pick([0, 0, 1, ...KEYS.keys()]),
    choice: random.pick(['other', 'other', 'other', 'other', '500', '1000', '5000']),
    amount: random.pick([...amounts, ...amounts, '', '41001.5', '-41001', ' 1500 ', 'ten']),
    outcome: random.pick([...REFUSED, ...CREATED, ...CREATED]),
  };
}
