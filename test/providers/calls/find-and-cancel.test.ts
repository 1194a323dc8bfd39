import { describe, expect, it } from 'vitest';
import { BusyError, type Provider, type ProviderJob } from '../../../src/providers/provider.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import { accepted, never, request, SCRIPTED, scripted, watchTicket } from '../scripted-provider.js';

const JOB = { ...SCRIPTED, model: 'm', jobId: 'job' };

/** A provider that can be asked for jobs, and answers so each time; the last answer answers all further. */
function finding(...answers: readonly (() => unknown)[]) {
  const stage = scripted();
  const looks: number[] = [];
  const provider: Provider = stage.provider;
  provider.find = async () => {
    looks.push(stage.world.steadyMs());
    return (answers[Math.min(looks.length, answers.length) - 1] ?? never)() as ReturnType<
      NonNullable<Provider['find']>
    >;
  };
  return { ...stage, looks };
}

describe('a look for a job', () => {
  it('is reported when the provider has the job', async () => {
    const { world, calls, reports } = finding(() => accepted('job'));
    calls.find(JOB);
    await world.advance(2_000);
    expect(reports.map(({ report }) => report)).toEqual([{ about: 'find', ...accepted('job') }]);
  });

  it('goes on while it brings no answer, ever slower, and is reported once', async () => {
    const fail = () => {
      throw new Error('reset');
    };
    const busy = () => ({ outcome: 'not_now', message: 'busy' });
    const { world, calls, looks, reports } = finding(
      fail,
      busy,
      () => 'garbage',
      () => accepted('job'),
    );
    calls.find(JOB);
    calls.find(JOB);
    await world.advance(60_000);
    expect(looks).toHaveLength(4);
    const pauses = looks.slice(1).map((at, n) => at - (looks[n] ?? 0));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(reports).toHaveLength(1);
  });

  it('counts a job as not there only when it is missing three times in a row', async () => {
    const { world, calls, looks, reports } = finding(
      () => undefined,
      () => undefined,
      () => ({ outcome: 'not_now', message: 'busy' }),
      () => undefined,
    );
    calls.find(JOB);
    await world.advance(60_000);
    expect(looks).toHaveLength(6);
    expect(reports.map(({ report }) => report)).toEqual([{ about: 'find', outcome: 'not_found' }]);
  });

  it('ends when the job does, also if its answer is on its way', async () => {
    const { world, calls, looks, reports } = finding(never);
    calls.find(JOB);
    await world.advance(2_000);
    expect(looks).toHaveLength(1);
    calls.takeBack(JOB);
    await world.advance(120_000);
    expect([looks.length, reports.length]).toEqual([1, 0]);
  });
});

describe('a cancel', () => {
  it('is made once, and nothing is reported of it, however it ends', async () => {
    for (const end of [() => undefined, () => Promise.reject(new Error('no')), never]) {
      const { world, provider, calls, reports } = scripted();
      const cancelled: ProviderJob[] = [];
      const cancelling: Provider = provider;
      cancelling.cancel = async (job) => {
        cancelled.push(job);
        await end();
      };
      calls.cancel({ ...JOB, handle: 'h' });
      await world.advance(120_000);
      expect([cancelled, reports]).toEqual([[{ jobId: 'job', model: 'm', handle: 'h' }], []]);
    }
  });

  it('of a submit without an answer is made by the handle that follows from the id of the job, or not at all', async () => {
    for (const handleOf of [undefined, (jobId: string) => `of-${jobId}`]) {
      const { world, provider, calls } = scripted();
      const handles: string[] = [];
      Object.assign(provider, { handleOf });
      const cancelling: Provider = provider;
      cancelling.cancel = async ({ handle }) => {
        handles.push(handle);
      };
      calls.cancel({ ...JOB, handle: null });
      await world.advance(120_000);
      expect(handles).toEqual(handleOf === undefined ? [] : ['of-job']);
    }
  });

  it('is not tried with a provider that cannot', async () => {
    const { world, calls, reports } = scripted();
    calls.cancel({ ...JOB, handle: 'h' });
    await world.advance(120_000);
    expect([calls.numbers().models, reports]).toEqual([[], []]);
  });
});

describe('a provider that says to come back later', () => {
  it('is neither polled nor submitted to before, for that model alone', async () => {
    const { world, provider, calls } = scripted();
    let busyPolls = 1;
    provider.onPoll = ({ model }) => {
      if (model === 'm' && busyPolls-- > 0) throw new BusyError('429', 8_000);
      return { state: 'pending' };
    };
    const start = world.steadyMs();
    calls.watch(watchTicket('busy', start));
    await world.advance(10);
    expect(calls.readinessOf(JOB)).toBe('not_ready');
    calls.watch(watchTicket('other-model', start, 'n'));
    calls.submit(SCRIPTED, request('waits'));
    calls.submit(SCRIPTED, request('goes', 'n'));
    await world.advance(7_900);
    expect(provider.submits.map(({ jobId }) => jobId)).toEqual(['goes']);
    expect(new Set(provider.polls.slice(1).map(({ jobId }) => jobId))).toEqual(new Set(['other-model']));
    await world.advance(1_000);
    expect(provider.submits.map(({ jobId }) => jobId)).toEqual(['goes', 'waits']);
    expect(provider.polls.filter(({ jobId }) => jobId === 'busy').length).toBeGreaterThan(1);
    expect(calls.readinessOf(JOB)).toBe('ready');
  });

  it('says so with a submit, too', async () => {
    const { world, provider, calls } = scripted();
    provider.onSubmit = ({ jobId }) =>
      jobId === 'first' ? { outcome: 'not_now', message: 'busy', askAgainAfterMs: 5_000 } : accepted(jobId);
    calls.submit(SCRIPTED, request('first'));
    await world.advance(10);
    calls.submit(SCRIPTED, request('second'));
    await world.advance(4_900);
    expect(provider.submits).toHaveLength(1);
    await world.advance(200);
    expect(provider.submits).toHaveLength(2);
  });
});

describe('a repeated submit', () => {
  it('does not begin when the provider may take it for another job, and is reported as of unknown outcome', async () => {
    const { world, provider, calls, reports } = scripted();
    const now = world.steadyMs();
    const notBefore = (now + 1_000) as SteadyMs;
    calls.submit({ ...SCRIPTED, notBefore, notAfter: notBefore }, request('late'));
    calls.submit({ ...SCRIPTED, notBefore, notAfter: (now + 1_001) as SteadyMs }, request('in-time'));
    await world.advance(2_000);
    expect(provider.submits.map(({ jobId }) => jobId)).toEqual(['in-time']);
    expect(reports.find(({ jobId }) => jobId === 'late')?.report).toMatchObject({ outcome: 'unknown' });
  });
});
