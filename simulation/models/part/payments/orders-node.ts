/** The orders of a node, and what they stand on: actors, calls to a payment service, and a disk in memory. */
import { createHash } from 'node:crypto';
import { BY_THE_NODE, type By } from '../../../../src/actors/audit/audit-trail.js';
import { isOrderEffect } from '../../../../src/actors/effects.js';
import type { ApiKeyMessage } from '../../../../src/actors/keys/api-key-messages.js';
import type { PaymentService } from '../../../../src/actors/orders/effects.js';
import type { OrderMessage } from '../../../../src/actors/orders/order-messages.js';
import { simulatedCheckout } from '../../../../src/actors/orders/simulated-card.js';
import type { Outcome } from '../../../../src/actors/runtime/behavior.js';
import { IdMaker } from '../../../../src/actors/storage/ids.js';
import { USUAL_LIMITS } from '../../../../src/limits/limits.js';
import type { Actors } from '../../../../src/node/assembly/actors.js';
import { PaymentCalls } from '../../../../src/payments/payment-calls.js';
import { createSimulatedDesk } from '../../../../src/payments/simulated/simulated-desk.js';
import { OrderDispatcher } from '../../../../src/routing/order-dispatcher.js';
import { MemoryStore } from '../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../world/mortal-world.js';
import { startActors } from '../lone-actors.js';
import type { Trial } from '../trial.js';
import type { OrdersLimits } from './orders-acts.js';
import type { ScriptedBank } from './scripted-bank.js';

export const KEY_ACCOUNTS = ['acct_one', 'acct_one', 'acct_two'] as const;
export const keyId = (key: number) => `key_${key}`;
export const author = (which: number): By => ({ kind: 'management_key', id: `mkey_${which}` });
export const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
export const addressesOf = (order: string) => ({
  returnUrl: `https://gate.test/back/${order}`,
  noticeUrl: `https://gate.test/notices/${order}`,
});

export class OrdersNode {
  /** The findings that it told of. */
  readonly findings: string[] = [];
  readonly ids: IdMaker;
  actors: Actors;
  desk: OrderDispatcher;
  readonly #trial: Trial;
  readonly #limits: OrdersLimits;
  readonly #bank: ScriptedBank;
  #store = new MemoryStore();
  #life: MortalWorld;
  #calls: PaymentCalls;

  constructor(trial: Trial, limits: OrdersLimits, bank: ScriptedBank) {
    this.#trial = trial;
    this.#limits = limits;
    this.#bank = bank;
    this.ids = new IdMaker(trial.world);
    this.#life = new MortalWorld(trial.world);
    [this.actors, this.#calls, this.desk] = this.#made();
    const { system, account } = this.actors;
    for (const id of new Set(KEY_ACCOUNTS)) {
      const made = { type: 'create', by: BY_THE_NODE, name: id, isVerified: true, createdAt: 0 } as const;
      system.ask(account, id, made, () => {});
    }
    KEY_ACCOUNTS.forEach((owner, number) => {
      const id = keyId(number);
      const more = { name: null, rateLimitRpm: 1, credits: 0, createdAt: 0 };
      const key = { ...more, id, account: owner, credentialHash: hashOf(id) };
      this.askKey(id, { type: 'create', by: BY_THE_NODE, key });
    });
  }

  get records() {
    return this.actors.system.records;
  }

  askKey(id: string, message: ApiKeyMessage): Promise<string> {
    return new Promise((resolve) =>
      this.actors.system.ask(this.actors.apiKey, id, message, (outcome) => resolve(wordOf(outcome))),
    );
  }

  ask(id: string, message: OrderMessage): Promise<string> {
    return new Promise((resolve) =>
      this.actors.system.ask(this.actors.order, id, message, (outcome) => resolve(wordOf(outcome))),
    );
  }

  configure(service: PaymentService | undefined): void {
    this.#calls.configure(service && this.#provider(service));
  }

  stop(): void {
    this.#life.end();
    this.#store = this.#store.crash('lost');
  }

  start(service: PaymentService | undefined): void {
    this.#life = new MortalWorld(this.#trial.world);
    [this.actors, this.#calls, this.desk] = this.#made();
    this.configure(service);
    this.desk.resume(this.ids.next('order'));
  }

  #provider(service: PaymentService) {
    if (service.kind !== 'simulated') return this.#bank.provider(service);
    const { system, order } = this.actors;
    const checkoutOf = (id: string) => simulatedCheckout(system.view(order, id));
    return this.#bank.listened(createSimulatedDesk({ world: this.#life, checkoutOf }));
  }

  #made(): [Actors, PaymentCalls, OrderDispatcher] {
    const { openOrders, atOnce, residentMax } = this.#limits;
    const few = { takenUpAtOnce: atOnce, remindersFiredAtOnce: atOnce, remindersLoadedAtOnce: atOnce };
    const limits = { ...USUAL_LIMITS, ...few, openOrders };
    const world = this.#life;
    const actors = startActors({
      world,
      store: this.#store,
      limits,
      settings: { residentActorsMax: residentMax },
      inspector: {
        // It would be met again and again.
        defect: ({ error }) => {
          this.#trial.broke('defect', String(error));
          world.end();
        },
      },
      perform: (effect) => {
        if (isOrderEffect(effect)) desk.perform(effect);
      },
    });
    const onReport: ConstructorParameters<typeof PaymentCalls>[0]['onReport'] = (order, report) =>
      desk.report(order, report);
    const calls = new PaymentCalls({ world, callsMax: 100, onReport });
    const desk = new OrderDispatcher({
      ...actors,
      world,
      limits,
      calls,
      addressesOf,
      onSetAside: ({ orderId, mismatch }) => this.findings.push(`${orderId} ${mismatch.kind}`),
    });
    return [actors, calls, desk];
  }
}

/** The order that a replay leads to is told, too. */
function wordOf(
  outcome: Outcome<{ readonly outcome: string; readonly orderId?: string } | undefined>,
): string {
  if (!outcome.ok) return outcome.refusal;
  const { outcome: word, orderId } = outcome.reply ?? { outcome: 'nothing' };
  return orderId === undefined ? word : `${word} ${orderId}`;
}
