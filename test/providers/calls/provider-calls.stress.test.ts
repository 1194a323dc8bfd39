import { describe, expect, it } from 'vitest';
import { scripted, watchTicket } from '../scripted-provider.js';

const JOBS = 200_000;
const INTERVAL_MS = 20_000;

describe('two hundred thousand watched jobs', () => {
  it('are all asked for each interval, none late, with two timers, and no report if there is no news', async () => {
    const { world, provider, calls, reports } = scripted();
    const asked = new Uint16Array(JOBS);
    provider.onPoll = ({ jobId }) => {
      const job = Number(jobId);
      asked[job] = (asked[job] ?? 0) + 1;
      provider.polls.length = 0;
      return { state: 'pending', askAgainAfterMs: INTERVAL_MS };
    };
    const start = world.steadyMs();
    for (let n = 0; n < JOBS; n++)
      calls.watch(watchTicket(String(n), start + Math.floor((n * INTERVAL_MS) / JOBS)));
    expect(world.armedTimers).toBe(0);
    await world.settle();
    await world.advance(2 * INTERVAL_MS);
    expect(asked.every((times) => times === 1 || times === 2)).toBe(true);
    expect(reports).toEqual([]);
    // One for the next poll, one for the next time limit.
    expect(world.armedTimers).toBe(2);
    const [numbers] = calls.numbers().models;
    expect(numbers?.watched).toBe(JOBS);
    const lateness = numbers?.pollLateness;
    expect(lateness?.buckets.slice(lateness.boundsMs.indexOf(50) + 1).every((late) => late === 0)).toBe(true);
  });

  it('that all come due at once are worked off at the rate, oldest first', async () => {
    const { world, provider, calls } = scripted({ pollsPerSecondMax: 2_000 });
    const order: number[] = [];
    provider.onPoll = ({ jobId }) => {
      order.push(Number(jobId));
      return { state: 'pending', askAgainAfterMs: 60_000 };
    };
    for (let n = 0; n < JOBS; n++) calls.watch(watchTicket(String(n), world.steadyMs() - JOBS + n));
    await world.advance(1_000);
    expect(order.length).toBeGreaterThanOrEqual(2_000);
    expect(order.length).toBeLessThanOrEqual(2_201);
    expect(order).toEqual(Array.from({ length: order.length }, (_, n) => n));
    for (let n = 0; n < JOBS; n++) calls.unwatch(String(n));
    expect(calls.numbers()).toMatchObject({ watched: 0, models: [{ watched: 0 }] });
  });
});
