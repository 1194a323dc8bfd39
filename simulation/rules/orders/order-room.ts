/** The room that orders hold in the life of a key: held from the making to the end, and given back once. */
import type { StoreReader } from '../../../src/store/store.js';
import { type KeyRecord, TableImage } from '../facts/disk-image.js';
import {
  isOver,
  type OpenOrderRecord,
  type OrderRecord,
  type OrderRoomRecord,
} from '../facts/order-image.js';
import type { Rule } from '../invariant.js';

/** The most that a key receives in its life, in micro-DA (contract). */
const LIFETIME_MICRO_DA = 1_000_000_000_000_000;
/** Orders are looked after for a week, and the last look is a day later. */
const WATCHED_DAYS = 9;

export const ORDER_ROOM: Rule = {
  name: 'order-room',
  says: "Every order that may still be paid holds room in its key's life, and no other does; a key never holds more than it may receive.",
  watch({ payments }, report) {
    const orders = new TableImage<OrderRecord>('orders');
    const open = new TableImage<OpenOrderRecord>('open_orders');
    const rooms = new TableImage<OrderRoomRecord>('order_rooms');
    const keys = new TableImage<KeyRecord>('keys');
    return {
      observe: () => {},
      disk(records: StoreReader, when) {
        const standing = open.read(records);
        const all = orders.read(records);
        for (const [id, order] of all) {
          const isHeld = standing.has(id);
          if (isHeld && order.status === 'paid') report(`on disk, ${id} is paid and holds room`);
          if (!isHeld && !isOver(order.status)) report(`on disk, ${id} is ${order.status} and holds no room`);
        }
        const sums = new Map<string, OrderRoomRecord>();
        for (const [id, { key, amount }] of standing) {
          const order = all.get(id);
          if (order?.key !== key || order.amount !== amount)
            report(`on disk, ${id} holds room it did not ask for`);
          const sum = sums.get(key) ?? { orders: 0, amount: 0 };
          sums.set(key, { orders: sum.orders + 1, amount: sum.amount + amount });
        }
        const held = rooms.read(records);
        for (const [key, sum] of [...held, ...sums]) {
          const { orders: count = 0, amount = 0 } = held.get(key) ?? {};
          const expected = sums.get(key) ?? { orders: 0, amount: 0 };
          if (count === expected.orders && amount === expected.amount) continue;
          report(`on disk, ${key} holds ${JSON.stringify(sum)}; its orders hold ${JSON.stringify(expected)}`);
        }
        for (const [id, { credited, withdrawn = 0 }] of keys.read(records)) {
          const { amount = 0 } = held.get(id) ?? {};
          if (credited + withdrawn + amount > LIFETIME_MICRO_DA)
            report(
              `on disk, ${id} has received ${credited + withdrawn} micro-DA and holds room for ${amount}`,
            );
        }
        if (when === 'end' && payments !== undefined && payments.watchedDays >= WATCHED_DAYS) {
          for (const id of standing.keys())
            report(`${id} was never given its last look, and still holds room`);
        }
      },
    };
  },
};
