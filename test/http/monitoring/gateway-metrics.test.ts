import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { RouteMetrics } from '../../../src/http/monitoring/gateway-metrics.js';
import type { Gateway } from '../../../src/http/pipeline/gateway.js';
import { GatewayStage, operation } from '../pipeline/gateway-stage.js';

/** Every look at the stopwatch takes it on by a part of a millisecond, as work does. */
class WorkingWorld extends VirtualWorld {
  looks = 0;

  override stopwatchMs(): number {
    this.looks += 1;
    return super.stopwatchMs() + this.looks * 0.02;
  }
}

async function stageWith(rpm = 1_000_000) {
  const world = new WorkingWorld();
  let finish: (() => void) | undefined;
  const slow = operation({
    path: '/v1/slow',
    handle: () =>
      new Promise((resolve) => {
        finish = () => resolve({ kind: 'json', status: 200, body: '{}' });
      }),
  });
  const stage = new GatewayStage({ world, operations: [operation({}), slow] });
  const made = Promise.all([stage.managementKey(), stage.apiKey({ rpm })]);
  await world.advance(1_000);
  const [management, { text: key }] = await made;
  return { world, stage, key, management, finish: () => finish?.() };
}

function metricsOf({ metrics }: Gateway, path: string): RouteMetrics {
  const found = metrics.routes.find((route) => route.path === path);
  if (found === undefined) throw new Error(`no route ${path}`);
  return found;
}

describe('how long answers took', () => {
  it('is told by one in a millisecond of those given at once, which stands for those since the one before', async () => {
    const { world, stage, key } = await stageWith();
    const countAfter = (requests: number) => {
      for (let n = 0; n < requests; n++) stage.send({ key });
      return metricsOf(stage.gateway, '/v1/things').durations.get(2)?.count;
    };
    expect(countAfter(10)).toBe(1);
    expect(countAfter(5)).toBe(1);
    await world.advance(1);
    expect(countAfter(1)).toBe(16);
    await world.advance(1);
    expect(countAfter(3)).toBe(17);
  });

  it('costs no look at the stopwatch where the millisecond has its timed answer already', async () => {
    const { world, stage, key } = await stageWith();
    stage.send({ key });
    const { looks } = world;
    for (let n = 0; n < 100; n++) stage.send({ key });
    expect(world.looks).toBe(looks);
  });

  it('stands for answers of its own class alone', async () => {
    const { world, stage, key } = await stageWith(5);
    for (let n = 0; n < 20; n++) stage.send({ key });
    await world.advance(1);
    stage.send({ key });
    const { byStatus, durations } = metricsOf(stage.gateway, '/v1/things');
    expect([byStatus.get(200), byStatus.get(429)]).toEqual([5, 16]);
    expect([durations.get(2)?.count, durations.get(4)?.count]).toEqual([1, 16]);
  });

  it('is timed of every answer that is given later, to its end', async () => {
    const { world, stage, key, finish } = await stageWith();
    for (const tookMs of [40, 700]) {
      stage.send({ key, path: '/v1/slow' });
      await world.advance(tookMs);
      finish();
      await world.settle();
    }
    const { count, sumMs } = metricsOf(stage.gateway, '/v1/slow').durations.get(2) ?? { count: 0, sumMs: 0 };
    expect(count).toBe(2);
    expect(Math.round(sumMs)).toBe(740);
  });

  it('is told of no request whose client went away', async () => {
    const { stage, key } = await stageWith();
    stage.send({ key, path: '/v1/slow' }).goAway();
    expect([...metricsOf(stage.gateway, '/v1/slow').durations]).toEqual([]);
    expect(stage.gateway.metrics.gone).toBe(1);
  });
});

it('the verdicts of windows are counted by whose window it was', async () => {
  const { stage, key, management } = await stageWith(3);
  for (let n = 0; n < 5; n++) stage.send({ key });
  for (let n = 0; n < 2; n++) stage.send({ key: management });
  for (let n = 0; n < 70; n++) stage.send({});
  stage.send({ fields: [['host', 'not a host']] });
  const { metrics } = stage.gateway;
  expect(metrics.verdictsOf('api_key')).toEqual({ admitted: 3, refused: 2 });
  expect(metrics.verdictsOf('management_key')).toEqual({ admitted: 2, refused: 0 });
  expect(metrics.verdictsOf('address')).toEqual({ admitted: 60, refused: 11 });
});
