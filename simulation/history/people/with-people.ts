/** The steps of people among those of a history. */
import type { ClientCall } from '../client-call.js';
import type { NodeStep } from '../node-history.js';
import { isPeopleCall } from '../people-call.js';

/** Fields of calls that name a step. */
const NAMING: readonly string[] = ['session', 'device', 'link', 'order', 'ends', 'job'];

/** Numbers steps from 1; by these numbers those of people name each other, which have ids of their own. */
export function withPeople(inOrder: readonly NodeStep[]): readonly NodeStep[] {
  const ids = new Map(inOrder.map(({ id }, index) => [id, index + 1]));
  return inOrder.map((step, index) => {
    const numbered = { ...step, id: index + 1 };
    if (numbered.do !== 'request') return numbered;
    if (!isPeopleCall(numbered.call) && numbered.call.op !== 'show_order') return numbered;
    const named = Object.entries(numbered.call).map(([field, value]) =>
      NAMING.includes(field) ? [field, ids.get(Number(value)) ?? 0] : [field, value],
    );
    return { ...numbered, call: Object.fromEntries(named) as ClientCall };
  });
}
