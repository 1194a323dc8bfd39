import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { TellJob } from '../../../src/providers/calls/model-context.js';
import { ProviderCalls } from '../../../src/providers/calls/provider-calls.js';
import type { CallLimits } from '../../../src/providers/calls/slots/call-limits.js';
import type { ProviderReport } from '../../../src/providers/provider-report.js';
import { accepted, answerAfter, request, SCRIPTED, ScriptedProvider } from '../scripted-provider.js';

const NOT_NOW = { outcome: 'not_now', message: 'no connection' } as const;
const PAUSE_1_MIN = { ...NOT_NOW, askAgainAfterMs: 60_000 } as const;

/** A provider with the routes `a`, `b` and `c`. Its jobs take routes as the dispatcher and the machine do. */
function routed(limits: Partial<CallLimits> = {}) {
  const world = new VirtualWorld();
  const provider = new ScriptedProvider(world);
  const answers: Record<string, unknown> = {};
  const tried: string[] = [];
  provider.onSubmit = ({ jobId, model }) => {
    tried.push(model);
    return answerAfter(world, 10, answers[model] ?? accepted(jobId));
  };
  const routes = new Map<string, string[]>();
  const reports = new Map<string, string[]>();
  /** Reports in each turn of the event loop that had some. */
  const atOnce: number[] = [];
  let inThisTurn = 0;
  const submit = (jobId: string) => {
    const [model = '', ...fallbacks] = routes.get(jobId) ?? [];
    calls.submit({ ...SCRIPTED, fallbacks: fallbacks.map(named) }, request(jobId, model));
  };
  /** As a job does that has it on disk at once. */
  const tell: TellJob = (jobId, { about }, told) => {
    if (about === 'submit_begins') world.soon(() => submit(jobId));
    world.soon(() => told(true));
  };
  const onReport = (jobId: string, report: ProviderReport) => {
    if (report.about !== 'submit') return;
    if (inThisTurn++ === 0) {
      world.soon(() => {
        atOnce.push(inThisTurn);
        inThisTurn = 0;
      });
    }
    const [model, ...left] = routes.get(jobId) ?? [];
    reports.set(jobId, [...(reports.get(jobId) ?? []), `${model} ${report.outcome}`]);
    if (report.outcome !== 'not_now' || left.length === 0) return;
    routes.set(jobId, left);
    world.soon(() => submit(jobId));
  };
  const calls: ProviderCalls = new ProviderCalls({
    world,
    providers: [provider],
    limitsOf: () => limits,
    onReport,
    tell,
  });
  const start = (jobId: string, ...models: string[]) => {
    routes.set(jobId, models);
    submit(jobId);
  };
  /** Begins with the first route that is ready. */
  const arrive = (jobId: string, ...models: string[]) => {
    const first = models.find((model) => calls.readinessOf(named(model)) !== 'not_ready') ?? models[0] ?? '';
    start(jobId, first, ...models.filter((model) => model !== first));
  };
  const ends = (end: string) => [...reports.values()].filter((one) => one.at(-1) === end).length;
  const waiting = (model: string) =>
    calls.numbers().models.find((one) => one.model === model)?.submitsWaiting ?? 0;
  return { world, provider, calls, answers, tried, reports, start, arrive, ends, waiting, atOnce };
}

function named(model: string) {
  return { ...SCRIPTED, model };
}

describe('a submit to a route that takes nothing', () => {
  it('goes on to the next route without a call, of hundreds of jobs that arrive during an outage', async () => {
    const { world, answers, tried, arrive, ends } = routed();
    answers.a = NOT_NOW;
    for (let n = 0; n < 300; n++) {
      arrive(`job-${n}`, 'a', 'b');
      await world.advance(10);
    }
    await world.advance(100);
    expect(ends('b accepted')).toBe(300);
    expect(tried.filter((model) => model === 'a').length).toBeLessThan(20);
  });

  it('passes over a next route that takes nothing either, and stays with the last', async () => {
    const { world, answers, start, reports, waiting } = routed();
    Object.assign(answers, { a: PAUSE_1_MIN, b: PAUSE_1_MIN });
    start('first', 'a');
    start('second', 'b');
    await world.advance(100);
    start('job', 'a', 'b', 'c');
    start('last', 'a', 'b');
    await world.advance(100);
    expect(reports.get('job')).toEqual(['a not_now', 'b not_now', 'c accepted']);
    expect([reports.get('last'), waiting('a')]).toEqual([undefined, 1]);
  });

  it('waits out a pause of a moment', async () => {
    const { world, answers, start, reports } = routed();
    answers.a = { ...NOT_NOW, askAgainAfterMs: 1_000 };
    start('first', 'a', 'b');
    await world.advance(20);
    delete answers.a;
    start('job', 'a', 'b');
    await world.advance(1_100);
    expect(reports.get('job')).toEqual(['a accepted']);
  });

  it('waits while no other route is better, and goes on soon after one is', async () => {
    const { world, answers, start, reports, waiting } = routed();
    Object.assign(answers, { a: PAUSE_1_MIN, b: { ...NOT_NOW, askAgainAfterMs: 10_000 } });
    start('first', 'a');
    start('second', 'b');
    await world.advance(100);
    delete answers.b;
    start('job', 'a', 'b');
    await world.advance(9_000);
    expect([reports.get('job'), waiting('a')]).toEqual([undefined, 1]);
    await world.advance(2_000);
    expect(reports.get('job')).toEqual(['a not_now', 'b accepted']);
  });

  it('stays if its job has no other route', async () => {
    const { world, answers, start, reports } = routed();
    answers.a = PAUSE_1_MIN;
    start('first', 'a', 'b');
    await world.advance(100);
    delete answers.a;
    start('job', 'a');
    await world.advance(59_000);
    expect(reports.get('job')).toBeUndefined();
    await world.advance(2_000);
    expect(reports.get('job')).toEqual(['a accepted']);
  });

  it('can be taken back', async () => {
    const { world, answers, calls, start, reports } = routed();
    answers.a = PAUSE_1_MIN;
    start('first', 'a', 'b');
    await world.advance(100);
    start('job', 'a', 'b');
    expect(calls.takeBack({ ...named('a'), jobId: 'job' })).toBe(true);
    await world.advance(100_000);
    expect(reports.get('job')).toBeUndefined();
    expect(world.armedTimers).toBe(0);
  });
});

