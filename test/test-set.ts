/**
 * The set of tests that runs, as `TEST_SET` names it: `fast`, `normal` (the default) or `long`.
 *
 * Each holds the one before; `docs/tests.md` tells how they relate. `vitest.config.ts` leaves whole files out
 * of `fast`. A test that is too long for `npm test` either runs in the long set alone, or repeats itself
 * less.
 */

const SETS = ['fast', 'normal', 'long'];
const set = process.env.TEST_SET ?? 'normal';
if (!SETS.includes(set)) throw new Error(`TEST_SET must be one of ${SETS.join(', ')}, not ${set}`);

/** For tests that need a real minute or a browser, or show again what a cheaper one shows. */
export const isLong = set === 'long';

/** How often to repeat something: `times` in `npm test`, and `timesLong` in the long set. */
export function repetitions(times: number, timesLong: number): number {
  return isLong ? timesLong : times;
}

/**
 * All cases in the long set; else one of every `outOf`, so that each region of the list is seen. It is the
 * first of them, or a later one as `from` counts: suites that share their cases out have all of them between
 * them.
 */
export function someOf<Case>(cases: readonly Case[], outOf = 10, from = 0): readonly Case[] {
  return isLong ? cases : cases.filter((_, at) => at % outOf === from % outOf);
}
