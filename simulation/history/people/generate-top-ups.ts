/** Makes people order credit with the form of a page, some pressing its button twice, and pay with cards. */
import type { Random } from '../../world/random.js';
import { generateCards } from '../accounts/generate-cards.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import { keyNear, type PeopleFacts, type PeopleSteps } from './people-steps.js';

const TOP_UPS_CHANCE = 0.7;
/** No other order has one of these amounts. */
const FIRST_DA = 300;
/** Names of the steps that order, which no other step has. */
const FIRST_ORDER = -150_000;

export function generateTopUps(
  random: Random,
  made: PeopleSteps,
  { keys, payments }: PeopleFacts,
): readonly NodeStep[] {
  const { sessions } = made;
  if (payments === undefined || sessions.length === 0 || !random.chance(TOP_UPS_CHANCE)) return [];
  return Array.from({ length: random.between(1, 4) }, (_, nth): readonly NodeStep[] => {
    const { step: session, person } = random.pick(sessions);
    const at = made.during(session, random);
    const key = keyNear(person.account, keys, random, 0.8);
    const order = FIRST_ORDER - 10 * nth;
    const call = {
      op: 'form',
      act: 'order',
      session,
      key,
      amountDa: FIRST_DA + nth,
      once: `top-up-${nth}`,
    } as const;
    const again = random.chance(0.1) ? { ...call, amountDa: call.amountDa + 40 } : call;
    return [
      { ...edgeStep(at, call), id: order },
      ...(random.chance(0.4) ? [edgeStep(at + random.pick([0, 2, 30, 2_000]), again)] : []),
      edgeStep(at + random.between(300, 90_000), { op: 'show_order', order: 0 }),
      ...generateCards(random, payments.isOwn === true, [{ at, order }]),
    ];
  }).flat();
}
