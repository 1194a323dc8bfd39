import { describe, expect, it } from 'vitest';
import { answerAfter, scripted, watchTicket } from '../scripted-provider.js';

describe('a watched job', () => {
  it('is asked for when it is due, and then by the provider’s hints', async () => {
    const { world, provider, calls } = scripted();
    const start = world.steadyMs();
    provider.onPoll = () => ({ state: 'pending', askAgainAfterMs: 1_000 });
    calls.watch(watchTicket('job', start + 300));
    expect(calls.nextPollInMs('job')).toBe(300);
    await world.advance(3_700);
    const waits = provider.polls.map(({ at }, n) => at - (provider.polls[n - 1]?.at ?? start));
    expect(waits[0]).toBe(300);
    expect(waits).toHaveLength(4);
    for (const wait of waits.slice(1)) {
      expect(wait).toBeGreaterThanOrEqual(1_000);
      expect(wait).toBeLessThanOrEqual(1_100);
    }
  });

  it('is reported when it begins and when it ends, and nothing else is', async () => {
    const { world, provider, calls, reports } = scripted();
    const states = [
      { state: 'pending' },
      { state: 'pending' },
      { state: 'in_progress', progress: 10 },
      { state: 'in_progress', progress: 60 },
      { state: 'in_progress', progress: 55 },
      { state: 'completed', outputMs: 5_000, location: '/r' },
    ];
    const seen: (number | undefined)[] = [];
    provider.onPoll = () => {
      seen.push(calls.progressOf('job'));
      return states[provider.polls.length - 1];
    };
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(60_000);
    expect(reports.map(({ report }) => report)).toEqual([
      { about: 'poll', state: { state: 'in_progress', progress: 10 } },
      { about: 'poll', state: { state: 'completed', outputMs: 5_000, location: '/r' } },
    ]);
    expect(seen).toEqual([undefined, undefined, undefined, 10, 60, 60]);
    expect(provider.polls).toHaveLength(6);
    expect(calls.numbers().watched).toBe(0);
    expect(calls.nextPollInMs('job')).toBeUndefined();
    expect(world.armedTimers).toBe(0);
  });

  it('that is known to be in progress is no news when it is', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => ({ state: 'in_progress' });
    calls.watch({ ...watchTicket('job', world.steadyMs()), status: 'in_progress' });
    await world.advance(10_000);
    expect(provider.polls.length).toBeGreaterThan(3);
    expect(reports).toEqual([]);
  });

  it('tells how it goes to ask for it, and what went wrong with the last poll until one is answered', async () => {
    const { world, provider, calls } = scripted();
    const answers = [
      () => Promise.reject(new Error('no route')),
      () => ({ state: '?' }),
      () => ({ state: 'pending', askAgainAfterMs: 60_000 }),
    ];
    provider.onPoll = () => answers[provider.polls.length - 1]?.();
    expect(calls.pollsOf('job')).toBeUndefined();
    calls.watch(watchTicket('job', world.steadyMs() + 50));
    expect(calls.pollsOf('job')).toEqual({ nextInMs: 50, failures: 0, trouble: '' });
    const seen = new Set<string>();
    for (let ms = 0; ms < 60_000 && provider.polls.length < 3; ms += 10) {
      await world.advance(10);
      const { failures, trouble } = calls.pollsOf('job') ?? {};
      seen.add(`${failures} ${trouble}`);
    }
    expect([...seen]).toEqual(['0 ', '1 no route', '2 an answer that makes no sense']);
    expect(calls.pollsOf('job')).toMatchObject({ failures: 0, trouble: '' });
  });

  it('whose polls fail is asked for less and less, and is not reported as failed', async () => {
    const { world, provider, calls, reports } = scripted({
      breaker: { failuresInARow: 1_000, coolDownFirstMs: 1_000, coolDownMaxMs: 1_000 },
    });
    provider.onPoll = () => Promise.reject(new Error('down'));
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(120_000);
    const waits = provider.polls.map(({ at }, n) => at - (provider.polls[n - 1]?.at ?? at)).slice(1);
    waits.slice(1, 10).forEach((wait, n) => {
      expect(wait).toBeGreaterThan(waits[n] ?? 0);
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
    expect(reports).toEqual([]);
    provider.onPoll = () => ({ state: 'failed', slug: 'provider_error', message: 'broke' });
    await world.advance(20_000);
    expect(reports).toHaveLength(1);
  });

  it('that is unwatched while it is asked for is not reported', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => answerAfter(world, 100, { state: 'failed', slug: 'provider_error', message: '' });
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(50);
    calls.unwatch('job');
    calls.unwatch('job');
    await world.advance(1_000);
    expect(provider.polls).toHaveLength(1);
    expect(reports).toEqual([]);
  });

  it('is reported again when it is watched again, for a caller that could not keep the report', async () => {
    const { world, provider, calls, kinds } = scripted();
    provider.onPoll = () => ({ state: 'completed', outputMs: 1, location: '/r' });
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(100);
    calls.watch(watchTicket('job', world.steadyMs()));
    await world.advance(100);
    expect(kinds()).toEqual(['job poll', 'job poll']);
  });

  it('watched twice is polled once at a time', async () => {
    const { world, provider, calls } = scripted();
    calls.watch(watchTicket('job', world.steadyMs() + 100));
    calls.watch(watchTicket('job', world.steadyMs() + 200));
    await world.advance(300);
    expect(provider.polls).toHaveLength(1);
    expect(calls.numbers()).toMatchObject({ watched: 1, models: [{ watched: 1 }] });
  });

  it('begins no more polls than the rate, and has no more under way than the bound', async () => {
    const { world, provider, calls } = scripted({ pollsPerSecondMax: 100, pollsInFlightMax: 7 });
    provider.onPoll = () => answerAfter(world, 20, { state: 'pending', askAgainAfterMs: 60_000 });
    for (let n = 0; n < 500; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    const start = world.steadyMs();
    await world.advance(4_000);
    expect(provider.inFlightMax).toBeLessThanOrEqual(7);
    const begun = provider.polls.filter(({ at }) => at < start + 3_000).length;
    expect(begun).toBeLessThanOrEqual(311);
    expect(begun).toBeGreaterThanOrEqual(295);
  });
});

describe('a job taken up after a restart', () => {
  const takeUp = (jobId: string, firstPollAt: number, status: 'pending' | 'in_progress' = 'pending') => ({
    ...watchTicket(jobId, 0),
    firstPollAt: firstPollAt as ReturnType<typeof watchTicket>['nextPollAt'],
    status,
  });

  it('whose first poll is to come is asked for at its time', async () => {
    const { world, provider, calls } = scripted();
    const start = world.steadyMs();
    calls.takeUp(takeUp('job', start + 700));
    await world.advance(10_000);
    expect(provider.polls[0]?.at).toBe(start + 700);
  });

  it('is one of many that are overdue: they come one after another, at half the rate, within two seconds', async () => {
    const { world, provider, calls } = scripted({ pollsPerSecondMax: 200 });
    provider.onPoll = () => ({ state: 'pending', askAgainAfterMs: 60_000 });
    const start = world.steadyMs();
    for (let n = 0; n < 1_000; n++) calls.takeUp(takeUp(`job-${n}`, start - 1_000_000));
    await world.advance(12_000);
    expect(new Set(provider.polls.map(({ jobId }) => jobId)).size).toBe(1_000);
    for (const { at, jobId } of provider.polls) {
      const placeMs = Number(jobId.slice(4)) * 10;
      expect(at - start).toBeGreaterThanOrEqual(placeMs);
      expect(at - start).toBeLessThanOrEqual(placeMs + 2_010);
    }
  });

  it('is asked for as seldom as it was before', async () => {
    const { world, provider, calls } = scripted();
    calls.takeUp(takeUp('old', world.steadyMs() - 600_000));
    calls.takeUp(takeUp('young', world.steadyMs() - 1));
    await world.advance(12_000);
    const asked = (job: string) => provider.polls.filter(({ jobId }) => jobId === job).length;
    expect(asked('old')).toBe(1);
    expect(asked('young')).toBeGreaterThan(5);
  });

  it('that had begun is reported when it ends, not as begun', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () =>
      provider.polls.length < 4
        ? { state: 'in_progress', progress: 20 }
        : { state: 'failed', slug: 'provider_error', message: 'no' };
    calls.takeUp(takeUp('job', 0, 'in_progress'));
    await world.advance(120_000);
    expect(reports.map(({ report }) => report)).toEqual([
      { about: 'poll', state: { state: 'failed', slug: 'provider_error', message: 'no' } },
    ]);
  });
});
