import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FIRST_OF_RUSH } from '../../../../simulation/history/edges/generate-rush.js';
import { generateNodeHistory } from '../../../../simulation/history/generate.js';
import type { NodeHistory, RequestStep } from '../../../../simulation/history/node-history.js';
import { FAULT_LEVELS, type FaultLevel } from '../../../../simulation/model.js';
import { nodeModel, runNodeHistory } from '../../../../simulation/models/node/node-model.js';
import { SimulatedNode } from '../../../../simulation/models/node/simulated-node.js';
import { repetitions } from '../../../test-set.js';

async function traceOf(history: NodeHistory): Promise<string> {
  const hash = createHash('sha256');
  await runNodeHistory(history, { traced: (line) => hash.update(`${JSON.stringify(line)}\n`) });
  return hash.digest('hex');
}

afterEach(() => vi.restoreAllMocks());

describe('a history of a node', () => {
  it.each(FAULT_LEVELS)('runs to the same trace each time, with faults %s', async (faults) => {
    for (let seed = 1; seed <= repetitions(2, 8); seed++) {
      const first = await traceOf(generateNodeHistory(seed, faults));
      expect(await traceOf(generateNodeHistory(seed, faults))).toBe(first);
    }
  });

  it('runs to another trace for another seed', async () => {
    expect(await traceOf(generateNodeHistory(1, 'none'))).not.toBe(
      await traceOf(generateNodeHistory(2, 'none')),
    );
  });

  it('ends though a request of its last reading is never answered, and reports it', async () => {
    const connect = SimulatedNode.prototype.connect;
    vi.spyOn(SimulatedNode.prototype, 'connect').mockImplementation(function (
      this: SimulatedNode,
      request,
      taker,
    ) {
      if (request.path !== '/v1/credits') return connect.call(this, request, taker);
      return { sendBody: () => {}, sendPart: () => {}, goAway: () => {} };
    });
    const { violations } = await runNodeHistory({ ...generateNodeHistory(1, 'none'), steps: [] }, {});
    const message = expect.stringContaining('(credits) waited 60000 ms');
    expect(violations[0]).toMatchObject({ invariant: 'answers', message });
  });

  it('survives being written down', async () => {
    const history = generateNodeHistory(5, 'heavy');
    expect(await traceOf(JSON.parse(JSON.stringify(history)) as NodeHistory)).toBe(await traceOf(history));
  });

  it('is one still when any of its steps are left out', async () => {
    const anyPart = fc.integer({ min: 1, max: 1_000 }).chain((seed) => {
      const history = generateNodeHistory(seed, 'heavy');
      return fc.subarray([...history.steps]).map((steps) => ({ ...history, steps }));
    });
    await fc.assert(
      fc.asyncProperty(anyPart, async (history) => {
        expect((await runNodeHistory(history, {})).violations).toEqual([]);
      }),
      { numRuns: repetitions(6, 60) },
    );
  });

  it.each([
    ['none', repetitions(5, 60)],
    ['light', repetitions(8, 100)],
    ['heavy', repetitions(12, 140)],
  ] as const satisfies readonly (readonly [FaultLevel, number])[])(
    'breaks no rule, with faults %s, %i times',
    async (faults, runs) => {
      for (let seed = 1; seed <= runs; seed++) {
        const { violations } = await runNodeHistory(generateNodeHistory(seed, faults), {});
        expect(violations, `seed ${seed}`).toEqual([]);
      }
    },
  );

  it('reads a list of many pages to its end', async () => {
    const pages = 700;
    const { setup, ...history } = generateNodeHistory(4, 'none');
    const settings = { ...setup.settings, managementRpm: 6_000, mailboxMax: 10_000 };
    const step = { do: 'request', client: 1, bodyAfterMs: 0 } as const;
    const steps: readonly RequestStep[] = [
      ...Array.from({ length: pages }, (_, n) => {
        const call = { op: 'create_key', newKey: FIRST_OF_RUSH + n, account: 0, creditsMicroDa: 1 } as const;
        return { ...step, id: n + 1, at: 0, call };
      }),
      { ...step, id: pages + 1, at: 5_000, call: { op: 'page', list: 'keys', key: 0, limit: 1 } },
    ];
    const { limits: _, ...usual } = setup;
    const ran = await runNodeHistory({ ...history, setup: { ...usual, settings }, steps }, {});
    expect(ran.violations).toEqual([]);
    expect(ran.counts.answered).toBeGreaterThan(2 * pages);
  });

  it('has every step described in one line', () => {
    for (let seed = 1; seed <= 20; seed++) {
      for (const step of generateNodeHistory(seed, 'heavy').steps) {
        expect(nodeModel.describe(step)).toMatch(/^\S[^\n]*\S$/);
        expect(nodeModel.describe(step)).not.toContain('undefined');
      }
    }
  });
});
