import { describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  DEADLINE_MS,
  FAILED,
  lastCall,
  news,
  PENDING,
  quoteFor,
  report,
  STARTED,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const JOB = 'video_1';
const PRICE = 500_000;

async function withJob(idempotentSubmit = true): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open();
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], 10_000_000));
  await under.toldSubmit(KEY, JOB, quoteFor(4_000, PRICE, idempotentSubmit));
  return under;
}

function job(under: ActorsUnderTest) {
  return under.actors.system.view(under.actors.videoJob, JOB);
}

/** Credited less charged less reserved, charged, reserved. */
function money(under: ActorsUnderTest): number[] {
  const balances = under.actors.system.view(under.actors.apiKey, KEY)?.balances;
  if (balances === undefined) return [];
  const { credited, charged, reserved } = balances;
  return [credited - charged - reserved, charged, reserved];
}

describe('a video job', () => {
  it('reserves at submit, charges by output at completion, and releases the rest in the same step', async () => {
    const under = await withJob();
    expect([job(under)?.status, money(under)]).toEqual(['pending', [8_000_000, 0, 2_000_000]]);
    expect(under.effects).toMatchObject([
      { type: 'submit', jobId: JOB, lengthMs: 4_000, input: { prompt: 'a cat', extra: {} }, delayMs: 0 },
    ]);
    await under.toldJob(JOB, accepted());
    expect([job(under)?.status, under.effects.at(-1)?.type]).toEqual(['pending', 'watch']);
    await under.toldJob(JOB, news(STARTED));
    expect(job(under)?.status).toBe('in_progress');
    await under.toldJob(JOB, news(completed(1_501)));
    expect([job(under)?.status, job(under)?.settled?.cost, money(under)]).toEqual([
      'completed',
      750_500,
      [9_249_500, 750_500, 0],
    ]);
    expect(under.effects.at(-1)?.type).toBe('forget');
    checkBooks(under.store);
  });

  it('that fails charges nothing and releases all', async () => {
    for (const end of [
      report({ about: 'submit', outcome: 'rejected', slug: 'content_rejected', message: 'no' }),
      accepted(FAILED),
    ]) {
      const under = await withJob();
      await under.toldJob(JOB, end);
      expect([job(under)?.status, job(under)?.settled?.cost, money(under)]).toEqual([
        'failed',
        0,
        [10_000_000, 0, 0],
      ]);
      checkBooks(under.store);
    }
  });

  it('is charged at most what was reserved, however long the output', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted(completed(9_000_000_000)));
    expect(money(under)).toEqual([8_000_000, 2_000_000, 0]);
    checkBooks(under.store);
  });

  it('settles once, whatever is reported again or late, and writes nothing for it (invariant 3)', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted(completed(4_000)));
    const { commits } = under.actors.system.metrics;
    const effects = under.effects.length;
    for (const late of [
      accepted(),
      accepted(FAILED),
      news(completed(1)),
      news(FAILED),
      lastCall(undefined),
      report({ about: 'submit', outcome: 'not_now', message: '' }),
      { type: 'deadline' } as const,
      { type: 'resume' } as const,
    ]) {
      expect((await under.toldJob(JOB, late))?.status).toBe('completed');
    }
    expect([under.actors.system.metrics.commits, under.effects.length]).toEqual([commits, effects]);
    expect(under.defects).toEqual([]);
    checkBooks(under.store);
  });

  it('writes nothing for news that is none', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted(STARTED));
    const { commits } = under.actors.system.metrics;
    for (const none of [news(STARTED), news(PENDING), accepted(), { type: 'resume' } as const]) {
      await under.toldJob(JOB, none);
    }
    expect(under.actors.system.metrics.commits).toBe(commits);
  });

  it('is submitted again, ever later, as long as the provider does not take it', async () => {
    const under = await withJob();
    for (let i = 0; i < 8; i++)
      await under.toldJob(JOB, report({ about: 'submit', outcome: 'not_now', message: 'busy' }));
    const delays = under.effects.flatMap((effect) => (effect.type === 'submit' ? [effect.delayMs] : []));
    expect(delays).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
    expect(job(under)?.machine.context.failure?.slug).toBe('provider_unavailable');
    checkBooks(under.store);
  });
});

