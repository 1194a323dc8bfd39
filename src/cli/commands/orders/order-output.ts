/** How orders are printed. */
import type { CommandIo } from '../../framework/command.js';
import { da, time, timeFromNow } from '../../framework/format.js';
import { type Column, printFields } from '../../framework/table.js';

/** As the API answers. */
export interface Order {
  readonly id: string;
  readonly account: string;
  readonly key: string;
  readonly amount: number;
  readonly status: string;
  readonly service: string;
  readonly livemode: boolean;
  readonly created_at: number;
  readonly payment_url?: string;
  readonly paid_at?: number;
  readonly error_message?: string;
  readonly set_aside?: string;
}

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  { head: 'ORDER', cell: ({ id }) => id },
  { head: 'KEY', cell: ({ key }) => key, mayBeLeftOut: true },
  { head: 'STATUS', cell: ({ status }) => status },
  { head: 'AMOUNT DA', cell: ({ amount }) => da(amount), isNumber: true },
  { head: 'SET ASIDE', cell: ({ set_aside }) => set_aside ?? '' },
  { head: 'CREATED (UTC)', cell: ({ created_at }) => time(created_at), mayBeLeftOut: true },
];

export function printOrder(order: Order, { out, wallMs }: CommandIo): void {
  printFields(out, [
    ['Order', order.id],
    ['Account', order.account],
    ['Key', order.key],
    ['Amount', `${da(order.amount)} DA`],
    ['Status', order.status],
    ['Paid at', `${order.service}${order.livemode ? '' : ', in test mode'}`],
    ['Made', timeFromNow(order.created_at, wallMs())],
    ['Paid', order.paid_at === undefined ? undefined : timeFromNow(order.paid_at, wallMs())],
    ['Payment page', order.payment_url],
    ['Refused', order.error_message],
    ['Set aside', order.set_aside],
  ]);
}
