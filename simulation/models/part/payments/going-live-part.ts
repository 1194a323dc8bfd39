/** What keeps a node with a real provider or live payments from starting: credit without money, wherever it is. */
import { MARKED_BALANCE, MARKED_RESERVED } from '../../../../src/actors/money/tallies.js';
import { MARKED_ORDERS } from '../../../../src/actors/orders/tallies.js';
import { refuseMarkedCredit } from '../../../../src/node/assembly/marked-credit.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';

interface StartAct {
  readonly do: 'start';
  readonly provider: 'simulated' | 'fal';
  readonly payments: 'none' | 'simulated' | 'test' | 'live';
  /** Of simulated credit that can be spent, in micro-DA. */
  readonly balance: number;
  /** Of it, held by jobs. */
  readonly held: number;
  /** Open orders that would bring more. */
  readonly orders: number;
}

const SOME_CHANCE = 0.3;

export function goingLivePart(): Part<undefined, StartAct> {
  return {
    name: 'going-live',
    limits: () => undefined,
    act: (random) => ({
      do: 'start',
      provider: random.pick(['simulated', 'fal'] as const),
      payments: random.pick(['none', 'simulated', 'test', 'live'] as const),
      balance: some(random, 10 ** 15),
      held: some(random, 10 ** 15),
      orders: some(random, 3),
    }),
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        const costsMoney = act.provider === 'fal' || act.payments === 'live';
        const left = [act.balance > 0, act.held > 0, act.orders > 0];
        const message = refusalOf(act);
        const told = message === undefined ? 'starts' : `is refused over ${partsNamed(message)}`;
        const isRefused = costsMoney && left.includes(true);
        trial.same('start', told, isRefused ? `is refused over ${left}` : 'starts');
      },
      compare() {},
    }),
  };
}

function some(random: Random, most: number): number {
  return random.chance(SOME_CHANCE) ? random.between(1, most) : 0;
}

function refusalOf({ provider, payments, balance, held, orders }: StartAct): string | undefined {
  const mode = payments === 'live' ? 'live' : 'test';
  const chargily = { kind: 'chargily', mode, url: undefined, key: undefined } as const;
  const others = { none: undefined, simulated: { kind: 'simulated' } } as const;
  const config = {
    providers: [{ name: 'first', kind: provider, models: [], settings: {}, url: undefined, key: undefined }],
    payments: payments === 'none' || payments === 'simulated' ? others[payments] : chargily,
    data: 'data',
  };
  const sums = { [MARKED_BALANCE]: balance, [MARKED_RESERVED]: held, [MARKED_ORDERS]: orders };
  try {
    refuseMarkedCredit(config as never, new Map(Object.entries(sums)));
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function partsNamed(message: string): string {
  return [/can still be spent/, /jobs hold/, /orders are open/].map((part) => part.test(message)).join(',');
}
