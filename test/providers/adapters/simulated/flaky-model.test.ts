import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { submitBackOffMs } from '../../../../src/machines/submit-attempts.js';
import { createSimulatedProvider } from '../../../../src/providers/adapters/simulated/simulated-provider.js';
import { readProviderState, readSubmitAnswer } from '../../../../src/providers/calls/provider-answers.js';
import { ProviderCalls } from '../../../../src/providers/calls/provider-calls.js';
import type { ProviderReport } from '../../../../src/providers/provider-report.js';
import { later } from '../../../../src/time/clock.js';
import { request } from '../../scripted-provider.js';

const MODEL = 'sim/video-flaky';
const SECRET = new Uint8Array(32);

/**
 * Takes jobs to their end as the job machine does: repeats a submit that has no outcome or has waited, then
 * watches.
 */
function settle(seed: number, jobs: number) {
  const world = new VirtualWorld({ seed });
  const start = world.steadyMs();
  const provider = createSimulatedProvider({ world, secret: SECRET });
  const settledAfterMs = new Map<string, number>();
  const attempts = new Map<string, number>();
  const submit = (jobId: string, attempt: number) => {
    attempts.set(jobId, attempt);
    const notBefore = later(world.steadyMs(), submitBackOffMs(attempt));
    calls.submit({ provider: 'simulated', notBefore }, request(jobId, MODEL));
  };
  const onReport = (jobId: string, report: ProviderReport) => {
    const attempt = attempts.get(jobId) ?? 1;
    if (report.about === 'submit' && report.outcome === 'unknown') submit(jobId, attempt + 1);
    else if (report.about === 'submit' && report.outcome === 'accepted') {
      const { handle } = report;
      calls.watch({
        jobId,
        provider: 'simulated',
        model: MODEL,
        handle,
        nextPollAt: later(world.steadyMs(), 200),
      });
    } else if (report.about === 'poll' && report.state.state === 'completed') {
      expect(report.state.outputMs).toBe(5_000);
      expect(settledAfterMs.has(jobId)).toBe(false);
      settledAfterMs.set(jobId, world.steadyMs() - start);
    } else expect(report).toMatchObject({ about: 'poll', state: { state: 'in_progress' } });
  };
  const calls: ProviderCalls = new ProviderCalls({
    world,
    providers: [provider],
    onReport,
    tell: (jobId, { about }, told) => {
      if (about === 'submit_begins') world.soon(() => submit(jobId, attempts.get(jobId) ?? 1));
      world.soon(() => told(true));
    },
  });
  for (let n = 0; n < jobs; n++) submit(`job-${n}`, 1);
  return { world, calls, settledAfterMs, attempts };
}

describe('sim/video-flaky', () => {
  it('settles each job right within 15 seconds, whatever the dice say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 10 }), async (seed, jobs) => {
        const { world, settledAfterMs, attempts } = settle(seed, jobs);
        await world.advance(15_000);
        expect(settledAfterMs.size).toBe(jobs);
        expect(Math.max(...attempts.values())).toBeLessThanOrEqual(4);
      }),
      { numRuns: 150 },
    );
  });

  it('settles a crowd of jobs within 15 seconds too, and its faults do not look like an outage', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const { world, calls, settledAfterMs } = settle(seed, 500);
      await world.advance(15_000);
      expect(settledAfterMs.size).toBe(500);
      expect(calls.numbers().models[0]?.breaker).toBe('closed');
    }
  });

  it('really fails, in each of its ways', async () => {
    const { world, calls } = settle(1, 200);
    await world.advance(15_000);
    const counted = calls.numbers().models[0]?.calls;
    expect(counted?.submit.error).toBeGreaterThan(10);
    expect(counted?.submit.garbage).toBeGreaterThan(5);
    expect(counted?.poll.error).toBeGreaterThan(10);
    expect(counted?.poll.garbage).toBeGreaterThan(5);
  });

  it('answers garbage that is known as such, and hangs for at most a second', async () => {
    const world = new VirtualWorld({ seed: 3 });
    const provider = createSimulatedProvider({ world, secret: SECRET });
    const ends: string[] = [];
    for (let n = 0; n < 300; n++) {
      provider.submit(request(`job-${n}`, MODEL), new AbortController()).then(
        (answer) => {
          const isSound = readSubmitAnswer(answer)?.outcome === 'accepted';
          if (!isSound) expect(readProviderState(answer)?.state).not.toBe('completed');
          ends.push(isSound ? 'accepted' : 'garbage');
        },
        () => ends.push('failed'),
      );
    }
    await world.advance(1_000);
    expect(ends).toHaveLength(300);
    expect(new Set(ends)).toEqual(new Set(['accepted', 'garbage', 'failed']));
  });

  it('heeds an abort while it hangs', async () => {
    const world = new VirtualWorld({ seed: 5 });
    const provider = createSimulatedProvider({ world, secret: SECRET });
    const controller = new AbortController();
    const calls = Array.from({ length: 100 }, (_, n) =>
      provider.submit(request(`job-${n}`, MODEL), controller),
    );
    const all = Promise.allSettled(calls);
    await world.settle();
    expect(world.armedTimers).toBeGreaterThan(0);
    controller.abort();
    expect(await all).toHaveLength(100);
    expect(world.armedTimers).toBe(0);
  });
});
