import { describe, expect, it } from 'vitest';
import { ACCOUNTS, ActorsUnderTest, accepted, completed, createKey, quoteFor } from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const QUOTE = quoteFor(1_000, 100);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_MS = 10_000;
const idempotency = { keyHash: 'idem', fingerprint: 'f' };

async function withSettledJobs(count: number, settings = {}): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open({
    openJobsMax: 100_000,
    retentionDays: 1,
    idempotencyHours: 1,
    ...settings,
  });
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], 1_000_000_000));
  for (let i = 0; i < count; i++) under.askSubmit(KEY, `video_${i}`, QUOTE);
  await under.world.settle();
  for (let i = 0; i < count; i++) under.askJob(`video_${i}`, accepted(completed(1_000)));
  await under.world.settle();
  return under;
}

const count = (under: ActorsUnderTest, table: Parameters<typeof under.store.range>[0]) =>
  [...under.store.range(table, {})].length;

describe('retention', () => {
  it('removes a settled job when it was kept its time, and leaves the money and the activity', async () => {
    const under = await withSettledJobs(3);
    await under.toldSubmit(KEY, 'video_open', QUOTE);
    under.retention.start();
    await under.world.advance(DAY_MS - SWEEP_MS);
    expect(count(under, 'jobs')).toBe(4);
    const before = [...under.store.range('ledger', {}), ...under.store.range('activity', {})].length;
    await under.world.advance(2 * SWEEP_MS);
    expect([...under.store.range('jobs', {})].map(({ key }) => key)).toEqual(['video_open']);
    for (const table of ['job_inputs', 'key_jobs'] as const) expect(count(under, table)).toBe(1);
    // The open one came to its deadline meanwhile.
    expect(count(under, 'expiry')).toBe(1);
    expect([...under.store.range('ledger', {}), ...under.store.range('activity', {})].length).toBe(before);
    checkBooks(under.store);
    under.retention.stop();
  });

  it('removes thousands in small steps, without waiting for the next sweep', async () => {
    const under = await withSettledJobs(1_750);
    await under.world.advance(DAY_MS);
    under.retention.start();
    await under.world.advance(SWEEP_MS);
    expect([count(under, 'jobs'), count(under, 'expiry')]).toEqual([0, 0]);
    checkBooks(under.store);
    under.retention.stop();
  });

  it('makes a step again that the disk refused, and leaves no job without its row', async () => {
    const under = await withSettledJobs(3);
    await under.world.advance(DAY_MS);
    under.faults.push('reject_yet_visible', 'reject', 'reject');
    under.retention.start();
    await under.world.advance(SWEEP_MS);
    checkBooks(under.actors.system.records);
    await under.world.advance(3 * SWEEP_MS);
    expect([count(under, 'jobs'), count(under, 'expiry')]).toEqual([0, 0]);
    under.retention.stop();
  });

  it('keeps the row of a job that cannot be removed, and removes the others', async () => {
    const under = await withSettledJobs(3);
    const record = under.store.get('jobs', 'video_1') ?? '';
    await under.store.commit([{ table: 'jobs', key: 'video_1', value: record.replace('"v":1', '"v":9') }]);
    under.crash();
    await under.world.advance(DAY_MS);
    under.retention.start();
    await under.world.advance(3 * SWEEP_MS);
    expect([...under.store.range('jobs', {})].map(({ key }) => key)).toEqual(['video_1']);
    expect(count(under, 'expiry')).toBe(1);
    under.retention.stop();
  });

  it('goes on behind a job that cannot be removed, without waiting for the next sweep', async () => {
    const under = await withSettledJobs(1_750);
    const record = under.store.get('jobs', 'video_1') ?? '';
    await under.store.commit([{ table: 'jobs', key: 'video_1', value: record.replace('"v":1', '"v":9') }]);
    under.crash();
    await under.world.advance(DAY_MS);
    under.retention.start();
    await under.world.advance(SWEEP_MS);
    expect([...under.store.range('jobs', {})].map(({ key }) => key)).toEqual(['video_1']);
    under.retention.stop();
  });

  it('forgets an idempotency key after its time', async () => {
    const under = await withSettledJobs(0);
    await under.toldSubmit(KEY, 'video_1', QUOTE, idempotency);
    under.retention.start();
    await under.world.advance(HOUR_MS - 1);
    expect((await under.toldSubmit(KEY, 'video_2', QUOTE, idempotency))?.outcome).toBe('replayed');
    await under.world.advance(SWEEP_MS + 1);
    expect(count(under, 'idempotency')).toBe(0);
    expect((await under.toldSubmit(KEY, 'video_2', QUOTE, idempotency))?.outcome).toBe('accepted');
    under.retention.stop();
  });

  it('leaves an idempotency key alone that is just being used anew', async () => {
    const under = await withSettledJobs(0);
    await under.toldSubmit(KEY, 'video_1', QUOTE, idempotency);
    await under.world.advance(HOUR_MS);
    under.retention.start();
    await under.world.advance(SWEEP_MS - 1);
    // The sweep comes while the new use is not on disk, after the old one has expired.
    under.faults.push('hang_then_commit');
    under.askSubmit(KEY, 'video_2', QUOTE, idempotency);
    await under.world.advance(1);
    under.store.releaseHung();
    await under.world.advance(5 * SWEEP_MS);
    expect(await under.toldSubmit(KEY, 'video_3', QUOTE, idempotency)).toEqual({
      outcome: 'replayed',
      jobId: 'video_2',
    });
    under.retention.stop();
  });

  it('of a job leaves an idempotency key alone that has come to stand for a later one', async () => {
    const under = await withSettledJobs(0);
    await under.toldSubmit(KEY, 'video_1', QUOTE, idempotency);
    await under.toldJob('video_1', accepted(completed(1_000)));
    under.retention.start();
    await under.world.advance(DAY_MS - HOUR_MS / 2);
    await under.toldSubmit(KEY, 'video_2', QUOTE, idempotency);
    await under.world.advance(HOUR_MS / 2 + SWEEP_MS);
    expect(under.store.get('jobs', 'video_1')).toBeUndefined();
    expect((await under.toldSubmit(KEY, 'video_3', QUOTE, idempotency))?.outcome).toBe('replayed');
    under.retention.stop();
  });

  it('of a job takes the idempotency key with it that stands for it', async () => {
    const under = await withSettledJobs(0, { idempotencyHours: 72 });
    await under.toldSubmit(KEY, 'video_1', QUOTE, idempotency);
    await under.toldJob('video_1', accepted(completed(1_000)));
    under.retention.start();
    await under.world.advance(DAY_MS + 2 * SWEEP_MS);
    expect(count(under, 'idempotency')).toBe(0);
    under.retention.stop();
  });

  it('stops, also in the midst of a step', async () => {
    const under = await withSettledJobs(1_750);
    await under.world.advance(DAY_MS);
    under.faults.push('hang_then_commit');
    under.retention.start();
    await under.world.advance(SWEEP_MS);
    under.retention.stop();
    under.store.releaseHung();
    await under.world.advance(10 * SWEEP_MS);
    expect(count(under, 'jobs')).toBe(1_250);
  });
});
