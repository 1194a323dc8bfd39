import { beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '../../../src/actors/jobs/job-lists.js';
import type { VideoJobState } from '../../../src/actors/jobs/video-job-messages.js';
import { encodeVideoJob, keyJobsKey } from '../../../src/actors/jobs/video-job-records.js';
import { encodeApiKey } from '../../../src/actors/keys/api-key-record.js';
import { listAccountKeys } from '../../../src/actors/keys/key-lists.js';
import { NO_BALANCES } from '../../../src/actors/money/ledger.js';
import { firstContext } from '../../../src/machines/video-job-context.js';
import { microDa } from '../../../src/money/micro-da.js';
import type { Route } from '../../../src/providers/provider.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { UnreadableRecord, Write } from '../../../src/store/store.js';

const IDS = ['video_1', 'video_2', 'video_3'];

function job(id: string): VideoJobState {
  const route: Route = { provider: 'sim', model: 'sim/video', lostAnswer: { kind: 'idempotent' } };
  return {
    id,
    key: 'key_1',
    account: 'acct_1',
    provider: 'sim',
    model: 'sim/video',
    lengthMs: 1_000,
    pricePerSecond: microDa(1),
    reserved: microDa(1),
    createdAt: 0,
    idempotencyKeyHash: null,
    status: 'pending',
    machine: { value: 'submitting', context: firstContext({ route, fallbacks: [] }) },
    settled: null,
    repeatUntil: null,
  };
}

function key(id: string): string {
  return encodeApiKey({
    id,
    account: 'acct_1',
    name: null,
    rateLimitRpm: 1,
    isRevoked: false,
    createdAt: 0,
    balances: NO_BALANCES,
    open: { video_job: 0, generation: 0 },
    entries: 0,
    rotations: 0,
    earlier: [],
    credentialHash: 'ab',
  });
}

describe('a page of a list, one record of which cannot be read', () => {
  let store: MemoryStore;
  let told: string[];
  const request = {
    limit: 10,
    after: undefined,
    unreadable: (error: UnreadableRecord) => void told.push(error.message),
  };

  beforeEach(async () => {
    told = [];
    store = new MemoryStore();
    const writes = IDS.flatMap((id): Write[] => [
      { table: 'jobs', key: id, value: encodeVideoJob(job(id)) },
      { table: 'key_jobs', key: keyJobsKey('key_1', 'open', id), value: '1' },
      { table: 'keys', key: id.replace('video', 'key'), value: key(id) },
      { table: 'account_keys', key: `acct_1/${id.replace('video', 'key')}`, value: '1' },
    ]);
    const damaged: Write[] = [
      { table: 'jobs', key: 'video_2', value: '{"v":1,"mach' },
      { table: 'keys', key: 'key_3', value: '' },
    ];
    await store.commit([...writes, ...damaged]);
  });

  it('has the others, and says which one it is without', () => {
    const { items } = listJobs(store, 'key_1', undefined, request);
    expect(items.map(({ id }) => id)).toEqual(['video_3', 'video_1']);
    expect(told).toEqual([expect.stringMatching(/^record video_2 of table jobs cannot be read: /)]);
    expect(listAccountKeys(store, 'acct_1', request).items.map(({ id }) => id)).toEqual(['key_2', 'key_1']);
    expect(told[1]).toMatch(/^record key_3 of table keys cannot be read: /);
  });

  it('fails where nobody would be told, and names the record', () => {
    const list = () => listJobs(store, 'key_1', undefined, { limit: 10, after: undefined });
    expect(list).toThrow('record video_2 of table jobs cannot be read');
  });
});
