/**
 * A whole node as a model for the fuzzer: histories of clients, providers, disk and crashes, checked from
 * outside.
 */

import { messageOf } from '../../../src/errors/error-text.js';
import { IN_A_NODE } from '../../coverage/machines.js';
import { describeOddity, oddityOf } from '../../coverage/oddities.js';
import { describeStep } from '../../history/describe.js';
import { generateNodeHistory } from '../../history/generate.js';
import type { NodeHistory, NodeSetup, NodeStep } from '../../history/node-history.js';
import { describeSetup } from '../../history/setup/describe-setup.js';
import { simplerSetups } from '../../history/setup/plain-setup.js';
import type { Model, Outcome, Violation, Watch } from '../../model.js';
import { Checker } from '../../rules/checker.js';
import { WorldHalted } from '../../world/virtual-world.js';
import { checkNodeHistory } from './check-history.js';
import { NodeRun } from './node-run.js';
import { simplerSteps } from './simpler-steps.js';

const STATE_CHARTS = {
  invariant: 'state-charts',
  says: 'A machine moves as its chart says, and hears no event in a state in which that is held to be impossible.',
};
const ODDITIES_MAX = 20;

export const nodeModel: Model<NodeStep, NodeSetup> = {
  name: 'node',
  generate: generateNodeHistory,
  run: runNodeHistory,
  describe: describeStep,
  describeSetup,
  simplerSetups,
  check: checkNodeHistory,
  simpler: simplerSteps,
};

export async function runNodeHistory(history: NodeHistory, watch: Watch): Promise<Outcome> {
  // Loaded now, a page takes no time of its own when it is first asked for.
  await import('../../../src/http/pages/dashboard/site.js');
  const counts: Record<string, number> = {};
  const checker = new Checker(history.setup);
  const ends: Violation[] = [];
  const run = new NodeRun(history, {
    see(seen) {
      counts[seen.what] = (counts[seen.what] ?? 0) + 1;
      watch.traced?.(seen);
      checker.observe(seen);
      if (checker.violations.some((one) => watch.isEnough?.(one))) run.computer.world.halt();
    },
    disk: (records, when, results) => checker.disk(records, when, results),
    machineStep(step) {
      watch.machineStep?.(step);
      const oddity = oddityOf(step, IN_A_NODE);
      if (oddity !== undefined && ends.length < ODDITIES_MAX)
        ends.push({ ...STATE_CHARTS, message: describeOddity(step, oddity), atMs: run.computer.nowMs });
    },
  });
  // Either would end a process of Node; so it does the run.
  const ended = (error: unknown) => {
    const message = `the process would have ended: ${messageOf(error)}`;
    ends.push({ invariant: 'process-lives', message, atMs: run.computer.nowMs });
  };
  process.on('unhandledRejection', ended);
  try {
    await run.run();
    checker.end();
  } catch (error) {
    if (!(error instanceof WorldHalted)) ended(error);
  } finally {
    process.off('unhandledRejection', ended);
  }
  return {
    violations: [...ends, ...checker.violations],
    simulatedMs: run.computer.nowMs,
    counts: { ...counts, ...checker.counts() },
  };
}
