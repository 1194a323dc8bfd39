/**
 * News of a payment is not left for the next minute: a notice, or a person who comes back, has the order
 * looked at, and an order whose payment a look told of is paid from then on.
 */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { CALL_LIMIT_MS, flawOf } from '../facts/payment-findings.js';
import { bodyOf, isObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { CallsUnderWay } from './calls-under-way.js';

/** Turns and commits; of a look, another one of the order may be under way until its time is up. */
const MARGIN_MS = 3_000;
const LOOKED_AT_WITHIN_MS = CALL_LIMIT_MS + MARGIN_MS;
/** Findings about the credit: the order stays as it was, and an operator is told. */
const OF_THE_CREDIT: readonly unknown[] = ['no_room', 'reference'];

export const ORDER_NEWS: Rule = {
  name: 'order-news',
  says: 'A notice that was taken, and a person who comes back, have the order looked at at once; a look that tells of its payment makes it paid.',
  watch(setup, report) {
    const { settings } = setup;
    const trouble = new DiskTrouble();
    const calls = new CallsUnderWay(setup);
    /** Orders that a process has looked at: their checkout is on disk. */
    const lookedAt = new Set<string>();
    const paidAt = new Map<string, number>();
    /** Orders that may be paid, to which a notice is no news. */
    const mayBePaid = new Set<string>();
    /** Of orders with a notice, since when a look is waited for, and whether the notice was taken. */
    const waiting = new Map<string, { readonly since: number; isTaken: boolean }>();
    let goesLive = false;
    /** A node that stops need not hear an answer any more. */
    let isUp = false;

    const forget = () => {
      waiting.clear();
      paidAt.clear();
    };

    const shown = (order: unknown, sentAt: number, request: number): void => {
      if (!isObject(order) || order.status === 'paid' || OF_THE_CREDIT.includes(order.set_aside)) return;
      const at = paidAt.get(String(order.id)) ?? Number.POSITIVE_INFINITY;
      if (sentAt > at + MARGIN_MS + settings.gateTimeLimitMs)
        report(
          `request ${request}: ${String(order.id)} is ${String(order.status)}, and a look told of its payment`,
        );
    };

    return {
      observe(seen, exchange) {
        trouble.observe(seen);
        calls.observe(seen);
        for (const [order, { since, isTaken }] of waiting) {
          if (seen.at <= since + LOOKED_AT_WITHIN_MS) continue;
          waiting.delete(order);
          if (isTaken && calls.crowdedUntil < since)
            report(`${order} had a notice and was not looked at within ${LOOKED_AT_WITHIN_MS} ms`);
        }
        switch (seen.what) {
          case 'starting':
            goesLive ||= seen.goesLive === true;
            return;
          case 'started':
            isUp = true;
            return;
          case 'crashed':
          case 'stopping':
            isUp = false;
            forget();
            return;
          case 'disk_failed':
            forget();
            return;
          case 'payment_called': {
            const { order = '' } = calls.of(seen.call) ?? {};
            if (seen.kind === 'look') lookedAt.add(order);
            waiting.delete(order);
            return;
          }
          case 'payment_answered': {
            const { order = '', checkout, known, at } = calls.of(seen.call) ?? { at: seen.at };
            const { answer } = seen;
            if (answer.kind !== 'seen' || answer.status !== 'paid' || known === undefined) return;
            mayBePaid.add(order);
            const isHeard =
              isUp && seen.at - at < CALL_LIMIT_MS && flawOf(answer, checkout ?? '', known) === undefined;
            if (isHeard && !trouble.isOnAt(seen.at) && !paidAt.has(order)) paidAt.set(order, seen.at);
            return;
          }
          case 'notice_sent': {
            const { order, how, at } = seen;
            if (how.startsWith('wrong') || goesLive || trouble.isOnAt(at)) return;
            if (lookedAt.has(order) && !mayBePaid.has(order) && !waiting.has(order))
              waiting.set(order, { since: at, isTaken: false });
            return;
          }
          case 'notice_answered': {
            const wanted = waiting.get(seen.order);
            if (wanted === undefined || wanted.isTaken || seen.how.startsWith('wrong')) return;
            if (seen.status < 300) wanted.isTaken = true;
            else waiting.delete(seen.order);
            return;
          }
          case 'answered': {
            const { op } = exchange?.sent.call ?? {};
            if (exchange === undefined || seen.status !== 200) return;
            const { at, request } = exchange.sent;
            const body = bodyOf(seen);
            if (op === 'show_order') shown(body, at, request);
            if (op === 'list_orders' && Array.isArray(body?.data))
              for (const order of body.data) shown(order, at, request);
          }
        }
      },
    };
  },
};
