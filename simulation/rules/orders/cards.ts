/** Orders at the gateway's own desk go as the cards say that people use at its page (docs/payments.md). */

import type { StoreReader } from '../../../src/store/store.js';
import type { UseCardCall } from '../../history/forms/form-call.js';
import { TableImage } from '../facts/disk-image.js';
import { WellSince } from '../facts/ends/well-since.js';
import { newsMsMax } from '../facts/options.js';
import type { OrderRecord } from '../facts/order-image.js';
import { bodyOf, type Exchange, isObject } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { orderAsked, orderMade } from './orders-made.js';

type Card = UseCardCall['card'];
interface Use {
  readonly card: Card;
  readonly exchange: Exchange;
}

/** How the order ends, by the card as its record names it; one that is not here changes nothing. */
export const CARD_ENDS: ReadonlyMap<string, string> = new Map([
  ['pays', 'paid'],
  ['declined', 'failed'],
  ['notice_twice', 'paid'],
  ['notice_late', 'paid'],
  ['notice_never', 'paid'],
  ['canceled', 'canceled'],
]);
/** Their bank takes its time, and no notice comes before the order is looked at anyway. */
const SLOW: readonly Card[] = ['notice_late', 'notice_never'];
const HOUR_MS = 3_600_000;
const BANK_MS = 5_000;
const LOOKED_AT_WITHIN_MS = 60_000;
const [OK, LED_ON, BAD, NOT_FOUND] = [200, 303, 400, 404];

export const CARDS_USED: Rule = {
  name: 'cards',
  says: "The first card that is used at an order of the gateway's own desk stands, is on disk when its page answers, and decides soon how the order ends; without one it ends at its deadline or by a void. Other orders have no such page.",
  watch(setup, report) {
    // A service outside may call itself simulated, too.
    if (setup.payments?.kind === 'simulated' && setup.payments.isOwn !== true) return { observe() {} };
    const marginMs = setup.settings.gateTimeLimitMs + newsMsMax(setup);
    return new Cards(report, setup.payments?.isOwn === true, marginMs);
  },
};

class Cards implements Invariant {
  readonly #report: (message: string) => void;
  readonly #isOwn: boolean;
  readonly #marginMs: number;
  readonly #well = new WellSince();
  readonly #orders = new TableImage<OrderRecord>('orders');
  /** By the step that made it, the order of the latest answer. */
  readonly #byStep = new Map<number, string>();
  /** The latest answer that told of each order as made. */
  readonly #made = new Map<string, Exchange>();
  readonly #doubt = new SteadyDoubt();
  /** The place of the first void among the observations. */
  #voidedFrom = Number.POSITIVE_INFINITY;
  /** Orders from then on are paid outside, if the node has started so. */
  #mayBeLive = false;
  /** The first answer that showed that an order waits for its payment. */
  readonly #waiting = new Map<string, Exchange>();
  readonly #uses = new Map<string, Use[]>();

