/**
 * The set of tests that runs, as `TEST_SET` names it: `fast`, `normal` (the default) or `long`. Each holds the one before.
 *
 * `docs/tests.md` tells how the sets relate. `vitest.config.ts` leaves whole files out of `fast`; everything else goes
 * by this module: a test either runs in the long set alone, or repeats itself less in the others.
 */

const SETS = ['fast', 'normal', 'long'];
const set = process.env.TEST_SET ?? 'normal';
if (!SETS.includes(set)) throw new Error(`TEST_SET must be one of ${SETS.join(', ')}, not ${set}`);

/** For `test.runIf(isLong)`: a test that needs a real minute or a browser, or shows again what a cheaper one does. */
export const isLong = set === 'long';

/** How often to repeat something: `times` in `npm test`, and `timesLong` in the long set. */
export function repetitions(times: number, timesLong: number): number {
  return isLong ? timesLong : times;
}

/** All cases in the long set; else the first of every `outOf`, so that each region of the list is seen. */
export function someOf<Case>(cases: readonly Case[], outOf = 10): readonly Case[] {
  return isLong ? cases : cases.filter((_, at) => at % outOf === 0);
}
