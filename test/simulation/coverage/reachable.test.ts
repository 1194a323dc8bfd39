import { describe, expect, it } from 'vitest';
import { IN_A_NODE } from '../../../src/simulation/coverage/machines.js';
import { CoverageTally } from '../../../src/simulation/coverage/tally.js';
import type { FaultLevel } from '../../../src/simulation/model.js';
import { generateNodeHistory } from '../../../src/simulation/node-model/generate.js';
import type { NodeHistory } from '../../../src/simulation/node-model/node-history.js';
import { NodeRun } from '../../../src/simulation/node-model/node-run.js';

async function run(history: NodeHistory, tally: CoverageTally): Promise<void> {
  const machineStep = (step: Parameters<CoverageTally['add']>[0]) => tally.add(step, history.faults);
  await new NodeRun(history, { see: () => {}, disk: () => {}, machineStep }).run();
}

describe('what is held of a video job in a node', () => {
  it.each<FaultLevel>(['none', 'light', 'heavy'])(
    'stands against thirty histories, faults %s',
    async (faults) => {
      const tally = new CoverageTally(IN_A_NODE);
      for (let seed = 1; seed <= 30; seed++) await run(generateNodeHistory(seed, faults), tally);
      expect(tally.findings()).toEqual([]);
      expect(tally.numbers().pairsReached).toBeGreaterThan(10);
    },
  );

  it('lets a wake-up after a restart come after the end of the job, where the disk refused it at first', async () => {
    const tally = new CoverageTally(IN_A_NODE);
    for (let commits = 1; commits <= 12; commits++) await run(endsBeforeItIsWoken(commits), tally);
    const seen = tally.moves().filter(({ event, from }) => event === 'RESUMED' && from === 'completed');
    expect(seen).toHaveLength(1);
  });
});

/** A job in its last call when the process ends; then the disk refuses some commits. */
function endsBeforeItIsWoken(commits: number): NodeHistory {
  const { setup } = generateNodeHistory(1, 'none');
  return {
    v: 1,
    model: 'node',
    seed: commits,
    faults: 'heavy',
    setup: {
      ...setup,
      accounts: 1,
      keys: [{ account: 0, rpm: 60, creditsMicroDa: 100_000_000 }],
      models: [{ id: 'model/0', provider: 'idempotent', pricePerSecondMicroDa: 1, deadlineAfterMs: 3_000 }],
      settings: { ...setup.settings, commitMsMax: 0, gateTimeLimitMs: 500 },
    },
    steps: [
      {
        id: 1,
        at: 0,
        do: 'request',
        call: {
          op: 'submit',
          key: 0,
          model: 'model/0',
          prompt: 'a lamp',
          script: {
            submits: [],
            polls: [{ delayMs: 0, do: 'never' }],
            pendingMs: 0,
            runningMs: 3_100,
            end: { how: 'completed', outputMs: 1_000 },
            askAgainAfterMs: 10_000,
          },
        },
        bodyAfterMs: 0,
        client: 1,
      },
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
    ],
  };
}
