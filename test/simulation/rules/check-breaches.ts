import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../simulation/rules/invariant.js';
import { cleanRun } from './clean-run.js';
import { type Run, reportsOf } from './told-history.js';

/** A change to the clean run, and the report of the rule. */
type Breach = readonly [what: string, change: Run, says: RegExp];
type Sound = readonly [what: string, change: Run];

/** A rule is held to: silence on the clean run and on what else may happen, and a report of each breach. */
export function checkBreaches(rule: Rule, breaches: readonly Breach[], sound: readonly Sound[] = []): void {
  describe(`the rule ${rule.name}`, () => {
    it('has nothing to say of a clean run', () => {
      expect(reportsOf(rule, cleanRun())).toEqual([]);
    });

    it.each(sound)('has nothing to say if %s', (_, change) => {
      expect(reportsOf(rule, cleanRun(change))).toEqual([]);
    });

    it.each(breaches)('reports if %s', (_, change, says) => {
      expect(reportsOf(rule, cleanRun(change)).join('\n')).toMatch(says);
    });
  });
}
