/** A model with several routes: what its client, its operator and the activity see. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, freshFolder, startTollgate } from '../support/harness.js';

afterAll(cleanUp);

/** A port of this machine at which nobody listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}

test('a job whose first provider is not there is made by the next one, for the same price', async () => {
  const file = join(await freshFolder(), 'tollgate.yaml');
  await writeFile(
    file,
    `providers:
  simulated: { kind: simulated }
  upstream: { kind: openai-videos, url: "http://127.0.0.1:${await deadPort()}/v1" }
models:
  clip:
    price-per-second: 3
    seconds: { allowed: [4, 8], default: 8 }
    routes:
      - { provider: upstream, model: big }
      - { provider: simulated, model: sim/video-instant }
`,
  );
  const node = await startTollgate({ args: ['--config', file] });
  const { key } = await node.createKey({ credits: 100 });
  const models = await node.call('GET', '/v1/models', { key });
  const clip = (models.json.data as { id: string }[]).find(({ id }) => id === 'clip');
  expect(clip).toMatchObject({
    provider: 'upstream',
    price_per_second: 3,
    seconds: { min: 4, max: 8, default: 8, allowed: [4, 8] },
  });
  const refused = await node.submit(key, { model: 'clip', seconds: 6 });
  expect([refused.status, refused.json.error.param]).toEqual([400, 'seconds']);
  const job = await node.submit(key, { model: 'clip', seconds: 4 });
  expect(job.status).toBe(202);
  const settled = await node.settled(key, job.json.id);
  expect(settled.json).toMatchObject({ status: 'completed', model: 'clip', output_seconds: 4, cost: 12 });
  const { json } = await node.call('GET', '/v1/activity', { key });
  expect(json.data).toMatchObject([{ model: 'clip', provider: 'simulated', completed: 1, cost: 12 }]);
  await node.stop();
});
