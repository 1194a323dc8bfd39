/** The report of a whole run of `npm run bench`: the JSON that `--json` and `--out` give. */
import type { Machine } from '../machine/machine.js';
import type { SectionReport, Verdict } from '../section.js';

export interface BenchReport {
  readonly machine: Machine;
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly isQuick: boolean;
  readonly sections: readonly SectionResult[];
}

export interface SectionResult extends SectionOutcome {
  readonly name: string;
  readonly summary: string;
  /** How long the section took, in seconds. */
  readonly tookSeconds: number;
}

/** One of the two. */
export interface SectionOutcome {
  readonly report?: SectionReport;
  /** Why the section failed, in a sentence without its end. */
  readonly failure?: string;
}

export function isReached({ value, target }: Verdict): boolean | undefined {
  if (target === undefined) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Whether the section ran, and reached what it promises. */
export function isKept({ report, failure }: SectionResult): boolean {
  const isBroken = report?.verdicts.some((verdict) => verdict.isPromised && isReached(verdict) === false);
  return failure === undefined && isBroken !== true;
}
