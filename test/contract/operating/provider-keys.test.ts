/** Keys of providers: where a node reads them, and when. */
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE_MS } from '../support/client.js';
import { cleanUp, freshFolder, runTollgate } from '../support/harness.js';
import { startNodeBefore } from '../support/node-before.js';

afterAll(cleanUp);

/** A service that refuses everything, and the keys that it was sent. */
async function serveRefusals(): Promise<{ readonly url: string; readonly keys: string[] }> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(String(request.headers.authorization));
    response.writeHead(422, { 'content-type': 'application/json' }).end('{"detail":"no"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

test('a reload takes the key that the file holds now, and none if it holds no key', async () => {
  const { url, keys } = await serveRefusals();
  const { node, keyFile } = await startNodeBefore({
    kind: 'fal',
    url,
    key: 'first-key',
    model: 'fal-ai/veo3/fast',
  });
  const { key } = await node.createKey();
  const submit = async () => {
    const before = keys.length;
    await node.submit(key, { model: 'clip', seconds: 4 });
    await vi.waitUntil(() => keys.length > before, { timeout: PATIENCE_MS });
    return keys.at(-1);
  };
  expect(await submit()).toBe('Key first-key');
  await writeFile(keyFile, 'second-key\n');
  await node.reload();
  expect(await submit()).toBe('Key second-key');
  await rm(keyFile);
  const refused = await node.reload();
  expect(refused.why).toMatch(/^providers\.served: the key-file \S+service\.key cannot be read \(ENOENT\)$/);
  expect(await submit()).toBe('Key second-key');
  await node.stop();
});

test('a missing key is one line that names it, with exit status 2, before anything is made', async () => {
  const folder = await freshFolder();
  const config = join(folder, 'tollgate.yaml');
  await writeFile(config, 'providers:\n  fal: { kind: fal, key-env: NO_SUCH_KEY }\n');
  for (const command of ['check', 'serve']) {
    const { code, stderr } = await runTollgate([command, '--config', config, '--data', join(folder, 'data')]);
    expect([code, stderr]).toEqual([
      2,
      'tollgate: providers.fal: the environment variable NO_SUCH_KEY is not set\n',
    ]);
  }
  await writeFile(config, 'providers:\n  fal: { kind: fal, key: sk-planted }\n');
  const { code, stderr } = await runTollgate(['check', '--config', config]);
  expect([code, stderr]).toEqual([
    2,
    `tollgate: ${config}:2: providers.fal.key is not a setting that exists\n`,
  ]);
});
