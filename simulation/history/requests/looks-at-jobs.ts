/** Operators look at some jobs a while after they were submitted: most of them are under way then. */
import type { Random } from '../../world/random.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';

const LOOKED_AT_SHARE = 0.12;
/** Of those that a provider tells of with errors. */
const TROUBLED_SHARE = 0.6;
const LOOKS_MAX = 20;
const AFTER_MS = [400, 1_500, 4_000, 9_000, 20_000];

/** @param steps numbered from 1, by time */
export function withLooksAtJobs(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  const looks = steps.flatMap((step): readonly NodeStep[] => {
    if (step.do !== 'request' || step.call.op !== 'submit') return [];
    const { id, at, call } = step;
    const isTroubled = call.script?.polls.some((poll) => poll.do === 'error') === true;
    if (!random.chance(isTroubled ? TROUBLED_SHARE : LOOKED_AT_SHARE)) return [];
    return AFTER_MS.filter(() => random.chance(0.5)).map((ms) =>
      edgeStep(at + ms + random.between(0, 300), { op: 'show_job', job: id }),
    );
  });
  const some = looks.slice(0, LOOKS_MAX).map((look, n) => ({ ...look, id: steps.length + 1 + n }));
  return [...steps, ...some].sort((one, other) => one.at - other.at);
}
