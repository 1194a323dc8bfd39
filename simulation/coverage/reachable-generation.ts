/** The events that never meet a generation in a whole node, by state, and why: see `reachable.ts`. */
import type { GenerationEvent } from '../../src/machines/generation-events.js';
import type { CannotOccur } from './subject.js';

interface Reason {
  readonly states: readonly string[];
  readonly events: readonly GenerationEvent['type'][];
  readonly reason: string;
}

const REASONS: readonly Reason[] = [
  {
    states: ['completed', 'failed', 'interrupted'],
    events: ['NOT_TAKEN'],
    reason:
      'That no route has taken it is told before any end, and not brought again if the disk refuses it.',
  },
  {
    states: ['completed'],
    events: ['REFUSED', 'BROKEN_OFF', 'ABANDONED'],
    reason: 'A run reports one end: that of a whole text alone is brought again if the disk refused it.',
  },
  {
    states: ['failed'],
    events: ['ENDED', 'ABANDONED'],
    reason: 'A run reports one end: a failure alone is brought again if the disk refused it.',
  },
  {
    states: ['interrupted'],
    events: ['REFUSED', 'ENDED', 'BROKEN_OFF'],
    reason:
      'A run reports one end: that its client has gone alone is brought again if the disk refused it. A ' +
      'restart ends its run before it interrupts a generation.',
  },
  {
    states: ['completed', 'failed'],
    events: ['RESUMED'],
    reason:
      'After a restart RESUMED is brought, until it is taken, to generations that were open then. The runs of ' +
      'those ended with the process before, so nothing else is told of them.',
  },
];

export const generationCannotMeet: readonly CannotOccur[] = REASONS.flatMap(({ states, events, reason }) =>
  states.flatMap((state) => events.map((event) => ({ machine: 'generation', state, event, reason }))),
);
