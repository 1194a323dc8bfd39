import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/providers/provider.js';
import { never, request, SCRIPTED, scripted, watchTicket } from '../scripted-provider.js';

describe('one model', () => {
  it('that does not answer slows no other', async () => {
    const { world, provider, calls, kinds } = scripted({ pollsInFlightMax: 4, submitsInFlightMax: 4 });
    provider.onPoll = ({ model }) =>
      model === 'dead' ? never() : { state: 'completed', outputMs: 1, location: '/r' };
    for (let n = 0; n < 50; n++) calls.watch(watchTicket(`dead-${n}`, world.steadyMs(), 'dead'));
    calls.watch(watchTicket('alive', world.steadyMs(), 'alive'));
    await world.advance(10);
    expect(kinds()).toEqual(['alive poll']);
  });

  it('has its submits and polls wait while its breaker is open, and go on when it answers again', async () => {
    const { world, provider, calls, kinds } = scripted();
    let isDown = true;
    const orDown = (answer: unknown) => (isDown ? Promise.reject(new Error('down')) : answer);
    provider.onPoll = () => orDown({ state: 'completed', outputMs: 1, location: '/r' });
    provider.onSubmit = ({ jobId }) =>
      orDown({ outcome: 'accepted', handle: jobId, state: { state: 'pending' } });
    for (let n = 0; n < 8; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10);
    expect(calls.numbers().models[0]?.breaker).toBe('open');
    calls.submit(SCRIPTED, request('new'));
    await world.advance(900);
    expect(provider.submits).toHaveLength(0);
    const pollsBefore = provider.polls.length;
    await world.advance(30_000);
    // Probes alone went out: after 1, 2, 4, 8 and 16 s at the most often.
    expect(provider.polls.length + provider.submits.length - pollsBefore).toBeLessThanOrEqual(5);
    expect(provider.submits).toHaveLength(0);
    isDown = false;
    await world.advance(60_000);
    expect(new Set(kinds())).toEqual(
      new Set(['new accepted', ...Array.from({ length: 8 }, (_, n) => `job-${n} poll`)]),
    );
    expect(calls.numbers().models[0]?.breaker).toBe('closed');
  });

  it('goes on with its submits while its provider refuses the polls of a job that it has forgotten', async () => {
    const { world, provider, calls, kinds } = scripted();
    provider.onPoll = ({ jobId }) =>
      jobId === 'forgotten' ? Promise.reject(new RefusedError('404')) : { state: 'pending' };
    calls.watch(watchTicket('forgotten', world.steadyMs()));
    await world.advance(5 * 60_000);
    expect(provider.polls.length).toBeGreaterThan(16);
    const [numbers] = calls.numbers().models;
    expect(numbers).toMatchObject({ breaker: 'closed', breakerOpenings: 0 });
    expect(numbers?.calls.poll).toMatchObject({ answered: 0, error: provider.polls.length });
    calls.submit(SCRIPTED, request('new'));
    await world.advance(10);
    expect(kinds()).toEqual(['new accepted']);
  });

  it('has its breaker closed by a probe that the provider refuses', async () => {
    const { world, provider, calls } = scripted();
    provider.onPoll = () => Promise.reject(new Error('down'));
    calls.watch(watchTicket('forgotten', world.steadyMs()));
    while (calls.numbers().models[0]?.breaker !== 'open') await world.advance(100);
    provider.onPoll = () => Promise.reject(new RefusedError('404'));
    await world.advance(60_000);
    expect(calls.numbers().models[0]).toMatchObject({ breaker: 'closed', breakerOpenings: 1 });
  });
});
