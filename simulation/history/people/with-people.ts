/** The steps of people among those of a history. */
import type { ClientCall } from '../client-call.js';
import type { NodeStep } from '../node-history.js';
import { isPeopleCall } from '../people-call.js';

/** Fields of calls that name a step. */
const NAMING: readonly string[] = ['session', 'device', 'link', 'order', 'ends', 'job'];

/** Numbers steps from 1; by these numbers those name each other that have ids of their own, as people's. */
export function withPeople(inOrder: readonly NodeStep[]): readonly NodeStep[] {
  const ids = new Map(inOrder.map(({ id }, index) => [id, index + 1]));
  return inOrder.map((step, index) => {
    const numbered = { ...step, id: index + 1 };
    if (numbered.do !== 'request') return numbered;
    const { call } = numbered;
    const isOfOwnJob = 'job' in call && call.job < 0 && ids.has(call.job);
    const isOfPeople = isPeopleCall(call) || 'session' in call;
    if (!isOfPeople && call.op !== 'show_order' && !isOfOwnJob) return numbered;
    const named = Object.entries(call).map(([field, value]) =>
      NAMING.includes(field) ? [field, ids.get(Number(value)) ?? 0] : [field, value],
    );
    return { ...numbered, call: Object.fromEntries(named) as ClientCall };
  });
}
