import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulatedPeople } from '../../simulation/world/simulated-people.js';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { openSignUp, sealSignUp } from '../../src/people/sign-up-link.js';

const { seal } = simulatedPeople();
const NAME = 'Amel.Ünsal@exämple.dz';

it('a link opens to its name for 72 hours', async () => {
  const world = new VirtualWorld();
  const link = sealSignUp(seal, world, NAME);
  expect(link).toMatch(/^[\w.-]+$/);
  await world.advance(72 * 3_600_000 - 1);
  expect(openSignUp(seal, world, link)).toBe(NAME);
  await world.advance(1);
  expect(openSignUp(seal, world, link)).toBeUndefined();
});

it('a link of another node, or one that was altered anywhere, opens to nothing', () => {
  const world = new VirtualWorld();
  const link = sealSignUp(seal, world, NAME);
  expect(openSignUp(simulatedPeople(new Uint8Array(32).fill(1)).seal, world, link)).toBeUndefined();
  const altered = fc.tuple(fc.nat(link.length - 1), fc.constantFrom(...'0aZ_.-'));
  fc.assert(
    fc.property(altered, ([at, character]) => {
      const other = link.slice(0, at) + character + link.slice(at + 1);
      fc.pre(other !== link && at !== link.length - 1);
      expect(openSignUp(seal, world, other)).toBeUndefined();
    }),
  );
});
