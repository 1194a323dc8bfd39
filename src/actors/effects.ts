/** The effects of all turns of a node. */
import type { Effect } from './jobs/effects.js';
import type { OrderEffect } from './orders/effects.js';

export type NodeEffect = Effect | OrderEffect;

export function isOrderEffect(effect: NodeEffect): effect is OrderEffect {
  switch (effect.type) {
    case 'create_checkout':
    case 'look_at_checkout':
    case 'send_notices':
    case 'set_aside':
      return true;
    default:
      return false;
  }
}
