import { describe, expect, it } from 'vitest';
import { edgeStep } from '../../../simulation/history/edges/edge-steps.js';
import { withTypedNames } from '../../../simulation/history/people/typed-names.js';
import { Random } from '../../../simulation/world/random.js';
import { userNameKey } from '../../../src/actors/people/user-names.js';

const NAME = 'p1@people.test';
const STEPS = [
  edgeStep(0, { op: 'sign_in', name: NAME, password: 'Password 1' }),
  edgeStep(1, { op: 'forgot', name: NAME }),
  edgeStep(2, { op: 'invite', account: 0, name: NAME, role: 'owner' }),
];

describe('names as people type them', () => {
  const typed = Array.from({ length: 100 }, (_, seed) => withTypedNames(STEPS, new Random(seed)))
    .flat()
    .flatMap((step) => (step.do === 'request' && 'typed' in step.call ? [step.call] : []));

  it('are those of the same users', () => {
    for (const { name, typed: text = '' } of typed) {
      expect(text).not.toBe(name);
      expect(userNameKey(text)).toBe(userNameKey(name));
    }
  });

  it('come in four spellings, at sign-ins and of those who forgot a password', () => {
    expect(new Set(typed.map(({ typed: text }) => text)).size).toBe(4);
    expect(new Set(typed.map(({ op }) => op))).toEqual(new Set(['sign_in', 'forgot']));
  });
});
