/** Which events of an order never meet it in which state, in a whole node, and why: see `reachable.ts`. */
import type { OrderEventType } from '../../src/machines/order-events.js';
import type { CannotOccur } from './subject.js';

interface Reason {
  readonly states: readonly string[];
  readonly events: readonly OrderEventType[];
  readonly reason: string;
}

const WATCHED = ['failed.watched', 'canceled.watched', 'expired.watched'];
const OVER = ['failed.over', 'canceled.over', 'expired.over'];

const REASONS: readonly Reason[] = [
  {
    states: ['made'],
    events: ['PAID', 'FAILED', 'CANCELED', 'EXPIRED', 'MISMATCHED'],
    reason: 'Only a checkout that is on disk with its order is looked at, and nothing leads back to made.',
  },
  {
    states: [...WATCHED, ...OVER, 'paid'],
    events: ['DEADLINE'],
    reason:
      'The one reminder of the deadline goes in the commit in which the order is over, and one that comes due ' +
      'is checked against it before the order hears of it.',
  },
  {
    states: [...OVER, 'paid'],
    events: ['CALL_DUE'],
    reason:
      'The reminder of the next call goes in the commit that leads there, as that of the deadline does.',
  },
];

export const orderCannotMeet: readonly CannotOccur[] = REASONS.flatMap(({ states, events, reason }) =>
  states.flatMap((state) => events.map((event) => ({ machine: 'order', state, event, reason }))),
);
