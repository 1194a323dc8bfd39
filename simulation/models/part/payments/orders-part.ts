/** The orders of a node: paid or not, by services that fail, over days and restarts. */
import type { By } from '../../../../src/actors/audit/audit-trail.js';
import type { OrderMessage } from '../../../../src/actors/orders/order-messages.js';
import { microDa } from '../../../../src/money/micro-da.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import type { MadeOrder } from './made-order.js';
import { NaiveOrders } from './naive-orders.js';
import { type OrdersAct, type OrdersLimits, ordersAct, ordersLimits, ordersPauseMs } from './orders-acts.js';
import { compareOrders, listsTold } from './orders-compared.js';
import { author, hashOf, KEY_ACCOUNTS, keyId, OrdersNode } from './orders-node.js';
import { ScriptedBank } from './scripted-bank.js';

const DAY_MS = 86_400_000;
const NOBODYS = 'order_00000000000000000000000000';

export function ordersPart(): Part<OrdersLimits, OrdersAct> {
  return {
    name: 'orders',
    limits: ordersLimits,
    act: ordersAct,
    pauseMs: ordersPauseMs,
    begin: (trial, limits) => new OrdersCourse(trial, limits),
  };
}

class OrdersCourse implements Course<OrdersAct> {
  readonly #trial: Trial;
  readonly #limits: OrdersLimits;
  readonly #bank: ScriptedBank;
  readonly #node: OrdersNode;
  readonly #naive: NaiveOrders;
  /** By the author and the idempotency key. */
  readonly #repeated = new Map<
    string,
    { readonly request: number; readonly id: string; readonly at: number }
  >();
  #grants = 0;
  #isActDone = true;

  constructor(trial: Trial, limits: OrdersLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#bank = new ScriptedBank(() => trial.now);
    this.#node = new OrdersNode(trial, limits, this.#bank);
    this.#naive = new NaiveOrders(this.#bank);
    this.#configure(limits.service);
  }

  async take(act: OrdersAct): Promise<void> {
    this.#naive.pass(this.#trial.now);
    await this.#take(act);
    // Timers of no time are due as well.
    await this.#trial.world.advance(0);
    this.#isActDone = true;
  }

