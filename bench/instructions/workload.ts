/**
 * A workload is counted: a fixed piece of work, done over and over.
 *
 * The count of an operation is the difference between a process that prepares, warms up and does N of them,
 * and one that prepares the same and warms up alike, over N: what both do is in neither.
 */
export interface Workload {
  readonly name: string;
  /** One line: what an operation is. */
  readonly summary: string;
  /** Operations after which all on the way is compiled for good. */
  readonly warmUps: number;
  /** N. */
  readonly operations: number;
  /** The result of every operation, such as a status. */
  readonly outcome: string;
  prepare(): Promise<PreparedWorkload>;
}

export interface PreparedWorkload {
  /**
   * Does the operations from number `from` up to `to`, which is not done. Resolves with how many came to
   * what.
   */
  run(from: number, to: number): Promise<Outcomes>;
}

export type Outcomes = Readonly<Record<string, number>>;

/** Throws if one of `count` operations did something else than it is counted for. */
export function assertOutcomes({ name, outcome }: Workload, count: number, outcomes: Outcomes): void {
  const all = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  if (all === count && outcomes[outcome] === count) return;
  throw new Error(`${name}: not every one of ${count} was ${outcome}: ${JSON.stringify(outcomes)}`);
}
