/** Keys and orders behind the pages of a dashboard under test, with the payment service left to the test. */
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import type { OrderMessage } from '../../../../src/actors/orders/order-messages.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { ask } from '../../../../src/node/assembly/ask.js';
import type { SeenCheckout } from '../../../../src/payments/payment-provider.js';
import type { DashboardUnderTest } from './dashboard-under-test.js';

export const LIVE: PaymentService = { kind: 'chargily', isLive: true };
export const BY = { kind: 'node', id: 'node' } as const;
/** The hidden text of a form that is sent once. */
export const ONCE = '1234567890123456789012';

export class Ordering {
  readonly #dashboard: DashboardUnderTest;

  constructor(dashboard: DashboardUnderTest) {
    this.#dashboard = dashboard;
    dashboard.payments.service = LIVE;
  }

  async newKey(account: string, name: string): Promise<string> {
    const { system, apiKey } = this.#dashboard.stage.actors;
    const id = this.#dashboard.stage.deps.ids.next('apiKey');
    const key = { id, account, name, rateLimitRpm: 60, credits: 0, credentialHash: id, createdAt: 0 };
    await this.#dashboard.settled(ask(system, apiKey, id, { type: 'create', by: BY, key }));
    return id;
  }

  /** Credit that no money was paid for, in whole DA. */
  async creditMarked(key: string, amountDa: number, reference = 'simulated:1'): Promise<void> {
    const { system, apiKey } = this.#dashboard.stage.actors;
    const amount = microDa(amountDa * 1_000_000);
    const credit = {
      type: 'credit',
      by: BY,
      amount,
      reference,
      referenceHash: reference,
      marked: true,
    } as const;
    await this.#dashboard.settled(ask(system, apiKey, key, credit));
  }

  /** The text that makes the form unique. */
  async once(as = 'owner'): Promise<string> {
    const { text } = await this.#dashboard.get('/top-up', { as });
    return /name="once" value="([\w-]{22})"/.exec(text)?.[1] ?? 'none';
  }

  async order(fields: Readonly<Record<string, string>>, as = 'owner') {
    const form = { once: await this.once(as), choice: '2000', ...fields };
    return this.#dashboard.post('/top-up', form, { as });
  }

  /** The id of the order. */
  async ordered(fields: Readonly<Record<string, string>>, as = 'owner'): Promise<string> {
    const path = (await this.order(fields, as)).headers.location ?? '';
    return path.slice('/top-up/'.length);
  }

  async tell(id: string, message: OrderMessage): Promise<void> {
    const { system, order } = this.#dashboard.stage.actors;
    await this.#dashboard.settled(ask(system, order, id, message));
  }

  /** The payment service has made its checkout. */
  async ready(id: string): Promise<void> {
    const checkout = { id: `of-${id}`, url: 'https://pay.example/checkout?a=1&b=2' };
    await this.tell(id, { type: 'report', report: { about: 'create', outcome: 'created', checkout } });
  }

  async seen(id: string, status: SeenCheckout['status'], amount = 2_000): Promise<void> {
    const checkout = { id: `of-${id}`, status, statusText: status, amount, currency: 'dzd', isLive: true };
    await this.tell(id, { type: 'report', report: { about: 'look', outcome: 'seen', checkout } });
  }
}
