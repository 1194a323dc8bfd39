/** How an order stands on disk. */
import { ORDER_MACHINE_VERSION } from '../../machines/order.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { StoreReader } from '../../store/store.js';
import { decoded } from '../storage/unreadable-record.js';
import type { OrderState } from './order-messages.js';

/** The kind of actor that an order is. */
export const ORDER_KIND = 'order';
/** The reminder of an order at which it expires. */
export const DEADLINE_REMINDER = 'deadline';
/** The reminder of its next call to the payment service. */
export const CALL_REMINDER = 'call';

interface OrderRecord extends Omit<OrderState, 'id'> {
  readonly v: 1;
  readonly machine_version: number;
}

/**
 * In table `open_orders`, keyed by order, of each that holds room in its key's life: it is the proof of that
 * room, and all that a restart needs.
 */
export interface OpenOrderRecord {
  readonly v: 1;
  readonly key: string;
  readonly amount: MicroDa;
  readonly is_live: boolean;
  /** True if a restart must wake the order, for it has a call for a checkout under way. */
  readonly resume: boolean;
}

export function readOrder(id: string, records: StoreReader): OrderState | undefined {
  const text = records.get('orders', id);
  return text === undefined ? undefined : decoded('orders', id, () => decodeOrder(id, text));
}

/** Fails closed on a snapshot that today's machine could misread. */
function decodeOrder(id: string, text: string): OrderState {
  const { v, machine_version, ...state } = JSON.parse(text) as OrderRecord;
  if (v !== 1 || machine_version !== ORDER_MACHINE_VERSION) {
    throw new Error(`order ${id} was written by another version (record ${v}, machine ${machine_version})`);
  }
  return { id, ...state };
}

export function encodeOrder({ id: _, ...state }: OrderState): string {
  const record: OrderRecord = { v: 1, machine_version: ORDER_MACHINE_VERSION, ...state };
  return JSON.stringify(record);
}

export function encodeOpenOrder({ key, amount, service }: OrderState, resume: boolean): string {
  const record: OpenOrderRecord = { v: 1, key, amount, is_live: service.isLive, resume };
  return JSON.stringify(record);
}

/** Key in table `account_orders`, which lists an account's orders by age. */
export function accountOrdersKey(account: string, orderId: string): string {
  return `${account}/${orderId}`;
}