  compare(): void {
    this.#naive.pass(this.#trial.now);
    const [bank, node, naive] = [this.#bank, this.#node, this.#naive];
    this.#trial.same('calls', bank.calls.splice(0).sort(), naive.calls.splice(0).sort());
    this.#trial.same('findings', node.findings.splice(0).sort(), naive.findings.splice(0).sort());
    // Looking at all of them takes longer than the act.
    if (this.#isActDone) compareOrders(this.#trial, node, naive);
    this.#isActDone = false;
  }

  async end(): Promise<void> {
    await this.#trial.world.advance(8 * DAY_MS);
    this.#isActDone = true;
    this.compare();
  }

  async #take(act: OrdersAct): Promise<void> {
    const { now } = this.#trial;
    const [node, naive] = [this.#node, this.#naive];
    const order = 'nth' in act ? naive.orders.at(-1 - act.nth) : undefined;
    switch (act.do) {
      case 'order':
        return await this.#order(act);
      case 'bank':
        this.#bank.making = act.making;
        this.#bank.isDown = act.isDown;
        return;
      case 'turns':
        this.#bank.turns(order?.checkout ?? '', act.says);
        return;
      case 'notice':
        return this.#notice(order, act.signature);
      case 'return':
        node.desk.notice(order?.id ?? NOBODYS);
        if (order !== undefined) naive.meet(order, 'NOTICED', now);
        return;
      case 'card':
        await this.#tell(order, { type: 'use_card', use: act.use });
        if (order !== undefined) naive.useCard(order, act.use, now);
        return;
      case 'void':
        await this.#tell(order, { type: 'void', by: author(act.author) });
        if (order !== undefined) this.#voided(order, author(act.author));
        return;
      case 'late':
        await this.#take({ ...act, do: 'void' });
        await this.#take({ do: 'turns', nth: act.nth, says: 'paid' });
        return this.#notice(order, 'right');
      case 'dismiss':
        return await this.#dismiss(order, act);
      case 'service':
        return this.#configure(act.service);
      case 'grant':
        return await this.#grant(act.key, act.amountDa);
      case 'revoke': {
        const key = naive.keys[act.key];
        if (key === undefined) return;
        await this.#done(node.askKey(key.id, { type: 'revoke', by: author(0) }));
        key.isRevoked = true;
        return;
      }
      case 'list':
        this.#trial.same('lists', ...listsTold(node, naive, act.limit, order?.id));
        return;
      default:
        return await this.#restart(act.downMs);
    }
  }

  async #order({ key, amountDa, author: who, repeated }: Extract<OrdersAct, { readonly do: 'order' }>) {
    const { service } = this.#naive;
    if (service === undefined) return;
    const [idempotencyKey, request] = repeated ?? [];
    const scope = `${who}/${idempotencyKey}`;
    const id = this.#node.ids.next('order');
    const told = await this.#done(
      this.#node.ask(id, {
        type: 'create',
        account: KEY_ACCOUNTS[key] ?? '',
        key: keyId(key),
        amount: amountDa === undefined ? undefined : microDa(amountDa * 1_000_000),
        service,
        by: author(who),
        idempotency: repeated && {
          keyHash: hashOf(String(idempotencyKey)),
          fingerprint: hashOf(String(request)),
        },
      }),
    );
    const known = this.#known(scope, request) ?? this.#refusal(key, amountDa);
    this.#trial.same('order', told, known ?? 'created');
    if (known !== undefined || amountDa === undefined) return;
    const { now } = this.#trial;
    if (request !== undefined) this.#repeated.set(scope, { request, id, at: now });
    const trail = [now, KEY_ACCOUNTS[key], 'order_made', id, amountDa, '', `mkey_${who}`];
    this.#naive.trail.push(trail.join(' '));
    this.#naive.make(id, key, amountDa, service, now);
  }

  /** The answer to a request whose idempotency key stands for one already. */
  #known(scope: string, request: number | undefined): string | undefined {
    const first = request === undefined ? undefined : this.#repeated.get(scope);
    if (first === undefined || this.#trial.now >= first.at + DAY_MS) return undefined;
    return first.request === request ? `replayed ${first.id}` : 'idempotency_key_reused';
  }

  #refusal(key: number, amountDa: number | undefined): string | undefined {
    if (amountDa === undefined) return 'amount_out_of_bounds';
    if (this.#naive.keys[key]?.isRevoked === true) return 'no_such_key';
    if (this.#naive.heldBy(key).length >= this.#limits.openOrders) return 'too_many_orders';
    return amountDa > this.#naive.roomDa(key) ? 'over_lifetime_credit' : undefined;
  }

  #notice(order: MadeOrder | undefined, given: 'right' | 'short' | 'other' | 'none'): void {
    const body = Buffer.from(JSON.stringify({ id: order?.id ?? 'none' }));
    const right = this.#bank.signatureOf(body);
    const other = this.#bank.signatureOf(Buffer.from('Another notice.'));
    const signature = { right, short: right.slice(0, -1), other, none: '' }[given];
    const told = this.#node.desk.takeNotice(order?.id, body, signature);
    const isGenuine = given === 'right' && this.#naive.service?.kind === 'chargily';
    this.#trial.same('notice', told, isGenuine);
    if (isGenuine && order !== undefined) this.#naive.meet(order, 'NOTICED', this.#trial.now);
  }

  #voided(order: MadeOrder, by: By): void {
    const { life, service, key, amountDa, id } = order;
    if (service.isLive) return;
    const wasOver = life.status === 'paid' || life.isClosed;
    this.#naive.meet(order, 'VOIDED', this.#trial.now);
    const trail = [this.#trial.now, KEY_ACCOUNTS[key], 'order_voided', id, amountDa, '', by.id];
    if (!wasOver) this.#naive.trail.push(trail.join(' '));
  }

  async #dismiss(
    order: MadeOrder | undefined,
    act: Extract<OrdersAct, { readonly do: 'dismiss' }>,
  ): Promise<void> {
    const { now } = this.#trial;
    const [by, note] = [author(act.author), `Dealt with at ${now}.`];
    const kind = act.kind ?? order?.life.finding ?? 'amount';
    await this.#tell(order, { type: 'dismiss', by, kind: kind as 'amount', note });
    if (order === undefined || !order.isAside || order.life.finding !== kind) return;
    order.isAside = false;
    order.dismissal = { by: by.id, note, at: now };
    this.#naive.trail.push(
      [now, KEY_ACCOUNTS[order.key], 'order_dismissed', order.id, '', note, by.id].join(' '),
    );
  }

  async #grant(number: number, amountDa: number): Promise<void> {
    const reference = `grant ${this.#grants++}`;
    const key = this.#naive.keys[number];
    if (key === undefined) return;
    const credit = { by: author(0), amount: microDa(amountDa * 1_000_000), reference };
    const told = await this.#done(
      this.#node.askKey(key.id, { type: 'credit', ...credit, referenceHash: hashOf(reference) }),
    );
    const isOver = amountDa > this.#naive.roomDa(number);
    this.#trial.same('grant', told, isOver ? 'over_lifetime_credit' : 'credited');
    if (isOver) return;
    key.receivedDa += amountDa;
    this.#naive.trail.push(
      [this.#trial.now, key.account, 'credit_added', key.id, amountDa, reference, 'mkey_0'].join(' '),
    );
  }

  #configure(service: OrdersLimits['service'] | undefined): void {
    this.#node.configure(service);
    this.#naive.configure(service, this.#trial.now);
    this.#trial.same('service', { kind: this.#node.desk.service?.kind }, { kind: service?.kind });
  }

  async #restart(downMs: number): Promise<void> {
    this.#node.stop();
    if (this.#naive.mayRest(this.#trial.now + downMs)) await this.#trial.world.advance(downMs);
    this.#node.start(this.#naive.service);
    this.#naive.restart(this.#trial.now);
  }

  async #tell(order: MadeOrder | undefined, message: OrderMessage): Promise<void> {
    const told = await this.#done(this.#node.ask(order?.id ?? NOBODYS, message));
    this.#trial.same('told', told, order === undefined ? 'no_such_order' : 'order');
  }

  /** A node that has a defect does not answer. */
  async #done(asked: Promise<string>): Promise<string> {
    await this.#trial.world.settle();
    return await Promise.race([asked, 'nothing']);
  }
}
