/** The effects of all turns of a node. */
import type { Effect } from './jobs/effects.js';
import type { OrderEffect } from './orders/effects.js';

export type NodeEffect = Effect | OrderEffect;

export function isOrderEffect(effect: NodeEffect): effect is OrderEffect {
  const { type } = effect;
  return type === 'create_checkout' || type === 'look_at_checkout' || type === 'set_aside';
}
