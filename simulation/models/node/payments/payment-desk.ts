/**
 * A payment service in virtual time: its checkouts, the people who pay there, and its notices. It is outside
 * the node and outlives its processes; each order has the fate that its script says.
 *
 * Invariants
 *  1. Nobody pays at a checkout whose page he has not opened.
 *  2. A checkout that is paid stays so; it has expired if nothing ended it in time.
 */
import type {
  CheckoutRequest,
  CreateAnswer,
  LookAnswer,
  PaymentProvider,
} from '../../../../src/payments/payment-provider.js';
import type { World } from '../../../../src/time/world.js';
import type { PaymentSetup } from '../../../history/node-history.js';
import type { CheckoutStatus, ServiceHeard } from '../../../history/observation.js';
import type { CreateMove, LookMove, Notice, PaymentScript } from '../../../history/payment-script.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';
import { GARBAGE_FORMS, garbled } from '../../../world/garbage.js';
import type { Random } from '../../../world/random.js';
import { GarbledError, overChargily } from './chargily-service.js';
import { signatureOf } from './payment-meanings.js';
import { shown } from './shown-checkout.js';

/** A notice on its way to the node. */
export interface SentNotice {
  readonly order: string;
  readonly how: Notice['how'];
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

export interface PaymentDeskOptions {
  readonly setup: PaymentSetup;
  /** True time. */
  readonly nowMs: () => number;
  readonly world: Pick<World, 'after'>;
  readonly made: (checkout: string, order: string, amountDa: number, isLive: boolean) => void;
  readonly ended: (checkout: string, status: CheckoutStatus) => void;
  readonly send: (notice: SentNotice) => void;
  /** The service's own client read a word. */
  readonly heard: (heard: Omit<ServiceHeard, 'what'>) => void;
  /** The service's own client made a call. */
  readonly asked: (asked: Omit<ServiceAsked, 'what'>) => void;
  /** That garbage follows. */
  readonly garbage: Random;
}

interface Checkout {
  readonly id: string;
  readonly request: CheckoutRequest;
  readonly isLive: boolean;
  readonly script: PaymentScript;
  status: CheckoutStatus;
  /** Of the first end, and of the last. */
  overAt?: number;
  endedAt: number;
  isOpened: boolean;
  looks: number;
}

const FRESH = { status: 'open', endedAt: 0, isOpened: false, looks: 0 } as const;
const PAGE = 'https://pay.example/';
const GOES_WELL: CreateMove = { do: 'make', delayMs: 20 };
const FAILS: CreateMove = { do: 'error', delayMs: 20 };
const TRUTH_DELAY_MS = 20;
/** Of orders that nobody has written a script for. */
const NO_SCRIPT: PaymentScript = { creates: [], looks: [], ends: [], notices: [] };

export class PaymentDesk {
  readonly #options: PaymentDeskOptions;
  readonly #scripts = new Map<number, PaymentScript>();
  readonly #checkouts = new Map<string, Checkout>();
  /** Calls for a checkout, by order. */
  readonly #creates = new Map<string, number>();
  #isFaulty = true;
  #toCome = 0;

  constructor(options: PaymentDeskOptions) {
    this.#options = options;
  }

  /** Whether a person is about to act, or a notice about to be sent. */
  get isBusy(): boolean {
    return this.#toCome > 0;
  }

