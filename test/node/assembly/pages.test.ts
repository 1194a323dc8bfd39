import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { publicPages } from '../../../src/node/assembly/pages.js';
import { GatewayStage } from '../../http/pipeline/gateway-stage.js';

describe('a link to a result', () => {
  it('whose provider takes the call and never answers is answered as the API words it', async () => {
    const world = new VirtualWorld();
    let signal: AbortSignal | undefined;
    const pages = publicPages({
      operations: [],
      whyNotReady: () => undefined,
      metrics: () => Promise.resolve(''),
      mayReadMetrics: () => false,
      openResult: (_, until) => {
        signal = until;
        return new Promise(() => {});
      },
    });
    const answer = new GatewayStage({ world, operations: [], publicPages: pages }).send({
      path: '/results/clip',
    });
    await world.advance(2_000);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '5' });
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'provider_unavailable' },
      retry_after: 5,
    });
    expect(signal?.aborted).toBe(true);
  });
});