  constructor(report: (message: string) => void, isOwn: boolean, marginMs: number) {
    this.#report = report;
    this.#isOwn = isOwn;
    this.#marginMs = marginMs;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#well.observe(seen);
    this.#doubt.observe(seen);
    if (seen.what === 'starting') this.#mayBeLive ||= seen.goesLive === true;
    if (exchange === undefined || (seen.what !== 'sent' && seen.what !== 'answered')) return;
    const { call, step } = exchange.sent;
    // That of the end comes when every order is over.
    if (call.op === 'void_simulated' && step !== 0)
      this.#voidedFrom = Math.min(this.#voidedFrom, exchange.seq);
    if (call.op === 'use_card') this.#used(call, exchange);
    if (seen.what !== 'answered') return;
    const made = orderMade(exchange);
    if (made !== undefined && (!this.#mayBeLive || this.#made.has(made))) {
      this.#byStep.set(step, made);
      this.#made.set(made, exchange);
    }
    if (seen.status !== OK || !this.#isOwn) return;
    const body = bodyOf(seen) ?? {};
    const list = call.op === 'list_orders' && Array.isArray(body.data) ? body.data : [];
    for (const order of [...(call.op === 'show_order' ? [body] : []), ...list])
      if (isObject(order)) this.#shown(String(order.id), String(order.status), exchange);
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    if (!this.#isOwn) return;
    for (const [id, { card, service, status }] of this.#orders.read(records)) {
      if (service.kind !== 'simulated' || (this.#mayBeLive && !this.#made.has(id))) continue;
      const first = this.#first(id);
      const surely = first.some(({ isSure }) => isSure);
      const names = first.map(({ use }) => nameOf(use.card));
      const isRight = card === undefined ? !surely : names.includes(card.use);
      if (!isRight)
        this.#report(
          `on disk, the card of ${id} is ${card?.use ?? 'none'}; the first was ${names.join(' or ')}`,
        );
      const end = CARD_ENDS.get(card?.use ?? '');
      if (end === undefined && (status === 'paid' || status === 'failed'))
        this.#report(`on disk, ${id} is ${status}, and no card was used`);
      const isEnded =
        status === end ||
        (status === 'canceled' && this.#voidedFrom < Number.POSITIVE_INFINITY) ||
        (status === 'expired' && this.#mayExpire(id));
      if (when === 'end' && end !== undefined && !isEnded)
        this.#report(`${id} is ${status} in the end, and its card was ${card?.use}`);
    }
  }

  /** It was used so late that the hour may have been over before the bank's word. */
  #mayExpire(id: string): boolean {
    const madeAt = this.#made.get(id)?.sent.at ?? 0;
    const inTimeMs = HOUR_MS - 5 * LOOKED_AT_WITHIN_MS - this.#doubt.slackSince(madeAt);
    return this.#first(id).some(({ use }) => use.exchange.sent.at - madeAt > inTimeMs);
  }

  #used(call: UseCardCall, exchange: Exchange): void {
    const id = this.#byStep.get(call.order);
    const { answer, sent } = exchange;
    if (id === undefined) return;
    const uses = this.#uses.get(id) ?? [];
    this.#uses.set(id, uses);
    if (answer === undefined) {
      if (this.#isOwn && CARD_ENDS.has(nameOf(call.card))) uses.push({ card: call.card, exchange });
      return;
    }
    const about = `request ${sent.request} (card ${call.card})`;
    const { status } = answer;
    if (!this.#isOwn) {
      if (status < NOT_FOUND)
        this.#report(`${about} is answered ${status}, and ${id} is not paid at a page of cards`);
      return;
    }
    const isPage = call.card === 'look' || call.card === 'none';
    if (status === NOT_FOUND || (status < NOT_FOUND && !(isPage ? [OK, BAD] : [LED_ON]).includes(status)))
      this.#report(`${about} is answered ${status}`);
    if (status === LED_ON && answer.headers.location !== `/top-up/${id}`)
      this.#report(`${about} leads to ${answer.headers.location}, and not to ${id}`);
    if (!isPage || status >= NOT_FOUND) return;
    const { hasCards, amount } = bodyOf(answer) ?? {};
    const { amountDa } = orderAsked(this.#made.get(id)?.sent.call ?? call) ?? {};
    if (hasCards === true && amount !== amountDa)
      this.#report(`${about} shows ${amount} DA, and ${id} is of ${amountDa}`);
    if (hasCards === true && this.#isOver(id, exchange))
      this.#report(`${about}: ${id} had a card, and takes another`);
    if (hasCards === false && uses.length === 0 && this.#isFresh(id, exchange))
      this.#report(`${about}: ${id} waits for its payment, and takes no card`);
  }

  /** Whether a card was surely used before this request. */
  #isOver(id: string, { seq }: Exchange): boolean {
    return (this.#uses.get(id) ?? []).some((use) => this.#isSure(id, use) && use.exchange.endSeq < seq);
  }

  /** Whether it surely waits for its payment, if nobody has ended it. */
  #isFresh(id: string, { seq, endSeq, sent }: Exchange): boolean {
    const shown = this.#waiting.get(id);
    if (shown === undefined || this.#voidedFrom < endSeq) return false;
    return shown.endSeq < seq && sent.at - shown.sent.at < LOOKED_AT_WITHIN_MS;
  }

  /** Its page said that it is done, of an order that was not over and had its checkout. */
  #isSure(id: string, { exchange }: Use): boolean {
    return exchange.answer?.status === LED_ON && this.#isFresh(id, exchange);
  }

  /** The uses of which one was the first. */
  #first(id: string): readonly { readonly use: Use; readonly isSure: boolean }[] {
    const uses = this.#uses.get(id) ?? [];
    const firstEnd = Math.min(
      ...uses.filter((use) => this.#isSure(id, use)).map(({ exchange }) => exchange.endSeq),
    );
    return uses
      .filter(({ exchange }) => exchange.seq < firstEnd)
      .map((use) => ({ use, isSure: this.#isSure(id, use) }));
  }

  #shown(id: string, status: string, exchange: Exchange): void {
    if (status !== 'awaiting_payment') return;
    if (!this.#waiting.has(id)) this.#waiting.set(id, exchange);
    const [first, ...others] = this.#first(id);
    const usedAt = first?.use.exchange.endAt ?? Number.POSITIVE_INFINITY;
    if (first?.isSure !== true || others.length > 0) return;
    const isSlow = SLOW.includes(first.use.card) || this.#well.at > first.use.exchange.sent.at;
    const dueMs = (isSlow ? BANK_MS + LOOKED_AT_WITHIN_MS : 0) + this.#marginMs;
    if (exchange.sent.at > Math.max(usedAt, this.#well.at) + dueMs)
      this.#report(
        `request ${exchange.sent.request}: ${id} waits for its payment, and its card ${first.use.card} was used ${exchange.sent.at - usedAt} ms ago`,
      );
  }
}

/** In a record. */
function nameOf(card: Card): string {
  return card === 'cancel' ? 'canceled' : card;
}