describe('a video job at its deadline', () => {
  it('asks the provider one last time and then expires', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted(STARTED));
    await under.world.advance(DEADLINE_MS - 1);
    expect(under.effects.at(-1)?.type).toBe('watch');
    await under.world.advance(1);
    expect([under.effects.at(-1)?.type, job(under)?.status]).toEqual(['final_poll', 'in_progress']);
    await under.toldJob(JOB, lastCall(STARTED));
    expect([job(under)?.status, job(under)?.machine.context.failure?.slug]).toEqual(['failed', 'expired']);
    checkBooks(under.store);
  });

  it('completes where the last answer says so', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted());
    await under.world.advance(DEADLINE_MS);
    await under.toldJob(JOB, lastCall(completed(4_000)));
    expect(job(under)?.status).toBe('completed');
    checkBooks(under.store);
  });

  it('expires though it started while it was asked, told by the last answer or by a poll', async () => {
    for (const answers of [
      [lastCall(STARTED)],
      [news(STARTED), lastCall(STARTED)],
      [news(STARTED), lastCall(undefined)],
    ]) {
      const under = await withJob();
      await under.toldJob(JOB, accepted(PENDING));
      await under.world.advance(DEADLINE_MS);
      for (const answer of answers) await under.toldJob(JOB, answer);
      expect(job(under)?.machine.context.failure?.slug).toBe('expired');
      expect(under.effects.filter(({ type }) => type === 'final_poll')).toHaveLength(1);
      checkBooks(under.store);
    }
  });

  it('expires at once where no provider has it yet', async () => {
    const under = await withJob();
    await under.world.advance(DEADLINE_MS);
    expect([job(under)?.machine.context.failure?.slug, money(under)]).toEqual([
      'expired',
      [10_000_000, 0, 0],
    ]);
    checkBooks(under.store);
  });
});

describe('a video job after a restart', () => {
  it('is submitted again where that is safe, and else ends as of unknown outcome', async () => {
    for (const [isIdempotent, status] of [
      [true, 'pending'],
      [false, 'failed'],
    ] as const) {
      const under = await withJob(isIdempotent);
      under.crash();
      under.effects.length = 0;
      expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({ resume: true });
      expect((await under.toldJob(JOB, { type: 'resume' }))?.status).toBe(status);
      expect(under.effects.map(({ type }) => type)).toEqual([isIdempotent ? 'submit' : 'forget']);
      checkBooks(under.store);
    }
  });

  it('asks the last question again, also where the job started meanwhile', async () => {
    for (const meanwhile of [[], [news(STARTED)]]) {
      const under = await withJob();
      await under.toldJob(JOB, accepted(PENDING));
      await under.world.advance(DEADLINE_MS);
      for (const message of meanwhile) await under.toldJob(JOB, message);
      under.crash();
      under.effects.length = 0;
      expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({
        resume: true,
        handle: 'h-1',
      });
      await under.toldJob(JOB, { type: 'resume' });
      expect(under.effects.map(({ type }) => type)).toEqual(['final_poll']);
      await under.toldJob(JOB, lastCall(undefined));
      expect(job(under)?.status).toBe('failed');
      checkBooks(under.store);
    }
  });

  it('keeps its deadline, and needs no wake-up where it is enough to poll', async () => {
    const under = await withJob();
    await under.toldJob(JOB, accepted(STARTED));
    await under.world.advance(DEADLINE_MS - 10);
    under.crash();
    expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({
      resume: false,
      handle: 'h-1',
    });
    await under.world.advance(10);
    expect(under.effects.at(-1)?.type).toBe('final_poll');
  });

  it('written by a machine of another version is refused and stays on disk as it is', async () => {
    const under = await withJob();
    const record = under.store.get('jobs', JOB) ?? '';
    await under.store.commit([
      { table: 'jobs', key: JOB, value: record.replace('"machine_version":2', '"machine_version":3') },
    ]);
    under.crash();
    const outcomes = under.askJob(JOB, { type: 'resume' });
    expect([outcomes, under.defects.length]).toEqual([[{ ok: false, refusal: 'defect' }], 1]);
    expect(under.store.get('jobs', JOB)).toContain('"machine_version":3');
  });
});
