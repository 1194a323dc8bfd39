import { describe, expect, it } from 'vitest';
import { answerAfter, request, SCRIPTED, scripted } from '../scripted-provider.js';

describe('a submit', () => {
  it('is reported once, with what the provider answered', async () => {
    const { world, provider, calls, reports } = scripted();
    calls.submit(SCRIPTED, request('job'));
    expect(provider.submits).toHaveLength(0);
    await world.settle();
    expect(reports.map(({ report }) => report)).toEqual([
      { about: 'submit', outcome: 'accepted', handle: 'handle-job', state: { state: 'pending' } },
    ]);
    await world.advance(60_000);
    expect(reports).toHaveLength(1);
    expect(world.armedTimers).toBe(0);
  });

  it.each([
    [
      'rejected',
      { outcome: 'rejected', slug: 'invalid_input', message: 'no' },
      { about: 'submit', outcome: 'rejected', slug: 'invalid_input', message: 'no' },
    ],
    [
      'put off',
      { outcome: 'not_now', message: 'busy' },
      { about: 'submit', outcome: 'not_now', message: 'busy' },
    ],
    ['garbage', { outcome: '?' }, { about: 'submit', outcome: 'unknown' }],
  ])('that is %s is reported as such', async (_, answer, report) => {
    const { world, provider, calls, reports } = scripted();
    provider.onSubmit = () => answer;
    calls.submit(SCRIPTED, request('job'));
    await world.settle();
    expect(reports.map((one) => one.report)).toEqual([expect.objectContaining(report)]);
  });

  it('that throws is reported without what the adapter said', async () => {
    const { world, provider, calls, reports } = scripted();
    provider.onSubmit = () => {
      throw new Error('token sk-secret at /etc/passwd');
    };
    calls.submit(SCRIPTED, request('job'));
    await world.settle();
    expect(reports[0]?.report).toEqual({
      about: 'submit',
      outcome: 'unknown',
      message: 'The call to the provider failed.',
    });
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
    expect(reports[0]?.report).toMatchObject({
      outcome: 'unknown',
      message: 'The provider did not answer in time.',
    });
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
    expect(calls.takeBack({ ...job, jobId: 'first' })).toBe(false);
    expect(calls.takeBack({ ...job, jobId: 'second' })).toBe(true);
    expect(calls.takeBack({ ...job, jobId: 'second' })).toBe(false);
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
