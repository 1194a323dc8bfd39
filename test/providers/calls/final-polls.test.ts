import { describe, expect, it } from 'vitest';
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import { never, scripted, watchTicket } from '../scripted-provider.js';

describe('the last question', () => {
  it('is asked at once through an open breaker, and is over within its limit', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => Promise.reject(new Error('down'));
    for (let n = 0; n < 8; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10);
    expect(calls.numbers().models[0]?.breaker).toBe('open');
    provider.onPoll = never;
    const askedAt = world.steadyMs();
    calls.finalPoll(watchTicket('late', askedAt));
    await world.advance(5_000);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      at: askedAt + 5_000,
      jobId: 'late',
      report: { about: 'final_poll', state: undefined },
    });
  });

  it('brings back how the job stands', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => ({ state: 'in_progress' });
    calls.finalPoll(watchTicket('job', world.steadyMs()));
    await world.settle();
    expect(reports[0]?.report).toEqual({ about: 'final_poll', state: { state: 'in_progress' } });
  });

  it('is given up if its turn does not come', async () => {
    const { world, provider, calls, reports } = scripted({
      internal: { ...USUAL_LIMITS, finalPollsInFlight: 1 },
      finalPollWaitMaxMs: 7_000,
    });
    provider.onPoll = never;
    for (let n = 0; n < 4; n++) calls.finalPoll(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10_000);
    expect(reports.map(({ jobId }) => jobId).sort()).toEqual(['job-0', 'job-1', 'job-2', 'job-3']);
    expect(provider.polls).toHaveLength(2);
  });

  it('is taken back before its turn: its job is not asked for, and nothing is reported', async () => {
    const { world, provider, calls, reports } = scripted({
      internal: { ...USUAL_LIMITS, finalPollsInFlight: 1 },
    });
    provider.onPoll = () => ({ state: 'in_progress' });
    for (const job of ['first', 'second', 'third']) calls.finalPoll(watchTicket(job, world.steadyMs()));
    for (const job of ['first', 'third', 'third']) calls.takeBack(watchTicket(job, world.steadyMs()));
    await world.advance(10_000);
    expect(provider.polls.map(({ jobId }) => jobId)).toEqual(['second']);
    expect(reports.map(({ jobId }) => jobId)).toEqual(['second']);
    calls.takeBack(watchTicket('second', world.steadyMs()));
    calls.finalPoll(watchTicket('second', world.steadyMs()));
    await world.settle();
    expect(provider.polls.map(({ jobId }) => jobId)).toEqual(['second', 'second']);
  });
});
