/** Makes people use cards at the card page of orders, some twice, some late, and some none at all. */

import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import { CARDS, type UseCardCall } from '../forms/form-call.js';
import type { NodeStep } from '../node-history.js';
import { killedAt } from '../restarts/restart-steps.js';

/** There is a card page at the gateway's own desk alone. */
const STRAY_CHANCE = 0.1;
const MINUTE_MS = 60_000;
/** Name of the step that orders, which no other step has; and no other order has its amount. */
const [SCENE, SCENE_DA] = [-151_000, 270];
const SOUND = ['pays', 'declined', 'notice_late', 'notice_never', 'cancel'] as const;
const FIRST = [...SOUND, 'pays', 'pays'] as const;
/** The order goes on waiting while their bank takes its time. */
const SLOW = ['notice_late', 'notice_never'] as const;
const SLOW_CHANCE = 0.5;

/** @param order the step that makes it; absent for one of those that were made by then */
export function generateCards(
  random: Random,
  isOwn: boolean,
  orders: readonly { readonly at: number; readonly order?: number }[],
): readonly NodeStep[] {
  return orders.flatMap(({ at, order = 0 }) => {
    if (!isOwn && !random.chance(STRAY_CHANCE)) return [];
    const visits = random.weighted([
      [3, 1],
      [3, 2],
      [1, 3],
    ]);
    let later = at + random.pick([40, 600, 5_000, MINUTE_MS, 10 * MINUTE_MS]) + random.between(0, 300);
    return Array.from({ length: visits }, () => {
      const step = edgeStep(later, { op: 'use_card', order, card: cardOf(random) });
      // The second press of a button, another card, or one after all is over.
      later += random.pick([0, 3, 100, 4_000, MINUTE_MS, 20 * MINUTE_MS]);
      return step;
    });
  });
}

function cardOf(random: Random) {
  return random.chance(0.3) ? 'pays' : random.pick(CARDS);
}

/** Two cards are used at an order that is known to wait for its payment; the process may end behind them. */
export function generateCardScene(
  random: Random,
  faults: FaultLevel,
  durationMs: number,
): readonly NodeStep[] {
  const slow = random.fork('slow');
  const at = random.between(0, durationMs);
  const usedAt = at + 1_500;
  const use = (atMs: number, card: UseCardCall['card']) =>
    edgeStep(atMs, { op: 'use_card', order: SCENE, card });
  const show = (afterMs: number) => edgeStep(at + afterMs, { op: 'show_order', order: SCENE });
  const crash = {
    ...killedAt(random.fork('kill'), usedAt + random.between(30, 3_000), 50),
    undecided: 'lost',
  } as const;
  return [
    { ...edgeStep(at, { op: 'order', key: 0, amountDa: SCENE_DA }), id: SCENE },
    show(1_000),
    use(usedAt, slow.chance(SLOW_CHANCE) ? slow.pick(SLOW) : random.pick(FIRST)),
    use(usedAt + random.pick([0, 3, 600]), random.pick(SOUND)),
    ...(faults !== 'none' && random.chance(0.5) ? [crash] : []),
    show(14_000),
    show(30_000),
    show(120_000),
  ];
}
