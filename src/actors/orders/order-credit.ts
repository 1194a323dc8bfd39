/** The credit of an order that was paid. */
import { createHash } from 'node:crypto';
import type { Mismatch } from '../../machines/order-context.js';
import { BY_THE_NODE } from '../audit/audit-trail.js';
import type { ApiKeyBehavior } from '../keys/api-key-messages.js';
import type { Turn } from '../runtime/behavior.js';
import type { OrderEffect } from './effects.js';
import type { OrderState } from './order-messages.js';

/**
 * Has the key credited, with marked credit if no money moved. A credit that it refuses is a mismatch, and has
 * changed nothing.
 */
export function creditOrder(
  { id, key, amount, service, machine }: OrderState,
  turn: Turn<OrderState, OrderEffect>,
  apiKey: ApiKeyBehavior,
): { readonly entry: number } | { readonly mismatch: Mismatch } {
  const reference = `${service.kind}:${machine.context.checkout?.id}`;
  const reply = turn.call(apiKey, key, {
    type: 'credit',
    by: BY_THE_NODE,
    amount,
    reference,
    referenceHash: createHash('sha256').update(reference, 'utf8').digest('hex'),
    holdsRoom: turn.get('open_orders', id) !== undefined,
    ...(service.isLive ? {} : { marked: true }),
  });
  switch (reply.outcome) {
    case 'credited':
      return { entry: reply.entry };
    case 'over_lifetime_credit':
      return { mismatch: { kind: 'no_room', message: 'the key may not receive so much more in its life' } };
    case 'credit_replayed':
    case 'reference_reused':
      return { mismatch: { kind: 'reference', message: `reference ${reference} stands for another credit` } };
    default:
      throw new Error(`key ${key} answered the credit of order ${id} with ${reply.outcome}`);
  }
}
