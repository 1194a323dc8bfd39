import { describe, expect, it } from 'vitest';
import { IN_A_NODE } from '../../../simulation/coverage/machines.js';
import { CoverageTally } from '../../../simulation/coverage/tally.js';
import { generateNodeHistory } from '../../../simulation/history/generate.js';
import type { NodeHistory, NodeStep } from '../../../simulation/history/node-history.js';
import type { ProviderScript } from '../../../simulation/history/provider-script.js';
import type { FaultLevel } from '../../../simulation/model.js';
import { NodeRun } from '../../../simulation/models/node/node-run.js';
import { isLong, repetitions } from '../../test-set.js';

async function run(history: NodeHistory, tally: CoverageTally): Promise<void> {
  const machineStep = (step: Parameters<CoverageTally['add']>[0]) => tally.add(step, history.faults);
  await new NodeRun(history, { see: () => {}, disk: () => {}, machineStep }).run();
}

describe('what is held of jobs and orders in a node', () => {
  it.each<FaultLevel>(['none', 'light', 'heavy'])('stands against histories, faults %s', async (faults) => {
    const tally = new CoverageTally(IN_A_NODE);
    for (let seed = 1; seed <= repetitions(10, 30); seed++)
      await run(generateNodeHistory(seed, faults), tally);
    expect(tally.findings()).toEqual([]);
    expect(tally.numbers().pairsReached).toBeGreaterThan(10);
  });

  it('lets a wake-up after a restart come after the end of the job, if the disk refused it at first', async () => {
    const tally = new CoverageTally(IN_A_NODE);
    for (let commits = 1; commits <= 12; commits++) await run(endsBeforeItIsWoken(commits), tally);
    expect(met(tally, 'completed', 'RESUMED')).toBe(true);
  });

  it('lets a failure come after completion, if a provider contradicts itself before that is on disk', async () => {
    const tally = new CoverageTally(IN_A_NODE);
    for (let seed = 1; seed <= 20; seed++) await run(failsAfterItCompleted(seed), tally);
    expect(met(tally, 'completed', 'FAILED')).toBe(true);
  });
});

describe('the machine of an order in a node', () => {
  it.runIf(isLong)(
    'takes each of its transitions within 3,000 histories',
    async () => {
      const tally = new CoverageTally(IN_A_NODE);
      const charts = tally.subject.charts.filter(({ machine }) => machine === 'order');
      const never = () =>
        charts
          .flatMap((chart) => tally.transitions(chart))
          .filter(({ counts }) => Object.values(counts).every((count) => count === 0));
      for (let seed = 1; seed <= 3_000 && never().length > 0; seed++) {
        const history = generateNodeHistory(seed, 'heavy');
        if (history.setup.payments !== undefined) await run(history, tally);
      }
      expect(never()).toEqual([]);
      expect(charts).toHaveLength(1);
    },
    600_000,
  );
});

function met(tally: CoverageTally, state: string, event: string): boolean {
  return tally.moves().some((move) => move.from === state && move.event === event);
}

/** A job in its final poll when the process ends; then the disk refuses some commits. */
function endsBeforeItIsWoken(commits: number): NodeHistory {
  const script: ProviderScript = {
    submits: [],
    polls: [{ delayMs: 0, do: 'never' }],
    pendingMs: 0,
    runningMs: 3_100,
    end: { how: 'completed', outputMs: 1_000 },
    askAgainAfterMs: 10_000,
  };
  return ofOneJob(commits, 0, script, [
    {
      id: 2,
      at: 3_200,
      do: 'crash',
      on: 'now',
      nth: 1,
      side: 'before',
      undecided: 'lost',
      downMs: 50,
      times: 1,
      reboot: false,
    },
    { id: 3, at: 3_240, do: 'disk', fault: 'reject', skip: 1, commits },
    // Until then the disk is not mended.
    { id: 4, at: 15_000, do: 'release_disk' },
  ]);
}

/**
 * A poll is under way when the final poll is answered, commits are slow, and the poll is answered wrongly.
 */
function failsAfterItCompleted(seed: number): NodeHistory {
  const script: ProviderScript = {
    submits: [],
    polls: [
      { delayMs: 600, do: 'false_failure' },
      { delayMs: 300, do: 'truth' },
    ],
    pendingMs: 0,
    runningMs: 2_500,
    end: { how: 'completed', outputMs: 1_000 },
    askAgainAfterMs: 2_800,
  };
  return ofOneJob(seed, 200, script, []);
}

function ofOneJob(
  seed: number,
  commitMsMax: number,
  script: ProviderScript,
  steps: readonly NodeStep[],
): NodeHistory {
  const { setup } = generateNodeHistory(1, 'none');
  const call = { op: 'submit', key: 0, model: 'model/0', prompt: 'a lamp', script } as const;
  return {
    v: 1,
    model: 'node',
    seed,
    faults: 'heavy',
    setup: {
      ...setup,
      accounts: 1,
      keys: [{ account: 0, rpm: 60, creditsMicroDa: 100_000_000 }],
      models: [{ id: 'model/0', provider: 'idempotent', pricePerSecondMicroDa: 1, deadlineAfterMs: 3_000 }],
      settings: { ...setup.settings, commitMsMax, gateTimeLimitMs: 500 },
    },
    steps: [{ id: 1, at: 0, do: 'request', call, bodyAfterMs: 0, client: 1 }, ...steps],
  };
}
