/** How long jobs of the simulated models take, and what polls see of them meanwhile, in virtual time. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../contract/support/client.js';
import { SocketlessGateway } from './socketless-gateway.js';

let gateway: SocketlessGateway;
let key: string;

beforeAll(async () => {
  gateway = await SocketlessGateway.start();
  key = (await gateway.createKey({ credits: 100_000 })).key;
});

interface Seen {
  /** Since the submit. */
  readonly atMs: number;
  readonly job: Answer['json'];
}

/** Submits a job, polls until it is settled, and returns all that was seen. */
async function watch(fields: Record<string, unknown>, everyMs: number): Promise<readonly Seen[]> {
  const submitted = await gateway.submit(key, fields);
  const seen: Seen[] = [];
  for (;;) {
    const answer = await gateway.call('GET', `/v1/videos/${submitted.json.id}`, { key });
    seen.push({ atMs: Number(answer.wallMs) - Number(submitted.wallMs), job: answer.json });
    if (['completed', 'failed'].includes(answer.json.status)) return seen;
    await gateway.pause(everyMs);
  }
}

describe('a job', () => {
  it('of sim/video begins within a second and is done within three, with rising progress', async () => {
    const seen = await watch({ model: 'sim/video', seconds: 4 }, 40);
    const order = seen.map(({ job }) => job.status).filter((status, at, all) => status !== all[at - 1]);
    expect(order).toEqual(['pending', 'in_progress', 'completed']);
    const begunMs = seen.find(({ job }) => job.status === 'in_progress')?.atMs;
    expect(begunMs).toBeGreaterThan(250);
    expect(begunMs).toBeLessThan(1_000);
    const doneMs = seen.at(-1)?.atMs;
    expect(doneMs).toBeGreaterThan(1_500);
    expect(doneMs).toBeLessThan(3_000);
    const progress = seen.map(({ job }) => job.progress).filter((each) => each !== undefined);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(new Set(progress).size).toBeGreaterThanOrEqual(3);
  });

  it('of sim/video-instant is done within a tenth of a second', async () => {
    expect((await watch({}, 3)).at(-1)?.atMs).toBeLessThan(100);
  });

  it('of sim/video-flaky is done within fifteen seconds', async () => {
    for (let job = 0; job < 20; job++) {
      expect((await watch({ model: 'sim/video-flaky' }, 100)).at(-1)?.atMs).toBeLessThan(15_000);
    }
  });
});
