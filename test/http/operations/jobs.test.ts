import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/http/operation.js';
import { GatewayUnderTest, NO_SUCH_ULID } from './gateway-under-test.js';

const ACCEPTED = {
  about: 'submit',
  outcome: 'accepted',
  handle: 'h',
  state: { state: 'in_progress', progress: 40 },
} as const;
const REASON = { body: { reason: 'the provider lost it' } };

let gateway: GatewayUnderTest;
let operator: Caller;
let key: string;

beforeEach(async () => {
  gateway = new GatewayUnderTest();
  operator = await gateway.operator();
  key = await gateway.key(operator);
});

async function submit(keyId = key): Promise<string> {
  const body = { model: 'sim/video', prompt: 'a secret scene', seconds: 4 };
  const { json } = await gateway.call(gateway.apiCaller(keyId), 'POST', '/v1/videos', { body });
  return json.id;
}

async function list(query: string): Promise<readonly string[]> {
  const { json } = await gateway.call(operator, 'GET', `/api/jobs?${query}`);
  return json.data.map(({ id }: { id: string }) => id);
}

describe('a job, shown to its operator', () => {
  it('waits to be taken, then for news, and tells of its deadline and its money, but not of its prompt', async () => {
    const id = await submit();
    const { json } = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(json).toMatchObject({ id, key, status: 'pending', awaits: 'submit', submits: 1, reserved: 2 });
    expect(json.deadline_at).toBe(json.created_at + 1_800);
    expect(JSON.stringify(json)).not.toContain('secret scene');
    await gateway.report(id, ACCEPTED);
    gateway.progress.set(id, 40.9);
    const idle = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(idle.json).not.toHaveProperty('next_poll_in');
    gateway.polls = { nextInMs: 410, failures: 0, trouble: '' };
    const later = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(later.json).toMatchObject({ awaits: 'poll', progress: 40, next_poll_in: 0.5 });
    expect(later.json).not.toHaveProperty('polls_failed');
    expect(later.balance).toBe(98_000_000);
  });

  it('tells what its polls come to while they fail', async () => {
    const id = await submit();
    await gateway.report(id, ACCEPTED);
    gateway.polls = { nextInMs: 0, failures: 3, trouble: 'no "route"' };
    const { json } = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(json).toMatchObject({ next_poll_in: 0, polls_failed: 3, last_error: 'no "route"' });
  });

  it('tells how its result could not be read as yet', async () => {
    const id = await submit();
    await gateway.report(id, { ...ACCEPTED, state: { state: 'made', location: '/clip' } });
    gateway.readingTrouble = 'EROFS: read-only file system';
    const { json } = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(json).toMatchObject({ awaits: 'read', last_error: 'EROFS: read-only file system' });
  });

  it('shows what it came to once it is settled', async () => {
    const id = await submit();
    await gateway.complete(id, 2_500);
    const { json } = await gateway.call(operator, 'GET', `/api/jobs/${id}`);
    expect(json).toMatchObject({ status: 'completed', reserved: 0, cost: 1.25, output_seconds: 2.5 });
    expect(json).not.toHaveProperty('awaits');
    expect(json).not.toHaveProperty('deadline_at');
  });
});

describe('the jobs of all keys', () => {
  it('are listed newest first, by key, account and status, in pages', async () => {
    const studio = await gateway.account(operator);
    const other = await gateway.key(operator, { account: studio.id });
    const first = await submit();
    const second = await submit(other);
    const third = await submit();
    await gateway.complete(first, 4_000);
    await gateway.report(third, ACCEPTED);
    expect(await list('')).toEqual([third, second, first]);
    expect(await list(`key=${key}`)).toEqual([third, first]);
    expect(await list(`account=${studio.id}`)).toEqual([second]);
    expect(await list('status=completed')).toEqual([first]);
    expect(await list('status=pending')).toEqual([second]);
    expect(await list(`status=in_progress&key=${key}`)).toEqual([third]);
    expect(await list(`status=failed&key=${other}`)).toEqual([]);
    const page = await gateway.call(operator, 'GET', '/api/jobs?limit=2');
    expect(page.json).toMatchObject({ has_more: true, next: second });
    expect(await list(`limit=2&after=${page.json.next}`)).toEqual([first]);
  });

  it('end a page that finds little after a thousand jobs, and go on behind it', async () => {
    const rare = await gateway.key(operator, { credits: 1_000 });
    const wanted = await submit(rare);
    await gateway.complete(wanted, 1_000);
    const text = gateway.store.get('jobs', wanted)?.replace('acct_default', `acct_${NO_SUCH_ULID}`);
    const later = Array.from({ length: 1_001 }, (_, n) => {
      return { table: 'jobs', key: `video_8${String(n).padStart(25, '0')}`, value: text } as const;
    });
    const committed = gateway.store.commit(later);
    await gateway.world.settle();
    await committed;
    const first = await gateway.call(operator, 'GET', '/api/jobs?account=acct_default');
    expect(first.json).toMatchObject({ data: [], has_more: true });
    const second = await list(`account=acct_default&after=${first.json.next}`);
    expect(second).toEqual([wanted]);
  });

  it.each([
    ['status=done', 'status'],
    ['key=abc', 'key'],
    ['account=abc', 'account'],
    ['after=abc', 'after'],
    ['limit=0', 'limit'],
  ])('refuse %s by name', async (query, param) => {
    const { error } = await gateway.call(operator, 'GET', `/api/jobs?${query}`);
    expect(error).toMatchObject({ code: 'invalid_request', param });
  });
});