  /** The script of orders of this amount. The first script of an amount stays. */
  learn(amountDa: number, script: PaymentScript): void {
    if (!this.#scripts.has(amountDa)) this.#scripts.set(amountDa, script);
  }

  /** A person opens the page of a checkout. */
  opened(url: string): void {
    const checkout = this.#checkouts.get(url.slice(PAGE.length));
    if (checkout === undefined || checkout.isOpened) return;
    checkout.isOpened = true;
    for (const { afterMs, status } of checkout.script.ends) {
      this.#later(afterMs, () => this.#end(checkout, status));
    }
  }

  /** From now on every call is answered, and what it says is true but for the findings that never are. */
  endFaults(): void {
    this.#isFaulty = false;
  }

  /**
   * Tells once more of payments that came so long after their checkout was over, as a service does whose
   * notices were not taken.
   */
  tellAgain(lateByMs: number): void {
    for (const checkout of this.#checkouts.values()) {
      const { status, overAt = 0, endedAt } = checkout;
      if (status === 'paid' && endedAt - overAt >= lateByMs) this.#notify(checkout, 'genuine');
    }
  }

  /** The service as a process reaches it: live, or as the setup has it, which may be live, too. */
  provider(isLive: boolean): PaymentProvider {
    const desk: PaymentProvider = {
      kind: isLive ? 'chargily' : this.#options.setup.kind,
      isLive,
      createCheckout: (request) => this.#create(request, isLive),
      look: (checkoutId) => this.#look(checkoutId, isLive),
      isGenuine: (body, signature) => signature === signatureOf(Buffer.from(body).toString()),
    };
    return desk.kind === 'chargily' ? overChargily(desk, this.#options) : desk;
  }

  #nextLook({ script, looks, status }: Checkout): LookMove {
    const move = this.#isFaulty ? script.looks[looks] : undefined;
    const mayPay = script.ends.some((end) => end.status === 'paid') && status !== 'paid';
    return move ?? { do: mayPay ? 'truth' : (script.atLast ?? 'truth'), delayMs: TRUTH_DELAY_MS };
  }

  #create(request: CheckoutRequest, isLive: boolean): Promise<CreateAnswer> {
    const { orderId, amount } = request;
    const script = this.#scripts.get(amount) ?? NO_SCRIPT;
    const nth = this.#creates.get(orderId) ?? 0;
    this.#creates.set(orderId, nth + 1);
    const atLast = script.isNeverMade === true ? FAILS : GOES_WELL;
    const move = (this.#isFaulty ? script.creates[nth] : undefined) ?? atLast;
    const isMade = move.do.startsWith('make');
    const checkout = isMade ? this.#make(request, script, isLive) : undefined;
    return this.#answer(move, (): CreateAnswer => {
      if (move.do === 'refuse') return { outcome: 'refused', message: 'no such merchant' };
      if (checkout === undefined || move.do === 'make_then_error')
        throw new Error('the connection was reset');
      const { id } = checkout;
      const created = { outcome: 'created', checkout: { id, url: PAGE + id } } as const;
      if (move.do === 'make_then_garbage') throw new GarbledError(created);
      return created;
    });
  }

  #make(request: CheckoutRequest, script: PaymentScript, isLive: boolean): Checkout {
    const id = `checkout-${this.#checkouts.size + 1}`;
    const checkout: Checkout = { id, request, isLive, script, ...FRESH };
    this.#checkouts.set(id, checkout);
    this.#options.made(id, request.orderId, request.amount, isLive);
    this.#options.world.after(this.#options.setup.expiresAfterMs, () => {
      if (checkout.status === 'open') this.#end(checkout, 'expired');
    });
    return checkout;
  }

  #look(id: string, isLive: boolean): Promise<LookAnswer> {
    const checkout = this.#checkouts.get(id);
    if (checkout?.isLive !== isLive) return Promise.resolve({ outcome: 'unknown' });
    const move = this.#nextLook(checkout);
    checkout.looks += 1;
    return this.#answer(move, (): LookAnswer => {
      if (move.do === 'error') throw new Error('the connection was reset');
      if (move.do === 'unknown_checkout') return { outcome: 'unknown' };
      const seen = { outcome: 'seen', checkout: shown(checkout, move.do) } as const;
      if (move.do === 'garbage') throw new GarbledError(seen);
      return seen;
    });
  }

  /** Never, if the move says so. */
  #answer<Answer>({ do: what, delayMs }: CreateMove | LookMove, say: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (what.endsWith('never')) return;
      this.#options.world.after(delayMs, () => {
        try {
          resolve(say());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #end(checkout: Checkout, status: CheckoutStatus): void {
    if (checkout.status === 'paid' || checkout.status === status) return;
    checkout.status = status;
    checkout.endedAt = this.#options.nowMs();
    checkout.overAt ??= checkout.endedAt;
    this.#options.ended(checkout.id, status);
    for (const { afterMs, how } of checkout.script.notices) {
      this.#later(afterMs, () => this.#notify(checkout, how));
    }
  }

  #notify({ id, request, status }: Checkout, how: Notice['how']): void {
    const { garbage } = this.#options;
    const about = how === 'of_another_order' ? `${id}-of-another` : id;
    const notice = { id: about, status, amount: request.amount };
    const body =
      how === 'garbage'
        ? garbled(garbage.pick(GARBAGE_FORMS), { status: 200, body: notice }, garbage, '').text
        : JSON.stringify(notice);
    const right = signatureOf(body);
    const signature =
      how === 'wrong_signature'
        ? garbage.pick(['of nobody', '', right.slice(1), `${right}0`, signatureOf(`${body} `)])
        : right;
    const url = how === 'return' ? request.returnUrl : request.noticeUrl;
    this.#options.send({ order: request.orderId, how, url, body, signature });
  }

  #later(ms: number, act: () => void): void {
    this.#toCome += 1;
    this.#options.world.after(ms, () => {
      this.#toCome -= 1;
      act();
    });
  }
}
