/** Clients of other gateways, unmodified, on a model that a real adapter makes, against its stand-in. */
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { falAdapter } from '../../../src/providers/adapters/fal/fal-adapter.js';
import { makeFalStandIn } from '../../../src/providers/adapters/fal/fal-stand-in.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import { cleanUp, type TollgateProcess } from '../support/harness.js';
import { startNodeBefore } from '../support/node-before.js';

const SERVICE_KEY = 'key-of-the-stand-in-0123456789';

let standIn: StandInServer;
let node: TollgateProcess;
let key: string;

beforeAll(async () => {
  standIn = await serveStandIn(makeFalStandIn, {
    nowMs: Date.now,
    key: SERVICE_KEY,
    pendingMs: 20,
    runningMs: 50,
    clip: (lengthMs) => renderClip({ lengthMs, seed: 1 }),
  });
  const { url } = standIn;
  const model = falAdapter.example?.model ?? '';
  ({ node } = await startNodeBefore({ kind: 'fal', url, key: SERVICE_KEY, model }));
  ({ key } = await node.createKey());
});
afterAll(async () => {
  await cleanUp();
  await standIn.close();
});

function isClip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1', 4, 8) === 'ftyp';
}

test('the client of OpenAI submits, polls and downloads', async () => {
  const client = new OpenAI({ baseURL: `${node.url}/v1`, apiKey: key });
  const request = { model: 'clip', prompt: 'a boat', seconds: '4' };
  let video = await client.videos.create(request as unknown as OpenAI.VideoCreateParams);
  while (video.status !== 'completed' && video.status !== 'failed') {
    await node.pause(50);
    video = await client.videos.retrieve(video.id);
  }
  expect(video).toMatchObject({ object: 'video', status: 'completed', model: 'clip', seconds: 4 });
  const content = await client.videos.downloadContent(video.id);
  expect(content.headers.get('content-type')).toBe('video/mp4');
  expect(isClip(new Uint8Array(await content.arrayBuffer()))).toBe(true);
});

/** As https://openrouter.ai/docs/api_reference/videos has it, read in November 2026. */
test('a client of OpenRouter submits, polls its polling_url and downloads', async () => {
  const base = `${node.url}/v1`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const submitted = await fetch(`${base}/videos`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'clip', prompt: 'a boat', duration: 4, aspect_ratio: '16:9' }),
  });
  expect(submitted.status).toBe(202);
  const { id, polling_url, status } = (await submitted.json()) as Record<string, string>;
  expect(status).toBe('pending');
  let job: Record<string, unknown> = {};
  while (!['completed', 'failed', 'cancelled', 'expired'].includes(String(job.status))) {
    await node.pause(50);
    const polled = await fetch(new URL(String(polling_url), base), { headers });
    job = (await polled.json()) as Record<string, unknown>;
  }
  expect(job).toMatchObject({ id, status: 'completed', seconds: 4, cost: 4 });
  const content = await fetch(`${base}/videos/${id}/content?index=0`, { headers });
  expect([content.status, content.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(isClip(new Uint8Array(await content.arrayBuffer()))).toBe(true);
});

test('a client that sends two lengths is told which field is wrong', async () => {
  const answer = await node.submit(key, { model: 'clip', seconds: 4, duration: 8 });
  expect(answer.status).toBe(400);
  expect(answer.json.error).toMatchObject({ code: 'invalid_request', param: 'duration' });
});
