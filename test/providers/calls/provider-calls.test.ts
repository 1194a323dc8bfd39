import { describe, expect, it } from 'vitest';
import type { ProviderCall } from '../../../src/providers/provider.js';
import { never, request, SCRIPTED, scripted, watchTicket } from '../scripted-provider.js';

describe('the caller of providers', () => {
  it('keeps the jobs of a provider that is no longer configured, and starts none', async () => {
    const { world, calls, reports } = scripted();
    calls.watch({ ...watchTicket('job', world.steadyMs()), provider: 'gone' });
    calls.finalPoll({ ...watchTicket('late', world.steadyMs()), provider: 'gone' });
    await world.advance(60_000);
    expect(reports.map(({ report }) => report)).toEqual([{ about: 'final_poll', state: undefined }]);
    expect(calls.numbers().watched).toBe(1);
    const content = calls.content('gone', '/r', new AbortController().signal);
    await expect(content).rejects.toThrow('no provider named "gone" is configured');
  });

  it('after closing aborts what is under way, leaves no timer and reports nothing', async () => {
    const { world, provider, calls, reports } = scripted();
    let aborted = 0;
    const hang = (_: unknown, { signal }: ProviderCall) => {
      signal.addEventListener('abort', () => aborted++);
      return never();
    };
    provider.onPoll = hang;
    provider.onSubmit = hang;
    calls.submit(SCRIPTED, request('a'));
    calls.watch(watchTicket('b', world.steadyMs()));
    calls.watch(watchTicket('c', world.steadyMs() + 9_000));
    calls.finalPoll(watchTicket('d', world.steadyMs()));
    await world.advance(10);
    calls.close();
    calls.submit(SCRIPTED, request('e'));
    calls.watch(watchTicket('f', world.steadyMs()));
    await world.advance(100_000);
    expect(aborted).toBe(3);
    expect(world.armedTimers).toBe(0);
    expect(reports).toEqual([]);
  });

  it('counts its calls by their results', async () => {
    const { world, provider, calls } = scripted();
    provider.onPoll = () =>
      provider.polls.length === 1 ? { state: '?' } : { state: 'pending', askAgainAfterMs: 60_000 };
    calls.watch(watchTicket('job', world.steadyMs()));
    calls.submit(SCRIPTED, request('new'));
    await world.advance(1_000);
    expect(calls.numbers().models[0]).toMatchObject({
      calls: { submit: { accepted: 1 }, poll: { garbage: 1, answered: 1 }, last_call: {} },
      pollLateness: { count: 2 },
      inFlight: { submit: 0, poll: 0, last_call: 0 },
    });
  });
});
