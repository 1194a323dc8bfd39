/** The pages of orders and what becomes of their forms, with orders in all the ways in which they may be. */
import type { OrderReply } from '../../../../../src/actors/orders/order-messages.js';
import type { PageAnswer } from '../../../../../src/http/pages/page.js';
import { MISMATCHES } from '../../../../../src/machines/order-context.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type DeskAct, drawAct, drawLimits, NOTE_MAX } from './desk-acts.js';
import { type DrawnOrder, homeOf, idOf, KEYS, ROLES } from './drawn-orders.js';
import { type DeskLimits, OrderPagesDesk } from './order-desk.js';
import { refusalDue, refusalIn } from './said-words.js';
import { listDue, listIn, queryOf } from './shown-list.js';
import { orderDue, orderIn } from './shown-order.js';

export function orderPagesPart(): Part<DeskLimits, DeskAct> {
  return {
    name: 'order-pages',
    limits: drawLimits,
    act: drawAct,
    pauseMs: () => 0,
    begin: (trial, limits) => new OrderPagesCourse(trial, limits),
  };
}

class OrderPagesCourse implements Course<DeskAct> {
  readonly #trial: Trial;
  readonly #limits: DeskLimits;
  readonly #desk: OrderPagesDesk;
  /** By number; a dismissal changes the one that it is of. */
  readonly #orders: DrawnOrder[] = [];

  constructor(trial: Trial, limits: DeskLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#desk = new OrderPagesDesk(limits, trial.world);
  }

  async take(act: DeskAct): Promise<void> {
    switch (act.do) {
      case 'put':
        for (const drawn of act.orders) this.#desk.put(this.#orders.push(drawn) - 1, drawn);
        return;
      case 'list':
        return this.#list(act);
      case 'order':
        return this.#order(act);
      default: {
        const number = act.nth % Math.max(1, this.#orders.length);
        const drawn = this.#orders[number];
        if (drawn === undefined) return;
        if (act.do === 'look') return this.#look(act, number, drawn);
        if (act.do === 'dismiss') return this.#dismiss(act, number, drawn);
        return this.#card(act, number, drawn);
      }
    }
  }

  compare(): void {
    const { asked, noticed } = this.#desk.heard;
    this.#trial.same('asked', [asked.splice(0), noticed.splice(0)], [[], []]);
  }

  async #look({ viewer, look }: DeskAct & { do: 'look' }, number: number, drawn: DrawnOrder): Promise<void> {
    const { showOrder } = await import('../../../../../src/http/pages/dashboard/top-up/show-order.js');
    const id = idOf('order', number);
    const request = this.#desk.request(viewer, '/top-up/', id, look === 0 ? '' : `look=${look}`);
    const answer = await showOrder.get?.(request, this.#desk.parts);
    this.#trial.same('order', orderIn(bodyOf(answer), number), orderDue(drawn, number, viewer, look));
    this.#heard([], drawn.status === 'paid' ? [] : [id]);
  }

  async #list({ viewer, query }: DeskAct & { do: 'list' }): Promise<void> {
    const { topUp } = await import('../../../../../src/http/pages/dashboard/top-up/top-up.js');
    const answer = await topUp.get?.(
      this.#desk.request(viewer, '/top-up', '', queryOf(query)),
      this.#desk.parts,
    );
    const listed = this.#orders.map((drawn, number) => ({ number, drawn, isDismissed: drawn.isDismissed }));
    this.#trial.same('list', listIn(bodyOf(answer)), listDue(listed, query, viewer, this.#limits));
  }

