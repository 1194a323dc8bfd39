import { describe, expect, it } from 'vitest';
import type { NodeHistory, NodeStep } from '../../../../simulation/history/node-history.js';
import type { TraceLine } from '../../../../simulation/model.js';
import { runNodeHistory } from '../../../../simulation/models/node/node-model.js';
import { referenceHistory } from './reference-history.js';

const SUBMITTED_AT = 30_000;
/** Long enough for the submit to be taken by the provider, and within a note of the windows or before it. */
const CRASHES_AFTER_MS = 30;

/** A job whose provider needs a second, on a machine that boots again while it is made. */
function jobOverReboot(wallStepMs: number, steppedAt: number, lateMs: number): NodeHistory {
  const submittedAt = SUBMITTED_AT + lateMs;
  const { setup } = referenceHistory();
  const call = {
    op: 'submit',
    key: 0,
    model: 'model/idempotent',
    prompt: 'A scene',
    seconds: 4,
    script: {
      submits: [],
      polls: [],
      pendingMs: 300,
      runningMs: 700,
      end: { how: 'completed', outputMs: 4_000 },
    },
  } as const;
  const steps: readonly NodeStep[] = [
    { id: 1, at: steppedAt, do: 'step_wall', ms: wallStepMs },
    { id: 2, at: submittedAt, do: 'request', call, bodyAfterMs: 0, client: 1 },
    {
      id: 3,
      at: submittedAt + CRASHES_AFTER_MS,
      do: 'crash',
      on: 'now',
      nth: 1,
      side: 'before',
      undecided: 'lost',
      downMs: 50,
      times: 1,
      reboot: true,
    },
    {
      id: 4,
      at: submittedAt + 8_000,
      do: 'request',
      call: { op: 'poll', key: 0, job: 2 },
      bodyAfterMs: 0,
      client: 1,
    },
  ];
  const models = setup.models.map((model) => ({ ...model, deadlineAfterMs: 60_000 }));
  return { ...referenceHistory(), setup: { ...setup, models }, steps };
}

async function statusAfterEightSeconds(history: NodeHistory): Promise<unknown> {
  const bodies: string[] = [];
  const requests = new Set<number>();
  const { violations } = await runNodeHistory(history, {
    traced(line: TraceLine & { request?: number; step?: number; body?: string }) {
      if (line.what === 'sent' && line.step === 4 && line.request !== undefined) requests.add(line.request);
      if (line.what === 'answered' && requests.has(line.request ?? 0)) bodies.push(line.body ?? '');
    },
  });
  expect(violations).toEqual([]);
  expect(bodies).toHaveLength(1);
  return (JSON.parse(bodies[0] ?? '') as { status: unknown }).status;
}

describe('a job that is under way when the machine boots again', () => {
  it.each([
    ['stood still', 0, SUBMITTED_AT],
    ['was set back an hour, just before', -3_600_000, SUBMITTED_AT - 10],
    ['was set back an hour, long before', -3_600_000, 5_000],
    ['was set ahead an hour, just before', 3_600_000, SUBMITTED_AT - 300],
    ['was set ahead an hour, while nobody asked for anything', 3_600_000, 5_000],
  ])('goes on at once, if the wall clock %s', async (_, ms, at) => {
    for (let lateMs = 0; lateMs < 250; lateMs += 20) {
      expect(await statusAfterEightSeconds(jobOverReboot(ms, at, lateMs))).toBe('completed');
    }
  });
});
