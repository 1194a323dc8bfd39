/**
 * A section of `npm run bench`, and its report.
 *
 * A figure is a median over rounds with the least and the greatest; what sections compare runs in turn within
 * each round, so that whatever else the machine does meets all of it. Only the ratios count.
 */

export interface BenchOptions {
  readonly rounds: number;
  /** How long a round puts load on each thing compared. */
  readonly secondsPerRound: number;
  /** How long a section runs that watches one thing for long. */
  readonly minutes: number;
  /** An empty folder of the section's own, removed after the run. */
  readonly folder: string;
  /** Smaller populations and shorter runs: to see that a section works, not to quote. */
  readonly isQuick: boolean;
  /**
   * Words of which one is to be in the name of what is compared with the section's own subject; none: compare
   * all.
   */
  readonly only: readonly string[];
  /** Tells on standard error how far the section is. */
  readonly progress: (text: string) => void;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

export interface Row {
  /** The thing that was measured. */
  readonly name: string;
  /** By name with unit, such as `requests/s` or `CPU µs/request`. */
  readonly figures: Readonly<Record<string, Spread>>;
}

/** A figure against its baseline, or against a bound of its own. */
export interface Verdict {
  readonly what: string;
  readonly value: number;
  /** Of the value over the rounds, if it was told for each. */
  readonly spread?: Spread;
  /** If there is something to reach. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
  /** True if the run fails unless it is reached. */
  readonly isPromised?: boolean;
}

export interface SectionReport {
  readonly rows: readonly Row[];
  readonly verdicts: readonly Verdict[];
  /** Remarks that a reader must know: what was missing, what was refused. */
  readonly notes: readonly string[];
}

export interface Section {
  /** As the command line names it. */
  readonly name: string;
  /** One line: what it measures, against what. */
  readonly summary: string;
  /** For the process it runs in, which is one of its own: `['--expose-gc']`. */
  readonly nodeOptions?: readonly string[];
  /** Left out of a run that names no section. */
  readonly isRunByNameOnly?: boolean;
  run(options: BenchOptions): Promise<SectionReport>;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [least] = sorted;
  const median = sorted[sorted.length >> 1];
  const greatest = sorted[sorted.length - 1];
  if (least === undefined || median === undefined || greatest === undefined)
    throw new Error('nothing was measured');
  return { median, least, greatest };
}
