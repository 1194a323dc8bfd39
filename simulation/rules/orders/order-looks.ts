/**
 * The payment service is asked about an order again and again: for its checkout, then for its payment, once a
 * minute at least until it is over, and then once a day for a week.
 */

import type { Observation } from '../../history/observation.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { newsMsMax } from '../facts/options.js';
import { flawOf } from '../facts/payment-findings.js';
import { type Answer, bodyOf } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';
import { CallsUnderWay } from './calls-under-way.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEADLINE_MS = HOUR_MS;
/** Of the days of a week, the last look may be due later. */
const WATCHED_MS = 6.5 * DAY_MS;

interface Asked {
  /** When it was made at the earliest. */
  madeAt: number;
  /** The latest call about it, or the time from which on the next is waited for. */
  since: number;
  /** The latest call of any process. */
  calledAt: number;
  /** The call from which the day until the next look is counted: none that a notice brought forward. */
  dayFrom: number;
  /** Whether it was asked about: its checkout is there. */
  isLookedAt: boolean;
  /** When it was asked about at its deadline, or later: with that it is over, whatever the answer. */
  lastLookAt: number;
  /** Undefined until it is over; `Infinity` if nobody need ask any more. */
  overAt: number | undefined;
}

export const ORDER_LOOKS: Rule = {
  name: 'order-looks',
  says: 'While all is well, the payment service is asked about an order once a minute at least until it is over, at its hour, and once a day in the week after that.',
  watch(setup, report) {
    if (setup.payments?.isOwn === true) return { observe() {} };
    const marginMs = newsMsMax(setup);
    const doubt = new SteadyDoubt();
    const trouble = new DiskTrouble();
    const calls = new CallsUnderWay(setup);
    const orders = new Map<string, Asked>();
    /** When the orders were asked for whose ids no answer has told of, by request. */
    const untold = new Map<number, number>();
    let startedAt = Number.NEGATIVE_INFINITY;
    let isUp = false;

    const orderOf = (id: string, at: number, madeAt = at): Asked => {
      const known = orders.get(id);
      if (known !== undefined) return known;
      const order: Asked = {
        madeAt,
        since: at,
        calledAt: at,
        dayFrom: at,
        isLookedAt: false,
        lastLookAt: Number.POSITIVE_INFINITY,
        overAt: undefined,
      };
      orders.set(id, order);
      return order;
    };

    const isDue = ({ dayFrom }: Asked, at: number): boolean =>
      at >= dayFrom + DAY_MS - marginMs - doubt.slackSince(dayFrom);

    const check = (id: string, order: Asked, at: number): void => {
      if (!isUp) return;
      const since = Math.max(order.since, startedAt, trouble.until, calls.crowdedUntil);
      const slackMs = doubt.slackSince(order.madeAt);
      if (order.overAt === undefined) {
        const mayBeOver = since + MINUTE_MS + marginMs + slackMs > order.madeAt + DEADLINE_MS;
        if (at - since > MINUTE_MS + marginMs && !mayBeOver)
          report(`the payment service was not asked about ${id} for ${at - since} ms`);
        const deadlineAt = order.madeAt + DEADLINE_MS + slackMs;
        const lateMs = at - Math.max(deadlineAt, startedAt, trouble.until, calls.crowdedUntil);
        if (order.isLookedAt && order.lastLookAt > at && lateMs > MINUTE_MS + marginMs)
          report(`the payment service was not asked about ${id} at its hour, nor in ${lateMs} ms after it`);
        return;
      }
      const isWatched =
        Number.isFinite(order.overAt) && at - order.overAt < WATCHED_MS - slackMs && at - since > marginMs;
      const lateMs = at - order.calledAt - DAY_MS - slackMs;
      if (isWatched && lateMs > HOUR_MS) report(`${id} is over and was not looked at for a day`);
    };

    const looked = (order: Asked, at: number): void => {
      const dueAt = order.madeAt + DEADLINE_MS - marginMs - doubt.slackSince(order.madeAt);
      if (at >= dueAt) order.lastLookAt = Math.min(order.lastLookAt, at);
    };

    const called = (id: string, at: number): void => {
      const order = orderOf(id, at, Math.min(at, ...untold.values()));
      check(id, order, at);
      looked(order, at);
      const isOpen = order.overAt === undefined && order.lastLookAt >= at;
      if (isOpen || isDue(order, at)) order.dayFrom = at;
      order.since = at;
      order.calledAt = at;
    };

    /** A look that was due may be on disk as made, and its call may not have left. */
    const lost = (at: number, isInOrder: boolean): void => {
      for (const order of orders.values()) {
        if (!isInOrder) looked(order, at);
        const dueForMs = at - Math.max(startedAt, order.dayFrom + DAY_MS);
        if (isDue(order, at) && (!isInOrder || dueForMs <= marginMs)) order.calledAt = order.dayFrom = at;
      }
    };

    const told = (id: string, at: number, { headers }: Answer): void => {
      const order = orderOf(id, at);
      if (headers['idempotent-replayed'] !== undefined || order.madeAt >= at) return;
      order.madeAt = at;
      order.lastLookAt = Number.POSITIVE_INFINITY;
    };

    const answered = (seen: Extract<Observation, { readonly what: 'payment_answered' }>): void => {
      const call = calls.of(seen.call);
      const order = orders.get(call?.order ?? '');
      if (call === undefined || order === undefined) return;
      const { answer } = seen;
      if (answer.kind === 'refused') order.overAt = Number.POSITIVE_INFINITY;
      if (answer.kind !== 'seen' || answer.status === 'open' || call.known === undefined) return;
      if (flawOf(answer, call.checkout, call.known) !== undefined) return;
      if (answer.status === 'paid') order.overAt = Number.POSITIVE_INFINITY;
      else order.overAt ??= Math.min(seen.at, order.lastLookAt);
    };

    return {
      observe(seen, exchange) {
        doubt.observe(seen);
        trouble.observe(seen);
        calls.observe(seen);
        switch (seen.what) {
          case 'started':
            isUp = true;
            startedAt = seen.at;
            return;
          case 'stopping':
            for (const [id, order] of orders) check(id, order, seen.at);
            isUp = false;
            return;
          case 'crashed':
          case 'stopped':
            isUp = false;
            lost(seen.at, seen.what === 'stopped' && !trouble.isOnAt(seen.at));
            return;
          case 'payment_called': {
            const { order, known } = calls.of(seen.call) ?? {};
            if (order === undefined) return;
            called(order, seen.at);
            if (known !== undefined) orderOf(order, seen.at).isLookedAt = true;
            return;
          }
          case 'payment_answered':
            answered(seen);
            return;
          case 'sent':
            if (seen.call.op === 'order') untold.set(seen.request, seen.at);
            // No order that is paid without money goes on, or is watched further.
            if (seen.call.op === 'void_simulated')
              for (const order of orders.values()) order.overAt = Number.POSITIVE_INFINITY;
            return;
          case 'answered': {
            if (exchange?.sent.call.op !== 'order' || seen.status >= 500) return;
            untold.delete(exchange.sent.request);
            const { id } = bodyOf(seen) ?? {};
            if (seen.status === 201 && typeof id === 'string') told(id, exchange.sent.at, seen);
          }
        }
      },
    };
  },
};
