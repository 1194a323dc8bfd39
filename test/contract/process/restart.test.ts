/** A restart in the middle of everything: every job goes on where it was and settles once. */
import { afterAll, expect, test } from 'vitest';
import { isLong, repetitions } from '../../test-set.js';
import { cleanUp, startTollgate } from '../support/harness.js';
import { auditKey, expectSettledOnce, wholeList } from '../support/ledger-audit.js';

const MODELS = [
  'sim/video',
  'sim/video-instant',
  'sim/video-half',
  'sim/video-reject',
  'sim/video-flaky',
] as const;
const DEADLINE_MS = 60_000;
const RESTARTS = repetitions(2, 10);
/** How long after the submits of a round the node is stopped. */
const STOPS_AFTER_MS = isLong ? [0, 300, 900] : [0, 600];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterAll(cleanUp);

/** A deadline is a minute away at least; simulated nodes keep theirs in every run. */
test.runIf(isLong)(
  'a deadline is kept through a restart and a kill: not earlier, not much later',
  async () => {
    const options = { args: ['--job-deadline-minutes', '1'] };
    let node = await startTollgate(options);
    const key = await node.createKey({ credits: 20 });
    const start = performance.now();
    const ids: string[] = [];
    for (let job = 0; job < 3; job++) {
      ids.push((await node.submit(key.key, { model: 'sim/video-slow', seconds: 4 })).json.id);
    }
    for (const end of ['stop', 'kill'] as const) {
      await pause(8_000);
      const { data } = node;
      await node[end]();
      // A deadline counts the time in which no node runs as well.
      await pause(4_000);
      node = await startTollgate({ ...options, data });
    }
    await pause(Math.max(0, DEADLINE_MS - 3_000 - (performance.now() - start)));
    const early = await Promise.all(ids.map((id) => node.call('GET', `/v1/videos/${id}`, { key: key.key })));
    // A machine that is too slow to ask in time sees the other bounds alone.
    const isInTime = performance.now() - start < DEADLINE_MS;
    if (isInTime) for (const { json } of early) expect(json.status).toBe('in_progress');
    const settled = await Promise.all(ids.map((id) => node.settled(key.key, id)));
    for (const { json: job } of settled) {
      expect(job).toMatchObject({ status: 'failed', error: 'expired', cost: 0 });
      expect(job.completed_at - job.created_at).toBeGreaterThanOrEqual(59);
      expect(job.completed_at - job.created_at).toBeLessThanOrEqual(90);
    }
    expectSettledOnce(await auditKey(node, key));
    expect((await node.call('GET', '/v1/credits', { key: key.key })).json).toMatchObject({ balance: 20 });
    await node.stop();
  },
);

test('jobs of every model, stopped at several points of their life, settle once', async () => {
  let node = await startTollgate();
  const key = await node.createKey({ credits: 1_000 });
  const ids = new Map<string, string>();
  for (const afterMs of STOPS_AFTER_MS) {
    for (const model of MODELS) {
      for (const seconds of [1, 2.5, 7]) {
        const answer = await node.submit(key.key, { model, seconds });
        expect(answer.status).toBe(202);
        ids.set(answer.json.id, model);
      }
    }
    await pause(afterMs);
    const { data } = node;
    expect((await node.stop()).code).toBe(0);
    node = await startTollgate({ data });
  }
  for (const [id, model] of ids) {
    const { json } = await node.settled(key.key, id);
    expect(json.status, model).toBe(model === 'sim/video-reject' ? 'failed' : 'completed');
    expect(json.cost).toBe(json.status === 'failed' ? 0 : json.output_seconds * 0.5);
  }
  const audit = await auditKey(node, key);
  expect([...audit.jobs.keys()].sort()).toEqual([...ids.keys()].sort());
  expectSettledOnce(audit);
  const listed = await wholeList(node, '/v1/videos', key.key);
  expect(listed.map(({ id }) => id).sort()).toEqual([...ids.keys()].sort());
  await node.stop();
});

test('a job that would have been completed while no node ran is so after the start', async () => {
  const node = await startTollgate();
  const key = await node.createKey();
  const { json } = await node.submit(key.key, { model: 'sim/video' });
  await node.stop();
  await pause(2_500);
  const again = await startTollgate({ data: node.data });
  const settled = await again.settled(key.key, json.id);
  expect(settled.json.status).toBe('completed');
  await again.stop();
});

test('a settled job, its list, its money and its ledger are after a restart what they were', async () => {
  let node = await startTollgate();
  const key = await node.createKey({ credits: 50, name: 'kept' });
  for (const model of ['sim/video-instant', 'sim/video-half', 'sim/video-reject']) {
    await node.settled(key.key, (await node.submit(key.key, { model })).json.id);
  }
  // The links are absolute: they follow the port, which is another after the restart.
  const withoutPort = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE');
  const everything = async () => {
    const seen = ['/v1/videos', '/v1/credits', '/v1/activity', '/v1/models'].map((path) =>
      node.call('GET', path, { key: key.key }),
    );
    const audit = await auditKey(node, key);
    return [...(await Promise.all(seen)).map(({ text }) => withoutPort(text)), audit.entries];
  };
  const before = await everything();
  for (const end of ['stop', 'kill'] as const) {
    const { data } = node;
    await node[end]();
    node = await startTollgate({ data });
    expect(await everything()).toEqual(before);
  }
  await node.stop();
});

test('restarts in a row lose nothing and settle nothing twice', async () => {
  let node = await startTollgate();
  const key = await node.createKey({ credits: 100 });
  const ids: string[] = [];
  for (let round = 0; round < RESTARTS; round++) {
    ids.push((await node.submit(key.key, { model: 'sim/video', seconds: 1 })).json.id);
    const { data } = node;
    await node.stop();
    node = await startTollgate({ data });
  }
  for (const id of ids) expect((await node.settled(key.key, id)).json.status).toBe('completed');
  const audit = await auditKey(node, key);
  expect(audit.jobs.size).toBe(RESTARTS);
  expectSettledOnce(audit);
  await node.stop();
});
