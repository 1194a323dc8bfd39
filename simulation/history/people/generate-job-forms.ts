/**
 * Makes somebody who sends the form of a job again and again, while a program uses the same key: both count
 * on the window of that key.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import type { PeopleFacts } from './people-steps.js';

const CHANCE = 0.5;
/** Of a key whose window is filled. */
const RPM_MAX = 12;
const BEGINS_WITHIN_MS = 2_000;
/** Names of steps that no other step has. */
const [INVITED, TYPIST] = [-171_000, -171_001];

export function generateJobForms(
  random: Random,
  { accounts, keys, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(CHANCE)) return [];
  const few = [...keys.entries()].filter(([, { rpm }]) => rpm <= RPM_MAX);
  const found = few.length === 0 ? undefined : random.pick(few);
  if (found === undefined) return [];
  const [key, { account = 0, rpm }] = found;
  if (account >= accounts) return [];
  // The earlier, the fewer faults have met the node.
  let at = random.between(0, Math.min(durationMs, BEGINS_WITHIN_MS));
  const typist = { name: 'typist@people.test', role: random.pick(['owner', 'owner', 'member'] as const) };
  const steps: NodeStep[] = [
    { ...edgeStep(at, { op: 'invite', account, ...typist }), id: INVITED },
    { ...edgeStep(at + 300, { op: 'accept', link: INVITED, password: 'Password typist' }), id: TYPIST },
  ];
  at += 700;
  const calls: readonly ClientCall[] = [
    { op: 'job_form', session: TYPIST, key },
    { op: 'credits', key },
  ];
  for (let left = rpm + 4; left > 0; left--) {
    steps.push(edgeStep(at, random.pick(calls)));
    at += random.pick([0, 1, 200, 3_000]);
  }
  return steps;
}
