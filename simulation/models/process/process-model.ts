/**
 * The gateway as a real process, as a model for the fuzzer: real time, HTTP, LMDB and `kill -9`, checked by
 * the checker that checks the simulated node.
 *
 * Real time is in no seed: the same history may run another way the next time.
 */
import { describeStep } from '../../history/describe.js';
import type { NodeHistory, NodeSetup, NodeStep } from '../../history/node-history.js';
import type { Model, Outcome, Violation, Watch } from '../../model.js';
import { Checker } from '../../rules/checker.js';
import { generateProcessHistory } from './generate.js';
import { ProcessFailed, ProcessRun } from './process-run.js';

export const processModel: Model<NodeStep, NodeSetup> = {
  name: 'process',
  generate: (seed, faults) => generateProcessHistory(seed, faults),
  run: (history, watch) => runProcessHistory(history, watch),
  describe: describeStep,
  isRepeatable: false,
};

/** @param main the program to start; by default the one that was built */
export async function runProcessHistory(history: NodeHistory, watch: Watch, main?: string): Promise<Outcome> {
  const counts: Record<string, number> = {};
  const checker = new Checker(history.setup);
  const ends: Violation[] = [];
  const run = new ProcessRun(
    history,
    {
      see(seen) {
        counts[seen.what] = (counts[seen.what] ?? 0) + 1;
        watch.traced?.(seen);
        checker.observe(seen);
      },
      disk: (records, when) => checker.disk(records, when),
    },
    main,
  );
  try {
    await run.run();
    checker.end();
  } catch (error) {
    if (!(error instanceof ProcessFailed)) throw error;
    ends.push({ invariant: 'process-lives', message: error.message, atMs: run.nowMs });
  }
  return {
    violations: [...ends, ...checker.violations],
    simulatedMs: run.nowMs,
    counts: { ...counts, ...checker.counts() },
  };
}
