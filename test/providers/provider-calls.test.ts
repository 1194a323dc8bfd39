import { describe, expect, it } from 'vitest';
import type { ProviderCall } from '../../src/providers/provider.js';
import { answerAfter, never, request, scripted, watchTicket } from './scripted-provider.js';

const SCRIPTED = { provider: 'scripted' };

describe('a submit', () => {
  it('is reported once, with what the provider answered', async () => {
    const { world, provider, calls, reports } = scripted();
    calls.submit(SCRIPTED, request('job'));
    expect(provider.submits).toHaveLength(0);
    await world.settle();
    expect(reports.map(({ report }) => report)).toEqual([
      { kind: 'accepted', handle: 'handle-job', state: { state: 'pending' } },
    ]);
    await world.advance(60_000);
    expect(reports).toHaveLength(1);
    expect(world.armedTimers).toBe(0);
  });

  it.each([
    [
      'rejected',
      { outcome: 'rejected', slug: 'invalid_input', message: 'no' },
      { kind: 'rejected', slug: 'invalid_input', message: 'no' },
    ],
    ['put off', { outcome: 'not_now', message: 'busy' }, { kind: 'not_now', message: 'busy' }],
    ['garbage', { outcome: '?' }, { kind: 'no_outcome', reason: 'garbage' }],
  ])('that is %s is reported as such', async (_, answer, report) => {
    const { world, provider, calls, reports } = scripted();
    provider.onSubmit = () => answer;
    calls.submit(SCRIPTED, request('job'));
    await world.settle();
    expect(reports.map((one) => one.report)).toEqual([expect.objectContaining(report)]);
  });

  it('that throws is reported without what the adapter said to clients', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onSubmit = () => {
      throw new Error('token sk-secret at /etc/passwd');
    };
    calls.submit(SCRIPTED, request('job'));
    await world.settle();
    const report = reports[0]?.report;
    expect(report).toMatchObject({
      kind: 'no_outcome',
      reason: 'error',
      message: 'The call to the provider failed.',
    });
    expect(report).toMatchObject({ detail: 'Error: token sk-secret at /etc/passwd' });
  });

  it('that is not answered is aborted at its limit, and a late answer is not reported', async () => {
    const { world, provider, calls, reports } = scripted();
    let aborted = false;
    provider.onSubmit = (asked, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return answerAfter(world, 31_000, { outcome: 'not_now', message: asked.jobId });
    };
    calls.submit(SCRIPTED, request('job'));
    await world.advance(29_999);
    expect(reports).toHaveLength(0);
    await world.advance(1);
    expect(reports[0]?.report).toMatchObject({ kind: 'no_outcome', reason: 'timeout' });
    expect(aborted).toBe(true);
    await world.advance(10_000);
    expect(reports).toHaveLength(1);
  });

  it('waits until it may begin', async () => {
    const { world, provider, calls } = scripted();
    const notBefore = (world.steadyMs() + 500) as ReturnType<typeof world.steadyMs>;
    calls.submit({ ...SCRIPTED, notBefore }, request('job'));
    await world.advance(499);
    expect(provider.submits).toHaveLength(0);
    await world.advance(1);
    expect(provider.submits).toHaveLength(1);
  });

  it('is not made a second time beside itself', async () => {
    const { world, provider, calls, kinds } = scripted();
    provider.onSubmit = (asked) => answerAfter(world, 100, { outcome: 'not_now', message: asked.jobId });
    calls.submit(SCRIPTED, request('job'));
    calls.submit(SCRIPTED, request('job'));
    await world.advance(50);
    calls.submit(SCRIPTED, request('job'));
    await world.advance(1_000);
    expect(provider.submits).toHaveLength(1);
    expect(kinds()).toEqual(['job not_now']);
    calls.submit(SCRIPTED, request('job'));
    await world.settle();
    expect(provider.submits).toHaveLength(2);
  });

  it('can be taken back before it begins, and not after', async () => {
    const { world, provider, calls, kinds } = scripted({ submitsInFlightMax: 1 });
    provider.onSubmit = () => answerAfter(world, 100, { outcome: 'not_now', message: '' });
    calls.submit(SCRIPTED, request('first'));
    calls.submit(SCRIPTED, request('second'));
    await world.settle();
    const job = { provider: 'scripted', model: 'm' };
    expect(calls.cancelSubmit({ ...job, jobId: 'first' })).toBe(false);
    expect(calls.cancelSubmit({ ...job, jobId: 'second' })).toBe(true);
    expect(calls.cancelSubmit({ ...job, jobId: 'second' })).toBe(false);
    await world.advance(1_000);
    expect(kinds()).toEqual(['first not_now']);
  });

  it('begins in the order of asking, no more at once than the bound', async () => {
    const { world, provider, calls, reports } = scripted({ submitsInFlightMax: 3 });
    provider.onSubmit = (asked) =>
      answerAfter(world, 10, { outcome: 'accepted', handle: asked.jobId, state: { state: 'pending' } });
    for (let n = 0; n < 20; n++) calls.submit(SCRIPTED, request(`job-${n}`));
    await world.advance(1_000);
    expect(provider.inFlightMax).toBe(3);
    expect(reports.map(({ jobId }) => jobId)).toEqual(Array.from({ length: 20 }, (_, n) => `job-${n}`));
  });
});

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
      { kind: 'news', state: { state: 'in_progress', progress: 10 } },
      { kind: 'news', state: { state: 'completed', outputMs: 5_000, location: '/r' } },
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
    expect(kinds()).toEqual(['job news', 'job news']);
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

