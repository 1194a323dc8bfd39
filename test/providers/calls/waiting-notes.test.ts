import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { ProviderCalls } from '../../../src/providers/calls/provider-calls.js';
import { answerAfter, request, SCRIPTED, ScriptedProvider } from '../scripted-provider.js';

const SUBMIT_MS = 3_000;
const COMMIT_MS = 20;

/** A provider that takes one submit in three seconds, and jobs whose disk does as `takes` says. */
function slowProvider(takes: () => boolean = () => true) {
  const world = new VirtualWorld();
  const provider = new ScriptedProvider(world);
  provider.onSubmit = ({ jobId }) => answerAfter(world, SUBMIT_MS, { outcome: 'rejected', slug: 'x', jobId });
  const told: string[] = [];
  const calls: ProviderCalls = new ProviderCalls({
    world,
    providers: [provider],
    limitsOf: () => ({ submitsInFlightMax: 1 }),
    onReport: () => {},
    tell: (jobId, { about }, done) => {
      told.push(`${world.steadyMs()} ${jobId} ${about}`);
      world.after(COMMIT_MS, () => {
        const isTaken = takes();
        if (isTaken && about === 'submit_begins') calls.submit(SCRIPTED, request(jobId));
        done(isTaken);
      });
    },
  });
  const submit = (jobId: string, isWaiting = false) =>
    calls.submit({ ...SCRIPTED, isWaiting }, request(jobId));
  const sent = () => provider.submits.map(({ at, jobId }) => `${at} ${jobId}`);
  return { world, calls, told, submit, sent };
}

describe('a submit that waits', () => {
  it('is noted after a second, and is sent when its job has on disk that it begins', async () => {
    const { world, told, submit, sent } = slowProvider();
    for (const jobId of ['a', 'b']) submit(jobId);
    await world.advance(999);
    expect(told).toEqual([]);
    await world.advance(9_000);
    const start = Number(sent()[0]?.split(' ')[0]);
    const at = (ms: number) => start + ms;
    expect(told).toEqual([`${at(1_000)} b submit_waits`, `${at(SUBMIT_MS)} b submit_begins`]);
    expect(sent()).toEqual([`${start} a`, `${at(SUBMIT_MS + COMMIT_MS)} b`]);
  });

  it('is asked for one at a time, in the order of coming, and noted once', async () => {
    const { world, told, submit, sent } = slowProvider();
    for (const jobId of ['a', 'b', 'c', 'd', 'e']) submit(jobId);
    await world.advance(5 * (SUBMIT_MS + COMMIT_MS));
    expect(sent().map((one) => one.split(' ')[1])).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const about of ['submit_waits', 'submit_begins']) {
      const jobs = told.filter((one) => one.endsWith(about)).map((one) => one.split(' ')[1]);
      expect(jobs).toEqual(['b', 'c', 'd', 'e']);
    }
  });

  it('is never sent while the disk does not take that it begins', async () => {
    let takes = true;
    const { world, told, submit, sent } = slowProvider(() => takes);
    for (const jobId of ['a', 'b']) submit(jobId);
    await world.advance(2_000);
    takes = false;
    await world.advance(60_000);
    expect(sent()).toHaveLength(1);
    expect(told.length).toBeGreaterThan(10);
    takes = true;
    await world.advance(2_000);
    expect(sent()).toHaveLength(2);
  });

  it('of a run before is sent only when its job has on disk that it begins', async () => {
    const { world, told, submit, sent } = slowProvider();
    submit('a', true);
    await world.settle();
    expect([sent(), told.map((one) => one.split(' ')[2])]).toEqual([[], ['submit_begins']]);
    await world.advance(COMMIT_MS);
    expect(sent()).toHaveLength(1);
  });

  it('can be taken back while its job is asked', async () => {
    const { world, calls, submit, sent } = slowProvider();
    submit('a', true);
    await world.settle();
    const job = { provider: 'scripted', model: 'm', jobId: 'a' };
    expect([calls.takeBack(job), calls.takeBack(job)]).toEqual([true, false]);
    expect(sent()).toEqual([]);
  });
});

describe('submits that are held', () => {
  it('are noted at once and not sent; at rest is who waits for those under way as well', async () => {
    const { world, calls, told, submit, sent } = slowProvider();
    for (const jobId of ['a', 'b', 'c']) submit(jobId);
    await world.advance(10);
    calls.holdSubmits();
    submit('d');
    await world.settle();
    expect(told.map((one) => one.split(' ').slice(1).join(' '))).toEqual(
      ['b', 'c', 'd'].map((jobId) => `${jobId} submit_waits`),
    );
    await world.advance(SUBMIT_MS - 20);
    expect(calls.submitsAreAtRest).toBe(false);
    await world.advance(20);
    expect(calls.submitsAreAtRest).toBe(true);
    await world.advance(60_000);
    expect(sent()).toHaveLength(1);
    expect(world.armedTimers).toBe(0);
  });
});
