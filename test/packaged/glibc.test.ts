import fc from 'fast-check';
import { expect, it } from 'vitest';
import { glibcVersion, isOlder } from '../../src/packaged/glibc.js';

it.runIf(process.platform === 'linux')('the version of the C library is two numbers', () => {
  expect(glibcVersion()).toMatch(/^2\.\d+$/);
});

it('versions are compared by their parts, and not as texts or fractions', () => {
  expect(isOlder('2.9', '2.34')).toBe(true);
  expect(isOlder('2.38', '2.38')).toBe(false);
  expect(isOlder('3.0', '2.38')).toBe(false);
  const version = fc.tuple(fc.nat(9), fc.nat(99));
  fc.assert(
    fc.property(version, version, (one, other) => {
      const older = isOlder(one.join('.'), other.join('.'));
      expect(older).toBe(one[0] * 100 + one[1] < other[0] * 100 + other[1]);
    }),
  );
});
