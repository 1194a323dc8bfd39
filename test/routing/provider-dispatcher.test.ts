import { expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type { AcceptableQuote } from '../../src/actors/jobs/quote.js';
import type { VideoJobMessage } from '../../src/actors/jobs/video-job-messages.js';
import { encodeJobInput } from '../../src/actors/jobs/video-job-records.js';
import { ID_PREFIXES } from '../../src/actors/storage/ids.js';
import type { Route } from '../../src/providers/provider.js';
import { ProviderDispatcher, type ProviderDispatcherOptions } from '../../src/routing/provider-dispatcher.js';
import type { RangeOptions } from '../../src/store/store.js';

const RECORD = { handle: 'h', resume: true, begun: true, next_poll: 7, provider: 'p', model: 'm' };
const UNFINISHED = JSON.stringify(RECORD);

/** A dispatcher over so many unfinished jobs; the walks over them break off before the jobs named. */
function dispatcherOver(jobs: number, breaksOffBefore: readonly number[], record = UNFINISHED) {
  const world = new VirtualWorld();
  const ids = Array.from({ length: jobs }, (_, n) => `${ID_PREFIXES.job}${String(n).padStart(26, '0')}`);
  const failing = breaksOffBefore.map((n) => ids[n]);
  const watched: string[] = [];
  const tickets: unknown[] = [];
  const resumed: string[] = [];
  const defects: unknown[] = [];
  function* range(_: string, { from = '', to = '~' }: RangeOptions) {
    for (const key of ids.filter((id) => id >= from && id < to)) {
      if (failing[0] === key) {
        failing.shift();
        throw new Error('the disk refuses reads');
      }
      yield { key, value: record };
    }
  }
  const system = {
    records: { range, get: () => undefined },
    ask: (_: unknown, id: string, message: VideoJobMessage) => {
      if (message.type === 'resume') resumed.push(id);
    },
    reportDefect: (_: string, error: unknown) => defects.push(error),
  };
  const dispatcher = new ProviderDispatcher({
    world,
    system,
    partitionOf: () => ({ system }),
    calls: {
      takeUp: (ticket: { jobId: string }) => {
        watched.push(ticket.jobId);
        tickets.push(ticket);
      },
    },
    videoJob: {},
  } as unknown as ProviderDispatcherOptions);
  return { world, dispatcher, ids, watched, tickets, resumed, defects };
}

it('the dispatcher takes up each unfinished job once, also if the disk breaks off its walks over them', async () => {
  const { world, dispatcher, ids, watched, resumed, defects } = dispatcherOver(5, [0, 2, 3]);
  dispatcher.resume(`${ID_PREFIXES.job}~`);
  await world.advance(10_000);
  expect(resumed).toEqual(ids);
  expect(watched).toEqual(ids);
  expect(defects).toHaveLength(3);
});

it('the dispatcher submits with what a repeated submit finds on disk, asking again if the disk refuses', async () => {
  const world = new VirtualWorld();
  const submitted: unknown[] = [];
  let refusals = 1;
  const system = {
    records: {
      get: (table: string, id: string) => {
        if (refusals-- > 0) throw new Error('the disk refuses reads');
        return table === 'job_inputs' && id === 'video_1'
          ? encodeJobInput({ prompt: 'a "lighthouse"', extra: { seed: 7 } })
          : undefined;
      },
    },
    reportDefect: () => {},
  };
  const dispatcher = new ProviderDispatcher({
    world,
    system,
    partitionOf: () => ({ system }),
    calls: { submit: (_: unknown, request: unknown) => submitted.push(request) },
    videoJob: {},
  } as unknown as ProviderDispatcherOptions);
  const job = {
    type: 'submit',
    jobId: 'video_1',
    provider: 'p',
    model: 'm',
    lengthMs: 4_000,
    delayMs: 0,
    notAfter: null,
    fallbacks: [],
    isWaiting: false,
  } as const;
  dispatcher.perform({ ...job, input: undefined });
  await world.advance(10_000);
  dispatcher.perform({ ...job, input: { prompt: 'first', extra: {} } });
  const request = { jobId: 'video_1', model: 'm', lengthMs: 4_000 };
  expect(submitted).toEqual([
    { ...request, prompt: 'a "lighthouse"', extra: { seed: 7 } },
    { ...request, prompt: 'first', extra: {} },
  ]);
});

it('the dispatcher takes up each of thousands of jobs once, and leaves those of this run alone', async () => {
  const { world, dispatcher, ids, watched, resumed } = dispatcherOver(2_500, [1_700]);
  dispatcher.resume(ids[2_300] ?? '');
  await world.advance(10_000);
  expect(resumed).toEqual(ids.slice(0, 2_300));
  expect(watched).toEqual(resumed);
});

it('the dispatcher takes up a job as its record says it stands, and as not begun if the record does not say', async () => {
  const job = { provider: 'p', model: 'm', handle: 'h', firstPollAt: 7 };
  for (const [begun, status] of [
    [true, 'in_progress'],
    [false, 'pending'],
    [undefined, 'pending'],
  ] as const) {
    const { world, dispatcher, ids, tickets } = dispatcherOver(1, [], JSON.stringify({ ...RECORD, begun }));
    dispatcher.resume(`${ID_PREFIXES.job}~`);
    await world.advance(10);
    expect(tickets).toEqual([{ ...job, jobId: ids[0], status }]);
  }
});

it('the dispatcher routes a quote to the first route that is ready, else to the first with room', () => {
  const route = (provider: string): Route => ({ provider, model: 'm', lostAnswer: { kind: 'unknown' } });
  const [a, b, c] = [route('a'), route('b'), route('c')];
  const quote = { ok: true, route: a, fallbacks: [b, c] } as unknown as AcceptableQuote;
  const turnedAway: number[] = [];
  const routed = (stands: Readonly<Record<string, 'ready' | 'cooled' | 'open' | number>>) =>
    new ProviderDispatcher({
      calls: {
        readinessOf: ({ provider }: Route) =>
          ({ ready: 'ready', cooled: 'wants_probe' })[String(stands[provider])] ?? 'not_ready',
        fullForMs: ({ provider }: Route) =>
          typeof stands[provider] === 'number' ? stands[provider] : undefined,
      },
      onTurnedAway: () => turnedAway.push(1),
    } as unknown as ProviderDispatcherOptions).routed(quote);
  expect(routed({ a: 'ready', b: 'ready', c: 'ready' })).toBe(quote);
  expect(routed({ a: 'open', b: 5, c: 'ready' })).toMatchObject({ route: c, fallbacks: [a, b] });
  expect(routed({ a: 'open', b: 'cooled', c: 'ready' })).toMatchObject({ route: b, fallbacks: [a, c] });
  expect(routed({ a: 7, b: 'open', c: 'open' })).toMatchObject({ route: b, fallbacks: [a, c] });
  expect(routed({ a: 'open', b: 'open', c: 'open' })).toBe(quote);
  expect(turnedAway).toEqual([]);
  expect(routed({ a: 9_000, b: 4_000, c: 5_000 })).toMatchObject({ code: 'overloaded', retryAfterMs: 4_000 });
  expect(turnedAway).toEqual([1]);
});

it('the dispatcher cancels a job that its provider takes, or may have taken, after it has ended here', async () => {
  const world = new VirtualWorld();
  const cancelled: unknown[] = [];
  const route = { provider: 'p', model: 'm', lostAnswer: { kind: 'unknown' } };
  let job: unknown;
  const system = {
    ask: (_: unknown, __: string, ___: unknown, done: (outcome: unknown) => void) =>
      done({ ok: true, reply: { outcome: 'job', job } }),
  };
  const dispatcher = new ProviderDispatcher({
    world,
    partitionOf: () => ({ system }),
    calls: { cancel: (ticket: unknown) => cancelled.push(ticket) },
    videoJob: {},
  } as unknown as ProviderDispatcherOptions);
  const accepted = {
    about: 'submit',
    outcome: 'accepted',
    handle: 'h',
    state: { state: 'pending' },
  } as const;
  const unknown = { about: 'submit', outcome: 'unknown', message: 'silence' } as const;
  const settled = { at: 1, cost: 0 };
  job = { id: 'video_1', settled: null, machine: { context: { route, handle: 'h' } } };
  dispatcher.report('video_1', accepted);
  job = { id: 'video_1', settled, machine: { context: { route, handle: 'h' } } };
  dispatcher.report('video_1', accepted);
  dispatcher.report('video_1', unknown);
  job = { id: 'video_1', settled: null, machine: { context: { route, handle: null } } };
  dispatcher.report('video_1', unknown);
  job = { id: 'video_1', settled, machine: { context: { route, handle: null } } };
  dispatcher.report('video_1', { about: 'submit', outcome: 'not_now', message: 'busy' });
  expect(cancelled).toEqual([]);
  dispatcher.report('video_1', unknown);
  dispatcher.report('video_1', accepted);
  const ticket = { jobId: 'video_1', provider: 'p', model: 'm' };
  expect(cancelled).toEqual([
    { ...ticket, handle: null },
    { ...ticket, handle: 'h' },
  ]);
});