describe('ending a job', () => {
  it('fails it as expired, with the reason for its owner, releases all and charges nothing', async () => {
    const id = await submit();
    await gateway.report(id, ACCEPTED);
    const { json, status, headers, balance } = await gateway.call(
      operator,
      'POST',
      `/api/jobs/${id}/fail`,
      REASON,
    );
    expect([status, headers, balance]).toEqual([200, {}, 100_000_000]);
    expect(json).toMatchObject({ status: 'failed', error: 'expired', cost: 0, reserved: 0 });
    const seen = await gateway.call(gateway.apiCaller(key), 'GET', `/v1/videos/${id}`);
    expect(seen.json).toMatchObject({
      status: 'failed',
      error: 'expired',
      error_message: 'The operator ended the job: the provider lost it',
      cost: 0,
    });
    const { json: entries } = await gateway.call(operator, 'GET', `/api/keys/${key}/ledger`);
    expect(entries.data.map(({ type }: { type: string }) => type)).toEqual(['release', 'reserve', 'credit']);
    expect(gateway.effects.at(-1)).toMatchObject({ type: 'forget', jobId: id });
  });

  it('does nothing to a job that has ended, and says so', async () => {
    const failed = await submit();
    const completed = await submit();
    await gateway.complete(completed, 4_000);
    await gateway.call(operator, 'POST', `/api/jobs/${failed}/fail`, REASON);
    const { commits } = gateway.deps.system.metrics;
    for (const [id, status] of [
      [failed, 'failed'],
      [completed, 'completed'],
    ]) {
      const again = await gateway.call(operator, 'POST', `/api/jobs/${id}/fail`, {
        body: { reason: 'once more' },
      });
      expect(again.json.status).toBe(status);
      expect(again.headers).toEqual({ 'Idempotent-Replayed': 'true' });
    }
    expect(gateway.deps.system.metrics.commits).toBe(commits);
  });

  it.each([[{}], [{ reason: '' }], [{ reason: ' ' }], [{ reason: 'x'.repeat(301) }], [{ reason: 5 }]])(
    'takes no %j for a reason',
    async (body) => {
      const id = await submit();
      const { error } = await gateway.call(operator, 'POST', `/api/jobs/${id}/fail`, { body });
      expect(error).toMatchObject({ code: 'invalid_request', param: 'reason' });
      expect((await gateway.call(operator, 'GET', `/api/jobs/${id}`)).json.status).toBe('pending');
    },
  );
});

it('jobs are for operators, and one that does not exist is not found', async () => {
  const id = await submit();
  const { caller } = await gateway.account(operator);
  for (const [method, path] of [
    ['GET', '/api/jobs'],
    ['GET', `/api/jobs/${id}`],
    ['POST', `/api/jobs/${id}/fail`],
  ] as const) {
    expect((await gateway.call(caller, method, path, REASON)).error?.code).toBe('operator_only');
  }
  for (const none of [`video_${NO_SUCH_ULID}`, 'x', key]) {
    for (const [method, path] of [
      ['GET', `/api/jobs/${none}`],
      ['POST', `/api/jobs/${none}/fail`],
    ] as const) {
      expect((await gateway.call(operator, method, path, REASON)).error?.code).toBe('not_found');
    }
  }
});

it("a key's credit is shown to whoever manages it as the key sees it", async () => {
  const studio = await gateway.account(operator);
  const own = await gateway.key(operator, { account: studio.id });
  const id = await submit(own);
  await gateway.complete(id, 2_000);
  await submit(own);
  const seen = await gateway.call(gateway.apiCaller(own), 'GET', '/v1/credits');
  for (const caller of [operator, studio.caller]) {
    const shown = await gateway.call(caller, 'GET', `/api/keys/${own}/balance`);
    expect(shown.json).toEqual(seen.json);
    expect(shown.balance).toBe(97_000_000);
  }
  const stranger = await gateway.account(operator);
  const { error } = await gateway.call(stranger.caller, 'GET', `/api/keys/${own}/balance`);
  expect(error?.code).toBe('not_found');
});
