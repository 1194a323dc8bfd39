/**
 * The room in a key's life that its unpaid orders hold: so much of what the key may receive is promised to
 * them.
 *
 * It stands in a record of its own, for few keys have orders and every submit writes its key's record.
 *
 * Invariant: a key's record is the number and the sum of its `open_orders`; without any there is none.
 */
import { type MicroDa, microDa, ZERO_MICRO_DA } from '../../money/micro-da.js';
import { creditRoom } from '../money/ledger.js';
import type { TurnRecords } from '../runtime/behavior.js';
import type { ApiKeyState } from './api-key-messages.js';

/** In table `order_rooms`, keyed by key. */
interface OrderRoomRecord {
  readonly v: 1;
  readonly orders: number;
  readonly amount: MicroDa;
}

const NO_ROOM: OrderRoomRecord = { v: 1, orders: 0, amount: ZERO_MICRO_DA };

export function orderRoom(turn: Pick<TurnRecords, 'get'>, keyId: string): OrderRoomRecord {
  const text = turn.get('order_rooms', keyId);
  return text === undefined ? NO_ROOM : (JSON.parse(text) as OrderRoomRecord);
}

/** How much more a key may receive in its life, besides all that its orders hold. */
export function roomLeft(
  records: Pick<TurnRecords, 'get'>,
  { id, balances }: Pick<ApiKeyState, 'id' | 'balances'>,
): MicroDa {
  return microDa(creditRoom(balances) - orderRoom(records, id).amount);
}

export function mayReceive(
  turn: Pick<TurnRecords, 'get'>,
  key: Pick<ApiKeyState, 'id' | 'balances'>,
  amount: MicroDa,
): boolean {
  return amount <= roomLeft(turn, key);
}

export function holdRoom(turn: TurnRecords, keyId: string, amount: MicroDa): void {
  const { orders, amount: held } = orderRoom(turn, keyId);
  write(turn, keyId, { v: 1, orders: orders + 1, amount: microDa(held + amount) });
}

export function giveBackRoom(turn: TurnRecords, keyId: string, amount: MicroDa): void {
  const { orders, amount: held } = orderRoom(turn, keyId);
  if (orders === 0) throw new Error(`key ${keyId} holds no room for an order`);
  write(turn, keyId, { v: 1, orders: orders - 1, amount: microDa(held - amount) });
}

function write(turn: TurnRecords, keyId: string, room: OrderRoomRecord): void {
  if (room.orders === 0) turn.remove('order_rooms', keyId);
  else turn.put('order_rooms', keyId, JSON.stringify(room));
}
