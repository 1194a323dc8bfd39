/**
 * Calls to the payment service: a bounded number at a time, each with a time limit, one at a time for an
 * order. A look that is asked for during another one of the same order begins after it, for there may be news
 * since; everything else that is asked for twice is left out.
 *
 * Invariants
 *  1. At most `callsMax` calls are under way, and at most `waitingMax` wait; what comes beyond is dropped.
 *  2. Each call that has begun is reported once, or the calls were closed. A call to a service that is no
 *     longer configured has failed.
 */
import { messageOf } from '../errors/error-text.js';
import type { CancelTimer, World } from '../time/world.js';
import type { CheckoutRequest, Notice, PaymentProvider } from './payment-provider.js';
import type { PaymentReport } from './payment-report.js';

type Call =
  | { readonly about: 'create'; readonly request: CheckoutRequest }
  | { readonly about: 'look'; readonly orderId: string; readonly checkoutId: string };

export interface PaymentCallsOptions {
  readonly world: World;
  readonly onReport: (orderId: string, report: PaymentReport) => void;
  readonly callsMax: number;
  readonly waitingMax?: number;
  readonly limitMs?: number;
}

export class PaymentCalls {
  readonly #options: Required<PaymentCallsOptions>;
  readonly #waiting = new Map<string, Call>();
  /** Ends a call as one that failed. */
  readonly #underWay = new Map<string, (why: Error) => void>();
  readonly #counts = { create: 0, look: 0, failed: 0, dropped: 0 };
  #provider: PaymentProvider | undefined;
  #isClosed = false;

  constructor(options: PaymentCallsOptions) {
    this.#options = { waitingMax: 20_000, limitMs: 20_000, ...options };
  }

  /** Calls begun by kind, those without a usable answer, and those dropped, since the start. */
  get counts(): Readonly<Record<'create' | 'look' | 'failed' | 'dropped', number>> {
    return this.#counts;
  }

  get service(): Pick<PaymentProvider, 'kind' | 'isLive'> | undefined {
    return this.#provider;
  }

  /** False for everything if no payment service that sends notices is configured. */
  isGenuine(notice: Uint8Array, signature: string): boolean {
    return this.#provider?.isGenuine?.(notice, signature) === true;
  }

  noticesOf(checkoutId: string): readonly Notice[] {
    return this.#provider?.noticesOf?.(checkoutId) ?? [];
  }

  /** @param provider undefined if no payment service is configured */
  configure(provider: PaymentProvider | undefined): void {
    const before = this.#provider;
    this.#provider = provider;
    if (before?.kind === provider?.kind && before?.isLive === provider?.isLive) return;
    this.#waiting.clear();
    const gone = new Error('the payment service is another one now');
    for (const end of [...this.#underWay.values()]) end(gone);
  }

  create(request: CheckoutRequest): void {
    this.#add(request.orderId, { about: 'create', request });
  }

  look(orderId: string, checkoutId: string): void {
    this.#add(orderId, { about: 'look', orderId, checkoutId });
  }

  /** Aborts all that is under way; nothing is reported afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    for (const end of [...this.#underWay.values()]) end(new Error('the node stops'));
  }

  #add(orderId: string, call: Call): void {
    if (this.#isClosed || this.#waiting.has(orderId)) return;
    if (call.about === 'create' && this.#underWay.has(orderId)) return;
    if (this.#waiting.size >= this.#options.waitingMax) {
      this.#counts.dropped += 1;
      return;
    }
    this.#waiting.set(orderId, call);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [orderId, call] of this.#waiting) {
      if (this.#underWay.size >= this.#options.callsMax) return;
      if (this.#underWay.has(orderId)) continue;
      this.#waiting.delete(orderId);
      this.#begin(orderId, call);
    }
  }

  #begin(orderId: string, call: Call): void {
    const { world, limitMs } = this.#options;
    this.#counts[call.about] += 1;
    const controller = new AbortController();
    let stopTimer: CancelTimer = () => {};
    let isOver = false;
    const end = (report: PaymentReport) => {
      // A call that was given up ends once more when its promise does: the next one goes on then.
      if (isOver) return;
      isOver = true;
      this.#underWay.delete(orderId);
      stopTimer();
      if (this.#isClosed) return;
      if (report.outcome === 'failed') this.#counts.failed += 1;
      this.#options.onReport(orderId, report);
      this.#beginNext();
    };
    const failed = (error: unknown) =>
      end({ about: call.about, outcome: 'failed', message: messageOf(error) });
    const stop = (why: Error) => {
      failed(why);
      controller.abort(why);
    };
    this.#underWay.set(orderId, stop);
    stopTimer = world.after(limitMs, () => stop(new Error('no answer within the time limit')));
    this.#made(call, controller.signal).then(end, failed);
  }

  /** `async` turns what a provider throws before its first wait into a rejection. */
  async #made(call: Call, signal: AbortSignal): Promise<PaymentReport> {
    if (this.#provider === undefined) throw new Error('no payment service is configured');
    if (call.about === 'create') {
      return { about: 'create', ...(await this.#provider.createCheckout(call.request, signal)) };
    }
    return { about: 'look', ...(await this.#provider.look(call.checkoutId, signal)) };
  }
}
