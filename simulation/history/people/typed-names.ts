/** Names of users as people type them: in capitals, in part, or with a letter of full width, as phones do. */
import type { Random } from '../../world/random.js';
import type { NodeStep } from '../node-history.js';

const HISTORIES_CHANCE = 0.5;
const REQUESTS_CHANCE = 0.4;
const FULL_WIDTH = 0xfee0;
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.replace(/^./, (first) => first.toUpperCase()),
  (name) => name.replace(/@.*$/, (domain) => domain.toUpperCase()),
  (name) => name.replace(/^[!-~]/, (first) => String.fromCharCode(first.charCodeAt(0) + FULL_WIDTH)),
];

/** In half of the histories, some of those who sign in or forgot a password spell the name otherwise. */
export function withTypedNames(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  if (!random.chance(HISTORIES_CHANCE)) return steps;
  return steps.map((step): NodeStep => {
    if (step.do !== 'request') return step;
    const { call } = step;
    if (call.op !== 'sign_in' && call.op !== 'forgot') return step;
    if (!random.chance(REQUESTS_CHANCE)) return step;
    return { ...step, call: { ...call, typed: random.pick(SPELLINGS)(call.name) } };
  });
}
