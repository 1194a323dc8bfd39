/**
 * Investigates a run that broke a rule: is it so again, what is the shortest history that breaks the same
 * rule, and what is its trace.
 */
import type { FaultLevel, History, Model, TraceLine, Violation } from '../model.js';
import { type BoundedRun, type Patience, RUN_NEVER_ENDED, runBounded } from './bounded-run.js';
import { type ShrinkLimits, shrink } from './shrink.js';
import { shrinkSetup } from './shrink-setup.js';

/** The rule that is shown as broken if the same history ends otherwise the second time. */
const NOT_DETERMINISTIC = 'not-deterministic';

export interface Failure {
  readonly model: string;
  readonly seed: number;
  readonly faults: FaultLevel;
  /** Of the run as it came from its seed. The first names the rule that the shrunk history breaks as well. */
  readonly violations: readonly Violation[];
  /** How many steps the history had; 0 if there was none. */
  readonly steps: number;
  readonly stack?: string;
  /** Undefined if only the seed tells of it. */
  readonly shortest?: ShortestHistory;
}

export interface ShortestHistory {
  readonly history: History;
  readonly violations: readonly Violation[];
  readonly trace: readonly TraceLine[];
  /** How many histories were run to find it. */
  readonly runs: number;
  /** Whether each of its steps is needed. */
  readonly isMinimal: boolean;
}

export interface FoundRun {
  readonly history: History;
  /** False if the model threw instead of making a history; then this one is empty. */
  readonly isGenerated: boolean;
  readonly run: BoundedRun;
  /** Its trace; present if the model cannot repeat a history, or the trace was asked for. */
  readonly trace?: readonly TraceLine[];
}

export interface ShrinkWatch {
  readonly limits: ShrinkLimits;
  readonly patience: Patience;
  /** Called before each run. */
  pause(): Promise<void>;
  shorter(steps: number): void;
}

export async function investigate(model: Model, found: FoundRun, watch: ShrinkWatch): Promise<Failure> {
  // From here on the very history is run that the trace file will hold.
  const history = JSON.parse(JSON.stringify(found.history)) as History;
  const { run } = found;
  const failure = withoutShrinking(found);
  if (!found.isGenerated) return failure;
  if (!run.hasEnded) return { ...failure, shortest: untouched(history, failure.violations, []) };
  if (model.isRepeatable === false) {
    return { ...failure, shortest: untouched(history, failure.violations, found.trace ?? []) };
  }

  const invariant = failure.violations[0]?.invariant;
  const isIt = (violation: Violation) => violation.invariant === invariant;
  const breaksIt = ({ outcome }: BoundedRun) => outcome.violations.some(isIt);
  const again = await runTraced(model, history, watch.patience);
  if (!breaksIt(again.run)) {
    const { violations } = again.run.outcome;
    const second = violations.map((violation) => violation.invariant).join(', ') || 'no rule';
    const notAgain: Violation = {
      invariant: NOT_DETERMINISTIC,
      message: `the same history broke ${invariant} the first time, and ${second} the second time`,
      atMs: 0,
    };
    return {
      ...failure,
      violations: [...failure.violations, notAgain],
      shortest: untouched(history, violations, again.trace),
    };
  }

  const { history: shortest, runs, isMinimal } = await shortened(model, history, isIt, watch);
  const last = await runTraced(model, shortest, watch.patience);
  const { violations } = last.run.outcome;
  return { ...failure, shortest: { history: shortest, violations, trace: last.trace, runs, isMinimal } };
}

/** Steps go first, for there are many; then what the setup says beyond what is plain; then steps again. */
async function shortened(
  model: Model,
  history: History,
  isIt: (violation: Violation) => boolean,
  watch: ShrinkWatch,
): Promise<Pick<ShortestHistory, 'history' | 'runs' | 'isMinimal'>> {
  let isLost = false;
  let runs = 0;
  const limits = () => ({
    runsMax: watch.limits.runsMax - runs,
    isTimeUp: () => isLost || watch.limits.isTimeUp(),
  });
  const stillFails = async (tried: History) => {
    await watch.pause();
    const { outcome, hasEnded } = await runBounded(model, tried, { isEnough: isIt }, watch.patience);
    isLost ||= !hasEnded;
    return outcome.violations.some(isIt);
  };
  const withFewerSteps = async (from: History) => {
    const shrunk = await shrink(
      from.steps,
      {
        stillFails: (steps) => stillFails({ ...from, steps }),
        ...(model.simpler && { simpler: (step) => model.simpler?.(step) ?? [] }),
      },
      limits(),
      (shorter) => watch.shorter(shorter.length),
    );
    runs += shrunk.runs;
    return { history: { ...from, steps: shrunk.steps }, isMinimal: shrunk.isMinimal };
  };
  const first = await withFewerSteps(history);
  if (!first.isMinimal || model.simplerSetups === undefined) return { ...first, runs };
  const plain = await shrinkSetup(model, first.history, stillFails, limits());
  runs += plain.runs;
  if (!plain.isDone || plain.history === first.history) return { ...plain, runs, isMinimal: plain.isDone };
  return { ...(await withFewerSteps(plain.history)), runs };
}

/** The short report of a failure, for a rule that was shown to be broken often enough. */
export function withoutShrinking({ history, run }: FoundRun): Failure {
  return {
    model: history.model,
    seed: history.seed,
    faults: history.faults,
    violations: run.outcome.violations,
    steps: history.steps.length,
    ...(run.stack !== undefined && { stack: run.stack }),
  };
}

function untouched(
  history: History,
  violations: readonly Violation[],
  trace: readonly TraceLine[],
): ShortestHistory {
  return { history, violations, trace, runs: 0, isMinimal: false };
}

export interface TracedRun {
  readonly run: BoundedRun;
  readonly trace: readonly TraceLine[];
}

export async function runTraced(model: Model, history: History, patience: Patience): Promise<TracedRun> {
  const trace: TraceLine[] = [];
  const run = await runBounded(model, history, { traced: (line) => trace.push(line) }, patience);
  return { run, trace };
}

/** Whether the process has to end: something of the run may still go on. */
export function leavesRuins(failure: Failure): boolean {
  return [...failure.violations, ...(failure.shortest?.violations ?? [])].some(
    ({ invariant }) => invariant === RUN_NEVER_ENDED,
  );
}
