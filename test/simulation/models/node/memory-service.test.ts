import { expect, it } from 'vitest';
import { memoryService } from '../../../../simulation/models/node/services/memory-service.js';
import { Random } from '../../../../simulation/world/random.js';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';

it('no garbage is an empty history, by which ComfyUI says that it does not know a prompt', async () => {
  const world = new VirtualWorld({ seed: 1 });
  const service = memoryService({
    ...{ world, url: 'http://comfy.example', secretHeaders: {}, key: 'k', random: new Random(1) },
    standIn: { answer: () => ({ status: 200, body: { p: { outputs: {} } } }), begun: new Map() },
    nextFault: () => undefined,
    isGarbageNext: () => true,
    nextWord: () => undefined,
    said: () => {},
    acted: () => {},
  });
  const bodies: unknown[] = [];
  for (let n = 0; n < 300; n++) {
    const request = { method: 'GET', path: '/history/p' } as const;
    const call = service.call(request, new AbortController().signal);
    await Promise.all([world.advance(20), call.then(({ body }) => bodies.push(body)).catch(() => {})]);
  }
  expect(bodies).toContainEqual({ unexpected: true });
  expect(bodies).not.toContainEqual({});
});
