/** A restart with jobs that wait for a slow provider, which makes another job of a repeated submit. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';
import { auditKey, expectSettledOnce } from '../support/ledger-audit.js';
import { VideoServer } from '../support/video-server.js';

const JOBS = 12;
const SUBMIT_MS = 300;
/** Submits of a provider that takes one at a time: by then every job has waited for more than a moment. */
const SUBMITS_OF_A_MOMENT = 6;

let server: VideoServer;
let args: readonly string[];

beforeEach(async () => {
  server = await VideoServer.start();
  server.submitMs = SUBMIT_MS;
  const file = join(await freshFolder(), 'tollgate.json');
  const model = {
    'price-per-second': 1,
    seconds: { allowed: [4], default: 4 },
    routes: [{ provider: 'studio', model: 'm' }],
  };
  const studio = { kind: 'openai-videos', url: server.url, 'calls-max': 1 };
  await writeFile(file, JSON.stringify({ providers: { studio }, models: { clip: model } }));
  args = ['--config', file];
});
afterEach(() => server.stop());
afterAll(cleanUp);

/** Jobs of a fresh key, all of which were accepted. */
async function backlog(node: TollgateProcess) {
  const key = await node.createKey({ credits: 100 });
  const json = { model: 'clip', prompt: 'a boat' };
  const answers = await Promise.all(
    Array.from({ length: JOBS }, () => node.call('POST', '/v1/videos', { key: key.key, json })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  return { key, ids: answers.map((answer): string => answer.json.id) };
}

async function submittedUntil(count: number): Promise<void> {
  await expect.poll(() => server.submitted.length, { interval: 10 }).toBeGreaterThanOrEqual(count);
}

async function failures(node: TollgateProcess, key: string, ids: readonly string[]) {
  const settled = await Promise.all(ids.map((id) => node.settled(key, id, 60_000)));
  return settled.filter(({ json }) => json.status !== 'completed').map(({ json }) => json);
}

test('a node that is told to stop sends what waits for its provider after the restart, each job once', async () => {
  const before = await startTollgate({ args });
  const { key, ids } = await backlog(before);
  await submittedUntil(2);
  expect((await before.stop()).code).toBe(0);
  expect(server.submitted.length).toBeLessThan(JOBS);
  const node = await startTollgate({ args, data: before.data });
  expect(await failures(node, key.key, ids)).toEqual([]);
  expect([...server.submitted].sort()).toEqual([...ids].sort());
  expectSettledOnce(await auditKey(node, key));
  await node.stop();
});

test('a node that is killed loses of the jobs that wait none but the one that was being sent', async () => {
  const before = await startTollgate({ args });
  const { key, ids } = await backlog(before);
  await submittedUntil(server.submitted.length + SUBMITS_OF_A_MOMENT);
  await before.kill();
  const node = await startTollgate({ args, data: before.data });
  const failed = await failures(node, key.key, ids);
  expect(failed.map(({ error }) => error)).toEqual(failed.length === 0 ? [] : ['outcome_unknown']);
  expect(new Set(server.submitted).size).toBe(server.submitted.length);
  expectSettledOnce(await auditKey(node, key));
  await node.stop();
});
