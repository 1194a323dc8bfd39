/** An order is over soon after its hour, whatever befell the node in between. */
import type { StoreReader } from '../../../src/store/store.js';
import { TableImage } from '../facts/disk-image.js';
import { WellSince } from '../facts/ends/well-since.js';
import { newsMsMax } from '../facts/options.js';
import { isOver, type OrderRecord } from '../facts/order-image.js';
import { bodyOf, isObject } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const DEADLINE_MS = 3_600_000;
/** More than news may take. */
const MARGIN_MS = 1_000;

export const ORDER_DEADLINES: Rule = {
  name: 'order-deadlines',
  says: 'An order is paid or over soon after its hour; no restart puts that off.',
  watch(setup, report) {
    const marginMs = newsMsMax(setup) + MARGIN_MS;
    const doubt = new SteadyDoubt();
    const well = new WellSince();
    const orders = new TableImage<OrderRecord>('orders');
    /** When each was first told of. */
    const madeBy = new Map<string, number>();

    const made = (order: string, at: number) => {
      if (!madeBy.has(order)) madeBy.set(order, at);
    };

    const check = (about: string, id: string, status: string, at: number, wellAt: number) => {
      const from = madeBy.get(id);
      if (from === undefined || isOver(status)) return;
      const deadlineAt = from + DEADLINE_MS;
      if (at > Math.max(deadlineAt, wellAt) + marginMs + doubt.slackSince(from))
        report(`${about}${id} is ${status}, ${at - deadlineAt} ms after its hour`);
    };

    return {
      observe(seen, exchange) {
        doubt.observe(seen);
        well.observe(seen);
        if (seen.what === 'payment_called' && seen.kind === 'create') made(seen.order, seen.at);
        if (seen.what !== 'answered' || seen.status >= 300 || exchange === undefined) return;
        const { sent } = exchange;
        const body = bodyOf(seen) ?? {};
        if (sent.call.op === 'order') made(String(body.id), seen.at);
        const list = sent.call.op === 'list_orders' && Array.isArray(body.data) ? body.data : [];
        for (const { id, status } of [...(sent.call.op === 'show_order' ? [body] : []), ...list].filter(
          isObject,
        ))
          check(`request ${sent.request}: `, String(id), String(status), sent.at, well.at);
      },
      disk(records: StoreReader) {
        for (const [id, { status }] of orders.read(records))
          check('on disk, ', id, status, well.endedAt, well.endedAt - well.lastedMs);
      },
    };
  },
};
