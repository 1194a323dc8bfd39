/** An operator says that an order that was set aside is dealt with: that stands with the order. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import type { OrderRecord } from '../facts/order-image.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

interface ActRecord {
  readonly act: string;
  readonly about: string;
}

export const ORDER_DISMISSAL: Rule = {
  name: 'order-dismissal',
  says: 'A finding that an operator has dealt with is dismissed, with note and audit entry, until the order has another one or is paid; nothing else dismisses it.',
  watch(_, report, requests) {
    const orders = new TableImage<OrderRecord>('orders');
    const audit = new TableImage<ActRecord>('audit');
    const ids = new Map<number, string>();
    const asked = new Map<string, Exchange[]>();
    /** The finding of each order that was told last, and when. */
    const told = new Map<string, { readonly kind: string; readonly seq: number }>();

    const check = (exchange: Exchange, order: string): void => {
      const { call, request } = exchange.sent;
      if (call.op !== 'form' || call.act !== 'dismiss' || exchange.answer?.status !== 400) return;
      const last = told.get(order);
      if (call.note !== '' && last?.kind === call.kind && last.seq < exchange.seq)
        report(`request ${request}: ${order} has the finding ${call.kind}, and its dismissal is refused`);
    };

    return {
      observe(seen, exchange) {
        if (seen.what === 'set_aside') told.set(seen.order, { kind: seen.kind, seq: requests.seq });
        if (exchange === undefined) return;
        const { call, step } = exchange.sent;
        if (call.op === 'order' && seen.what === 'answered' && seen.status === 201)
          ids.set(step, String(bodyOf(seen)?.id));
        if (call.op !== 'form' || call.act !== 'dismiss') return;
        const order = ids.get(call.order) ?? '';
        if (seen.what === 'sent') asked.set(order, [...(asked.get(order) ?? []), exchange]);
        if (seen.what === 'answered') check(exchange, order);
      },
      disk(records: StoreReader) {
        const counts = new Map<string, number>();
        for (const { act, about } of audit.read(records).values())
          if (act === 'order_dismissed') counts.set(about, (counts.get(about) ?? 0) + 1);
        for (const [id, order] of orders.read(records)) {
          const { dismissal, machine, status } = order;
          const all = asked.get(id) ?? [];
          const kind = machine.context.mismatch?.kind;
          const mayBe = all.filter((one) => outcomeOf(one) !== 'refused');
          const isAskedFor = mayBe.some(({ sent: { call } }) => {
            return (
              call.op === 'form' &&
              call.act === 'dismiss' &&
              call.note === dismissal?.note &&
              call.kind === kind
            );
          });
          if (dismissal !== undefined && !isAskedFor)
            report(`on disk, ${id} is dismissed with "${dismissal.note}", and nobody did that`);
          const done = all.filter((one) => outcomeOf(one) === 'done');
          const last = told.get(id);
          const isDone = done.some(({ seq, sent: { call } }) => {
            const isOfIt = call.op === 'form' && call.act === 'dismiss' && call.kind === kind;
            // Before it was told of, there was nothing to dismiss.
            return isOfIt && last?.kind === kind && last.seq < seq;
          });
          if (isDone && status !== 'paid' && dismissal === undefined)
            report(`on disk, ${id} was dismissed and is not any more`);
          const count = counts.get(id) ?? 0;
          if (count > mayBe.length || (count === 0 && dismissal !== undefined))
            report(`the audit trail has ${count} dismissals of ${id}`);
        }
      },
    };
  },
};
