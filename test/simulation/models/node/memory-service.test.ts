import { expect, it } from 'vitest';
import { memoryService } from '../../../../simulation/models/node/services/memory-service.js';
import { Random } from '../../../../simulation/world/random.js';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';

function serviceIn(world: VirtualWorld, isGarbage: boolean, pauseMs: number) {
  return memoryService({
    ...{ world, url: 'http://comfy.example', secretHeaders: {}, key: 'k', random: new Random(1) },
    standIn: {
      answer: () => ({ status: 200, body: { p: { outputs: {} }, at: world.steadyMs() } }),
      begun: new Map(),
    },
    nextFault: () => undefined,
    isGarbageNext: () => isGarbage,
    nextWord: () => undefined,
    nextPauseMs: () => pauseMs,
    said: () => {},
    acted: () => {},
  });
}

const REQUEST = { method: 'GET', path: '/history/p' } as const;

it('a slow answer tells what was so when it was asked for', async () => {
  const world = new VirtualWorld({ seed: 1 });
  const askedAt = world.steadyMs();
  let told: unknown;
  void serviceIn(world, false, 500)
    .call(REQUEST, new AbortController().signal)
    .then(({ body }) => {
      told = body;
    });
  await world.advance(519);
  expect(told).toBeUndefined();
  await world.advance(1);
  expect(told).toMatchObject({ at: askedAt });
});

it('no garbage is an empty history, by which ComfyUI says that it does not know a prompt', async () => {
  const world = new VirtualWorld({ seed: 1 });
  const service = serviceIn(world, true, 0);
  const bodies: unknown[] = [];
  for (let n = 0; n < 300; n++) {
    const call = service.call(REQUEST, new AbortController().signal);
    await Promise.all([world.advance(20), call.then(({ body }) => bodies.push(body)).catch(() => {})]);
  }
  expect(bodies).toContainEqual({ unexpected: true });
  expect(bodies).not.toContainEqual({});
});
