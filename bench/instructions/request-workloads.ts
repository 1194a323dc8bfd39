/** Requests that the gateway answers at once, through its real pipeline. */
import type { CountedNode } from './counted-node.js';
import { startNode } from './start-node.js';
import { StubExchange, type StubRequest } from './stub-exchange.js';
import type { PreparedWorkload, Workload } from './workload.js';

/** As high as a limit goes. */
const RPM = 1_000_000;
const RPM_OF_FULL_WINDOW = 600;
/** Time passes by a millisecond after so many. */
const REQUESTS_A_MS = 64;
const COUNTS = { warmUps: 20_480, operations: 8_192 };

export const readCredits: Workload = {
  ...COUNTS,
  name: 'read: credits',
  summary: 'GET /v1/credits, answered 200',
  outcome: '200',
  async prepare() {
    const node = await startNode();
    return prepared(node, { method: 'GET', path: '/v1/credits', key: await node.createKey(RPM) });
  },
};

export const readVideo: Workload = {
  ...COUNTS,
  name: 'read: video',
  summary: 'GET /v1/videos/{id} of a completed job, answered 200',
  outcome: '200',
  async prepare() {
    const node = await startNode();
    const key = await node.createKey(RPM);
    return prepared(node, { method: 'GET', path: `/v1/videos/${await node.completedVideo(key)}`, key });
  },
};

export const refusal: Workload = {
  ...COUNTS,
  name: 'read: 429',
  summary: 'GET /v1/credits of a key whose window is full, answered 429',
  outcome: '429',
  async prepare() {
    const node = await startNode();
    const request = { method: 'GET', path: '/v1/credits', key: await node.createKey(RPM_OF_FULL_WINDOW) };
    for (let sent = 0; sent < RPM_OF_FULL_WINDOW; sent++) await node.ask(request);
    return prepared(node, request);
  },
};

async function prepared(node: CountedNode, request: StubRequest): Promise<PreparedWorkload> {
  const exchanges = StubExchange.many(request, COUNTS.warmUps + COUNTS.operations);
  return {
    async run(from, to) {
      for (let at = from; at < to; at++) {
        node.take(exchanges[at] as StubExchange);
        if (at % REQUESTS_A_MS === REQUESTS_A_MS - 1) await node.world.advance(1);
      }
      return StubExchange.statuses(exchanges.slice(from, to));
    },
  };
}