describe('one model', () => {
  it('that does not answer slows no other', async () => {
    const { world, provider, calls, kinds } = scripted({ pollsInFlightMax: 4, submitsInFlightMax: 4 });
    provider.onPoll = ({ model }) =>
      model === 'dead' ? never() : { state: 'completed', outputMs: 1, location: '/r' };
    for (let n = 0; n < 50; n++) calls.watch(watchTicket(`dead-${n}`, world.steadyMs(), 'dead'));
    calls.watch(watchTicket('alive', world.steadyMs(), 'alive'));
    await world.advance(10);
    expect(kinds()).toEqual(['alive news']);
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
      new Set(['new accepted', ...Array.from({ length: 8 }, (_, n) => `job-${n} news`)]),
    );
    expect(calls.numbers().models[0]?.breaker).toBe('closed');
  });
});

describe('the last question', () => {
  it('is asked at once through an open breaker, and is over within its limit', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => Promise.reject(new Error('down'));
    for (let n = 0; n < 8; n++) calls.watch(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10);
    expect(calls.numbers().models[0]?.breaker).toBe('open');
    provider.onPoll = never;
    const askedAt = world.steadyMs();
    calls.askOnce(watchTicket('late', askedAt));
    await world.advance(5_000);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      at: askedAt + 5_000,
      jobId: 'late',
      report: { kind: 'final_no_outcome', reason: 'timeout' },
    });
  });

  it('brings back how the job stands', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onPoll = () => ({ state: 'in_progress' });
    calls.askOnce(watchTicket('job', world.steadyMs()));
    await world.settle();
    expect(reports[0]?.report).toEqual({ kind: 'final', state: { state: 'in_progress' } });
  });

  it('is given up where its turn does not come', async () => {
    const { world, provider, calls, reports } = scripted({
      lastCallsInFlightMax: 1,
      lastCallWaitMaxMs: 7_000,
    });
    provider.onPoll = never;
    for (let n = 0; n < 4; n++) calls.askOnce(watchTicket(`job-${n}`, world.steadyMs()));
    await world.advance(10_000);
    expect(reports.map(({ jobId }) => jobId).sort()).toEqual(['job-0', 'job-1', 'job-2', 'job-3']);
    expect(provider.polls).toHaveLength(2);
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
      { kind: 'news', state: { state: 'failed', slug: 'provider_error', message: 'no' } },
    ]);
  });
});

describe('a provider that comes back', () => {
  it('is asked by a few, then by as many more as it answers, up to the bound', async () => {
    const { world, provider, calls } = scripted({ pollsInFlightMax: 100 });
    provider.onPoll = () => answerAfter(world, 100, { state: 'pending', askAgainAfterMs: 60_000 });
    const start = world.steadyMs();
    for (let n = 0; n < 1_000; n++) calls.watch(watchTicket(`job-${n}`, start));
    const inFlight: number[] = [];
    for (let round = 0; round < 5; round++) {
      await world.advance(round === 0 ? 50 : 100);
      inFlight.push(provider.inFlight);
    }
    expect(inFlight).toEqual([16, 32, 64, 100, 100]);
    provider.onPoll = () => {
      throw new Error('down');
    };
    await world.advance(1_000);
    provider.onPoll = () => answerAfter(world, 100, { state: 'pending', askAgainAfterMs: 60_000 });
    const before = provider.polls.length;
    provider.inFlightMax = 0;
    while (provider.polls.length === before) await world.advance(50);
    await world.advance(150);
    expect(provider.inFlightMax).toBeLessThanOrEqual(17);
  });
});

describe('the caller of providers', () => {
  it('keeps the jobs of a provider that is no longer configured, and starts none', async () => {
    const { world, calls, reports } = scripted();
    calls.watch({ ...watchTicket('job', world.steadyMs()), provider: 'gone' });
    calls.askOnce({ ...watchTicket('late', world.steadyMs()), provider: 'gone' });
    await world.advance(60_000);
    expect(reports.map(({ report }) => report)).toEqual([
      expect.objectContaining({ kind: 'final_no_outcome', reason: 'error' }),
    ]);
    expect(calls.numbers().watched).toBe(1);
    expect(await calls.content('gone', '/r', new AbortController().signal)).toBeUndefined();
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
    calls.askOnce(watchTicket('d', world.steadyMs()));
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