  async #dismiss(act: DeskAct & { do: 'dismiss' }, number: number, drawn: DrawnOrder): Promise<void> {
    const { showOrder } = await import('../../../../../src/http/pages/dashboard/top-up/show-order.js');
    const [id, kind] = [idOf('order', number), act.kind === 'its own' ? (drawn.finding ?? '') : act.kind];
    const isRight = kind === drawn.finding;
    const note = act.note.trim();
    const order = this.#desk.order(id);
    if (order === undefined) return;
    const by = { kind: 'user', id: idOf('user', 1), address: '192.0.2.1' } as const;
    const dismissed = isRight && !drawn.isDismissed ? { ...order, dismissal: { by, note, at: 0 } } : order;
    this.#desk.reply = { outcome: 'order', order: dismissed };
    const request = this.#desk.request(act.viewer, '/top-up/', id, '');
    const answer = await showOrder.post?.(
      request,
      new URLSearchParams({ kind, note: act.note }),
      this.#desk.parts,
    );
    const isNote = note !== '' && note.length <= NOTE_MAX;
    const isAsked = act.viewer === 'operator' && isNote && MISMATCHES.some((one) => one === kind);
    const isOpen = drawn.finding !== null && !drawn.isDismissed && !isRight;
    const done =
      act.viewer === 'nobody' ? '303 /sign-in' : act.viewer === 'operator' ? `303 /top-up/${id}` : '404';
    const isRefused = act.viewer === 'operator' && (!isAsked || isOpen);
    this.#trial.same('dismissed', resultOf(answer), isRefused ? '400' : done);
    this.#heard(isAsked ? [[id, { type: 'dismiss', by, kind, note }]] : [], []);
  }

  async #order({ viewer, key, choice, amount, outcome }: DeskAct & { do: 'order' }): Promise<void> {
    const { topUp } = await import('../../../../../src/http/pages/dashboard/top-up/top-up.js');
    const { service, topUpMin, topUpMax } = this.#limits;
    const { id, account } = KEYS[key] ?? { id: '', account: '' };
    const [made, before] = [idOf('order', 999_999), idOf('order', 888_888)];
    const order = { id: made } as Extract<OrderReply, { outcome: 'created' }>['order'];
    this.#desk.reply = { outcome, order, orderId: before } as unknown as OrderReply;
    const form = new URLSearchParams({ key: id, choice, amount, once: 'once' });
    const answer = await topUp.post?.(this.#desk.request(viewer, '/top-up', '', ''), form, this.#desk.parts);
    const text = choice === 'other' ? amount.trim() : choice;
    const isAmount = /^\d+$/.test(text) && Number(text) >= topUpMin && Number(text) <= topUpMax;
    const isReached = viewer === 'operator' || account === homeOf(viewer);
    const isAsked = ROLES[viewer] !== 'member' && isReached && isAmount && service !== null;
    const told = outcome === 'created' ? `303 /top-up/${made}` : `303 /top-up/${before}`;
    const isDone = outcome === 'created' || outcome === 'replayed';
    const refused = service === null ? '200' : '400';
    const due = ROLES[viewer] === 'member' ? '403' : isAsked && isDone ? told : refused;
    this.#trial.same('ordered', resultOf(answer), due);
    if (due === '400')
      this.#trial.same('refused', refusalIn(bodyOf(answer)), refusalDue(viewer, key, isAmount, outcome));
    const [[, message] = []] = this.#desk.heard.asked;
    const idempotency = message?.type === 'create' ? message.idempotency : undefined;
    const by = { kind: 'user', id: idOf('user', 1), address: '192.0.2.1' };
    const wanted = {
      type: 'create',
      account,
      key: id,
      amount: Number(text) * 1_000_000,
      service,
      by,
      idempotency,
    };
    this.#heard(isAsked ? [[made, wanted]] : [], []);
  }

  async #card({ card, isSent }: DeskAct & { do: 'card' }, number: number, drawn: DrawnOrder): Promise<void> {
    const { simulatedPayment } = await import(
      '../../../../../src/http/pages/dashboard/card-page/simulated-payment.js'
    );
    const id = idOf('order', number);
    const order = this.#desk.order(id);
    if (order === undefined) return;
    this.#desk.reply = { outcome: 'order', order };
    const request = this.#desk.request('owner', '/pay/', id, '');
    const form = new URLSearchParams(card === 'cancel' ? { act: 'cancel' } : { act: 'pay', card });
    const answer = await (isSent
      ? simulatedPayment.post?.(request, form, this.#desk.parts)
      : simulatedPayment.get?.(request, this.#desk.parts));
    const isThere = drawn.service.kind === 'simulated';
    const isOpen = isThere && drawn.status === 'awaiting_payment' && !drawn.hasCard;
    const page = isOpen && isSent ? '400' : '200';
    const due = isSent && card !== '' ? `303 /top-up/${id}` : page;
    this.#trial.same('card', resultOf(answer), isThere ? due : '404');
    const isPage = isThere && (!isSent || card === '');
    const body = bodyOf(answer);
    if (isPage) this.#trial.same('cards', body.includes('name="card"'), isOpen);
    this.#trial.same('lone', body.includes('people.test'), false);
    const use = card === 'cancel' ? 'canceled' : card;
    const isUsed = isThere && isSent && card !== '' && card !== 'abandoned';
    this.#heard(isUsed ? [[id, { type: 'use_card', use }]] : [], []);
  }

  #heard(asked: readonly unknown[], noticed: readonly string[]): void {
    const { heard } = this.#desk;
    this.#trial.same('asked', [heard.asked.splice(0), heard.noticed.splice(0)], [asked, noticed]);
  }
}

function bodyOf(answer: PageAnswer | undefined): string {
  return answer?.kind === 'page' ? String(answer.body) : '';
}

/** The status, and the place that it leads to. */
function resultOf(answer: PageAnswer | undefined): string {
  if (answer?.kind === 'redirect') return `303 ${answer.location}`;
  return answer?.kind === 'page' ? String(answer.status) : '';
}
