/** The calls to a payment service that answers late, in any order, fails, or never does, and is replaced. */
import { PaymentCalls, type PaymentCallsOptions } from '../../../../src/payments/payment-calls.js';
import type {
  CreateAnswer,
  LookAnswer,
  PaymentKind,
  PaymentProvider,
} from '../../../../src/payments/payment-provider.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { type About, NaivePaymentCalls, type PaymentCallsLimits } from './naive-payment-calls.js';

type Service = 'chargily test' | 'chargily live' | 'simulated test' | undefined;

type PaymentAct =
  | { readonly do: About; readonly order: number; readonly times: number }
  /** `nth` of those under way. */
  | { readonly do: 'answer' | 'fail'; readonly nth: number }
  | { readonly do: 'configure'; readonly service?: Service }
  | { readonly do: 'close' };

interface OpenCall {
  readonly order: string;
  readonly about: About;
  readonly answer: (answer: CreateAnswer | LookAnswer) => void;
  readonly fail: () => void;
}

const SERVICES: readonly Service[] = ['chargily test', 'chargily live', 'simulated test', undefined];
const MADE: CreateAnswer = { outcome: 'created', checkout: { id: 'c', url: 'https://pay.test/c' } };

export function paymentCallsPart(
  make = (options: PaymentCallsOptions) => new PaymentCalls(options),
): Part<PaymentCallsLimits, PaymentAct> {
  return {
    name: 'payments',
    limits: (random) => ({
      callsMax: random.pick([1, 2, 3]),
      waitingMax: random.pick([1, 2, 10]),
      limitMs: random.pick([50, 1_000]),
    }),
    act: (random) =>
      random.weighted<() => PaymentAct>([
        [4, () => ({ do: 'create', order: random.below(5), times: random.pick([1, 1, 2]) })],
        [6, () => ({ do: 'look', order: random.below(5), times: random.pick([1, 1, 2]) })],
        [7, () => ({ do: 'answer', nth: random.below(3) })],
        [2, () => ({ do: 'fail', nth: random.below(3) })],
        [0.7, () => ({ do: 'configure', service: random.pick(SERVICES) })],
        [0.1, () => ({ do: 'close' })],
      ])(),
    pauseMs: (random, { limitMs }) => random.pick([0, 0, 0, 1, 20, limitMs - 1, limitMs]),
    begin: (trial, limits) => new PaymentCourse(trial, limits, make),
  };
}

class PaymentCourse implements Course<PaymentAct> {
  readonly #trial: Trial;
  readonly #calls: PaymentCalls;
  readonly #naive: NaivePaymentCalls;
  readonly #told: string[] = [];
  #open: OpenCall[] = [];

  constructor(
    trial: Trial,
    limits: PaymentCallsLimits,
    make: (options: PaymentCallsOptions) => PaymentCalls,
  ) {
    this.#trial = trial;
    this.#naive = new NaivePaymentCalls(limits);
    const { world } = trial;
    this.#calls = make({
      ...limits,
      world,
      onReport: (order, { about, outcome }) => this.#told.push(`${about} ${order} ${outcome}`),
    });
    this.#configure('chargily test');
  }

  take(act: PaymentAct): void {
    const { now } = this.#trial;
    this.#naive.pass(now);
    switch (act.do) {
      case 'create':
      case 'look':
        for (let n = 0; n < act.times; n++) this.#ask(`order ${act.order}`, act.do);
        return;
      case 'configure':
        this.#configure(act.service);
        return;
      case 'close':
        this.#naive.close();
        this.#calls.close();
        return;
      default:
        this.#end(act.nth, act.do === 'answer');
    }
  }

  compare(): void {
    this.#naive.pass(this.#trial.now);
    this.#trial.same('told', this.#told.splice(0), this.#naive.told.splice(0));
    this.#trial.same('counts', this.#calls.counts, this.#naive.counts);
    this.#trial.same(
      'open',
      this.#open.map(({ about, order }) => `${about} ${order}`).sort(),
      this.#naive.underWay.map(({ about, order }) => `${about} ${order}`).sort(),
    );
  }

  #ask(order: string, about: About): void {
    this.#naive.ask(order, about, this.#trial.now);
    // Its checkout is called as it is.
    if (about === 'look') this.#calls.look(order, order);
    else this.#calls.create({ orderId: order, amount: 100, returnUrl: '', noticeUrl: '' });
  }

  /** A call that was given up is answered no more: nobody waits for it. */
  #end(nth: number, isAnswered: boolean): void {
    const all = this.#naive.underWay;
    const ended = all[nth % (all.length || 1)];
    const open = this.#open.find(({ order }) => order === ended?.order);
    if (ended === undefined || open === undefined) return;
    this.#open = this.#open.filter((one) => one !== open);
    const [answer, outcome]: [CreateAnswer | LookAnswer, string] =
      open.about === 'create' ? [MADE, 'created'] : [{ outcome: 'unknown' }, 'unknown'];
    this.#naive.end(ended, isAnswered ? outcome : 'failed', this.#trial.now);
    if (isAnswered) open.answer(answer);
    else open.fail();
  }

  #configure(service: Service): void {
    this.#naive.configure(service, this.#trial.now);
    const [kind, mode] = service?.split(' ') ?? [];
    this.#calls.configure(
      service === undefined ? undefined : this.#serviceOf(kind as PaymentKind, mode === 'live'),
    );
  }

  #serviceOf(kind: PaymentKind, isLive: boolean): PaymentProvider {
    const called = <Answer>(order: string, about: About, signal: AbortSignal): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const call: OpenCall = {
          order,
          about,
          answer: (answer) => resolve(answer as Answer),
          fail: () => reject(new Error('the service is not there')),
        };
        this.#open.push(call);
        signal.addEventListener('abort', () => {
          this.#open = this.#open.filter((one) => one !== call);
          call.fail();
        });
      });
    return {
      kind,
      isLive,
      createCheckout: ({ orderId }, signal) => called(orderId, 'create', signal),
      look: (checkout, signal) => called(checkout, 'look', signal),
    };
  }
}
