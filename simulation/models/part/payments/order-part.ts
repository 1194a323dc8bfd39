/** The life of an order, with whatever may come to it in any order. */
import { orderMachine } from '../../../../src/machines/order.js';
import { FIRST_ORDER_CONTEXT, MISMATCHES } from '../../../../src/machines/order-context.js';
import type { OrderEvent } from '../../../../src/machines/order-events.js';
import { MachineRunner } from '../../../../src/machines/run-machine.js';
import type { Random } from '../../../world/random.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { NaiveOrder } from './naive-order.js';

interface OrderAct {
  readonly do: OrderEvent['type'];
  /** Of a mismatch. */
  readonly finding: (typeof MISMATCHES)[number];
}

const STATUSES = ['made', 'awaiting_payment', 'failed', 'canceled', 'expired', 'paid'] as const;

export function orderPart(): Part<null, OrderAct> {
  return {
    name: 'order',
    limits: () => null,
    act: (random) => ({ do: eventOf(random), finding: random.pick(MISMATCHES) }),
    pauseMs: () => 0,
    begin: (trial) => new OrderCourse(trial),
  };
}

function eventOf(random: Random): OrderEvent['type'] {
  return random.weighted<OrderEvent['type']>([
    [3, 'CHECKOUT_CREATED'],
    [0.2, 'CHECKOUT_REFUSED'],
    [1, 'CHECKOUT_NOT_CREATED'],
    [0.4, 'PAID'],
    [0.4, 'FAILED'],
    [0.3, 'CANCELED'],
    [0.3, 'EXPIRED'],
    [4, 'MISMATCHED'],
    [2, 'NOTICED'],
    [8, 'CALL_DUE'],
    [0.5, 'DEADLINE'],
    [0.3, 'VOIDED'],
    [1, 'RESUMED'],
  ]);
}

class OrderCourse implements Course<OrderAct> {
  readonly #trial: Trial;
  readonly #runner = new MachineRunner(orderMachine);
  readonly #naive = new NaiveOrder();
  #order = this.#runner.at({ value: 'made', context: FIRST_ORDER_CONTEXT });

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  take({ do: event, finding }: OrderAct): void {
    const details = {
      checkout: { id: 'checkout_1', url: 'https://pay.test/1' },
      message: 'It is refused.',
      mismatch: { kind: finding, message: 'It is another one.' },
    };
    const { snapshot, effects } = this.#runner.next(this.#order, { type: event, ...details } as OrderEvent);
    this.#order = snapshot;
    this.#trial.same('effects', effects, this.#naive.meet(event, finding));
  }

  compare(): void {
    const { attempt, checkout, dailyLooks, mismatch, refusal } = this.#order.context;
    const naive = this.#naive;
    this.#trial.same(
      'status',
      STATUSES.filter((status) => this.#order.hasTag(status)),
      [naive.status],
    );
    this.#trial.same('attempts', attempt, naive.attempt);
    this.#trial.same('looks', dailyLooks, naive.dailyLooks);
    this.#trial.same('finding', mismatch?.kind, naive.finding);
    this.#trial.same('told', [checkout !== null, refusal !== null], [naive.hasCheckout, naive.hasRefusal]);
  }
}
