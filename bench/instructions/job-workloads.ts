/** Work that goes to disk: a submit, and a job from its submit to its settlement. */
import { startNode } from './start-node.js';
import { StubExchange } from './stub-exchange.js';
import type { Workload } from './workload.js';

const RPM = 1_000_000;
/** `sim/video` takes two seconds, so some forty jobs are under way at once. */
const BETWEEN_JOBS_MS = 50;
/** After the last submit. */
const UNTIL_SETTLED_MS = 3_000;

export const durableSubmit: Workload = {
  name: 'durable submit',
  summary:
    'POST /v1/videos, alone in its commit: turn, batch, gate, commit, 202; then what the provider says of it',
  warmUps: 4_000,
  operations: 512,
  outcome: '202',
  async prepare() {
    const node = await startNode();
    const exchanges = submits('sim/video-slow', await node.createKey(RPM), this);
    return {
      async run(from, to) {
        const taken = exchanges.slice(from, to);
        for (const exchange of taken) {
          node.take(exchange);
          await node.world.settle();
        }
        return StubExchange.statuses(taken);
      },
    };
  },
};

export const jobLife: Workload = {
  name: 'job life',
  summary: 'a job of the embedded provider from its submit to its settlement, polls included, forty at once',
  warmUps: 2_000,
  operations: 256,
  outcome: 'completed',
  async prepare() {
    const node = await startNode();
    const key = await node.createKey(RPM);
    const exchanges = submits('sim/video', key, this);
    return {
      async run(from, to) {
        const before = await node.jobsOf(key);
        for (const exchange of exchanges.slice(from, to)) {
          node.take(exchange);
          await node.world.advance(BETWEEN_JOBS_MS);
        }
        await node.world.advance(UNTIL_SETTLED_MS);
        const { completed, failed } = await node.jobsOf(key);
        return { completed: completed - before.completed, failed: failed - before.failed };
      },
    };
  },
};

function submits(model: string, key: string, { warmUps, operations }: Workload): readonly StubExchange[] {
  const body = JSON.stringify({
    model,
    prompt: 'A lighthouse in the evening, seen from the sea.',
    seconds: 8,
  });
  return StubExchange.many({ method: 'POST', path: '/v1/videos', key, body }, warmUps + operations);
}
