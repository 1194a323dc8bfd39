/** Other providers and other limits while calls are under way. */
import { describe, expect, it } from 'vitest';
import { later } from '../../src/time/clock.js';
import { never, request, SCRIPTED, ScriptedProvider, scripted, watchTicket } from './scripted-provider.js';

const COMPLETED = { state: 'completed', outputMs: 1, location: '/r' };

describe('another configuration of calls', () => {
  it('lets more begin at once if the bound is raised, and none if it is lowered, until enough have ended', async () => {
    const { world, provider, calls } = scripted({ submitsInFlightMax: 2 });
    const answers: ((answer: unknown) => void)[] = [];
    provider.onSubmit = () => new Promise((resolve) => answers.push(resolve));
    for (let n = 0; n < 10; n++) calls.submit(SCRIPTED, request(`job-${n}`));
    await world.advance(1);
    expect(provider.inFlight).toBe(2);
    calls.configure([provider], () => ({ submitsInFlightMax: 5 }));
    await world.advance(1);
    expect(provider.inFlight).toBe(5);
    calls.configure([provider], () => ({ submitsInFlightMax: 1 }));
    for (const answer of answers.splice(0, 4)) answer({ outcome: 'not_now', message: 'later' });
    await world.advance(1);
    expect([provider.inFlight, provider.submits.length]).toEqual([1, 5]);
    for (const answer of answers.splice(0)) answer({ outcome: 'not_now', message: 'later' });
    await world.advance(1);
    expect([provider.inFlight, provider.submits.length]).toEqual([1, 6]);
  });

  it('asks the provider that is there now, about jobs that the one before had, too', async () => {
    const { world, provider, calls, kinds } = scripted();
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(10);
    const next = new ScriptedProvider(world);
    next.onPoll = () => COMPLETED;
    calls.configure([next], () => ({}));
    const before = provider.polls.length;
    await world.advance(5_000);
    expect(kinds()).toEqual(['job poll']);
    expect(provider.polls.length).toBe(before);
  });

  it('hears the end of calls that began before', async () => {
    const { world, provider, calls, kinds } = scripted();
    let answer = (_: unknown) => {};
    provider.onSubmit = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    calls.submit(SCRIPTED, request('job'));
    await world.advance(1);
    calls.configure([new ScriptedProvider(world)], () => ({ submitLimitMs: 10 }));
    await world.advance(1_000);
    answer({ outcome: 'accepted', handle: 'h', state: { state: 'pending' } });
    await world.advance(1);
    expect(kinds()).toEqual(['job accepted']);
  });

  it('leaves a provider that is gone to the jobs that it has', async () => {
    const { world, provider, calls, kinds } = scripted();
    calls.watch(watchTicket('watched', world.steadyMs()));
    calls.submit({ ...SCRIPTED, notBefore: later(world.steadyMs(), 500) }, request('waiting'));
    await world.advance(10);
    calls.configure([], () => ({}));
    provider.onPoll = () => COMPLETED;
    await world.advance(60_000);
    expect(kinds().sort()).toEqual(['waiting accepted', 'watched poll']);
  });

  it('keeps what is known of a provider: an open breaker stays open', async () => {
    const { world, provider, calls } = scripted({
      breaker: { failuresInARow: 2, coolDownFirstMs: 10_000, coolDownMaxMs: 10_000 },
    });
    provider.onPoll = () => Promise.reject(new Error('down'));
    for (let n = 0; n < 4; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10);
    expect(calls.numbers().models[0]?.breaker).toBe('open');
    calls.configure([provider], () => ({ pollsInFlightMax: 100 }));
    const before = provider.polls.length;
    await world.advance(9_000);
    expect(calls.numbers().models[0]?.breaker).toBe('open');
    expect(provider.polls.length).toBe(before);
  });

  it('polls at the pace that holds now, without a burst for the change', async () => {
    const { world, provider, calls } = scripted({ pollsPerSecondMax: 1_000 });
    provider.onPoll = () => ({ state: 'pending', askAgainAfterMs: 50 });
    for (let n = 0; n < 500; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(2_000);
    for (let round = 0; round < 5; round++) calls.configure([provider], () => ({ pollsPerSecondMax: 100 }));
    const before = provider.polls.length;
    await world.advance(10_000);
    const polled = provider.polls.length - before;
    expect(polled).toBeGreaterThan(900);
    expect(polled).toBeLessThanOrEqual(1_000 + 10);
  });

  it('changes nothing once closed', async () => {
    const { world, provider, calls, kinds } = scripted();
    provider.onSubmit = never;
    calls.submit(SCRIPTED, request('job'));
    await world.advance(1);
    calls.close();
    calls.configure([provider], () => ({ submitsInFlightMax: 9 }));
    await world.advance(60_000);
    expect(kinds()).toEqual([]);
    expect(provider.submits.length).toBe(1);
  });
});