describe('a route that takes nothing', () => {
  it('is found again by a job that arrives after the cool-down, one at a time', async () => {
    const { world, answers, tried, arrive, reports } = routed();
    answers.a = NOT_NOW;
    for (let n = 0; n < 20; n++) arrive(`down-${n}`, 'a', 'b');
    await world.advance(5_000);
    const before = tried.filter((model) => model === 'a').length;
    delete answers.a;
    for (let n = 0; n < 10; n++) arrive(`probe-${n}`, 'a', 'b');
    await world.advance(5);
    expect(tried.filter((model) => model === 'a').length).toBe(before + 1);
    await world.advance(100);
    expect(reports.get('probe-0')).toEqual(['a accepted']);
    expect(reports.get('probe-9')).toEqual(['a not_now', 'b accepted']);
    arrive('after', 'a', 'b');
    await world.advance(100);
    expect(reports.get('after')).toEqual(['a accepted']);
  });

  it('is sent one of the jobs that wait elsewhere as its probe, and the others once it answers', async () => {
    const { world, answers, start, tried, ends } = routed();
    answers.b = NOT_NOW;
    for (let n = 0; n < 8; n++) start(`down-${n}`, 'b');
    await world.advance(5_000);
    answers.a = PAUSE_1_MIN;
    start('pauses', 'a');
    await world.advance(100);
    delete answers.b;
    tried.length = 0;
    for (let n = 0; n < 100; n++) start(`job-${n}`, 'a', 'b');
    await world.advance(5);
    expect(tried).toEqual(['b']);
    await world.advance(3_000);
    expect(ends('b accepted')).toBe(100);
  });

  it('gives up thousands of jobs some at a time', async () => {
    const { world, answers, start, waiting, reports, atOnce } = routed({ submitsInFlightMax: 1 });
    answers.a = PAUSE_1_MIN;
    for (let n = 0; n < 10_000; n++) start(`job-${n}`, 'a', 'b');
    await world.advance(10);
    expect([waiting('a'), reports.size]).toEqual([0, 10_000]);
    // In the first turn the call that brought the pause is reported, too.
    expect(Math.max(...atOnce.slice(1))).toBe(256);
  });
});

it('each submit is reported once, whatever its routes do', async () => {
  const step = fc.oneof(
    fc.record({
      model: fc.constantFrom('a', 'b', 'c'),
      answer: fc.constantFrom(undefined, NOT_NOW, PAUSE_1_MIN, { outcome: '?' }),
    }),
    fc.record({
      jobs: fc.integer({ min: 1, max: 20 }),
      routes: fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
    fc.record({ waitMs: fc.integer({ min: 1, max: 20_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { world, answers, reports, arrive, calls } = routed({ submitsWaitingMax: 10 });
      const routes = new Map<string, readonly string[]>();
      for (const one of steps) {
        if ('answer' in one) answers[one.model] = one.answer;
        else if ('waitMs' in one) await world.advance(one.waitMs);
        else {
          for (let n = 0; n < one.jobs; n++) {
            const jobId = `job-${routes.size}`;
            routes.set(jobId, one.routes);
            arrive(jobId, ...one.routes);
          }
        }
      }
      for (const model of ['a', 'b', 'c']) delete answers[model];
      await world.advance(120_000);
      expect([...reports.keys()].sort()).toEqual([...routes.keys()].sort());
      for (const [jobId, told] of reports) {
        const models = told.map((report) => report.split(' ')[0]);
        expect(new Set(models).size, `${jobId}: ${told}`).toBe(told.length);
        expect(told.slice(0, -1).every((report) => report.endsWith('not_now'))).toBe(true);
      }
      expect(calls.numbers().models.every(({ submitsWaiting }) => submitsWaiting === 0)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
