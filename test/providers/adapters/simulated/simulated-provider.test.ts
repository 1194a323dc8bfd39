import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import type { RemoteFile } from '../../../../src/outward/outward.js';
import { renderClip } from '../../../../src/providers/adapters/simulated/clip.js';
import { createSimulatedProvider } from '../../../../src/providers/adapters/simulated/simulated-provider.js';
import type { Provider, ProviderState, SubmitAnswer } from '../../../../src/providers/provider.js';
import { request } from '../../scripted-provider.js';

const SECRET = new Uint8Array(32).fill(7);
const call = new AbortController();

function simulated(world = new VirtualWorld(), secret = SECRET) {
  return { world, provider: createSimulatedProvider({ world, secret }) };
}

async function acceptedBy(provider: Provider, jobId: string, model: string, lengthMs = 5_000) {
  const answer: SubmitAnswer = await provider.submit({ ...request(jobId, model), lengthMs }, call);
  if (answer.outcome !== 'accepted') throw new Error(`not accepted: ${answer.outcome}`);
  return { job: { jobId, model, handle: answer.handle }, state: answer.state };
}

function locationOf(state: ProviderState): string {
  if (state.state !== 'completed') throw new Error(`not completed: ${state.state}`);
  return state.location;
}

async function bytesOf(content: RemoteFile | undefined, from = 0, to = content?.size ?? 0): Promise<Buffer> {
  if (content === undefined) throw new Error('no content');
  const parts: Uint8Array[] = [];
  for await (const part of content.read(from, to)) parts.push(part);
  return Buffer.concat(parts);
}

describe('the simulated provider', () => {
  it('offers its models at half a DA a second, one to sixty seconds, five by default', () => {
    const { provider } = simulated();
    expect(provider).toMatchObject({ name: 'simulated', lostAnswer: { kind: 'idempotent' } });
    expect(provider.models.map(({ id }) => id)).toEqual([
      'sim/video',
      'sim/video-instant',
      'sim/video-slow',
      'sim/video-half',
      'sim/video-reject',
      'sim/video-flaky',
    ]);
    for (const offer of provider.models) {
      expect(offer).toMatchObject({
        provider: 'simulated',
        pricePerSecondMicroDa: 500_000,
        lengthMinMs: 1_000,
        lengthMaxMs: 60_000,
        lengthDefaultMs: 5_000,
        deadlineAfterMs: 1_800_000,
      });
    }
  });

  it('has sim/video half a second pending, then in progress with rising progress, then completed', async () => {
    const { world, provider } = simulated();
    const { job, state } = await acceptedBy(provider, 'job', 'sim/video');
    expect(state).toEqual({ state: 'pending', askAgainAfterMs: 500 });
    await world.advance(499);
    expect(await provider.poll(job, call)).toEqual({ state: 'pending', askAgainAfterMs: 1 });
    await world.advance(1);
    expect(await provider.poll(job, call)).toEqual({
      state: 'in_progress',
      progress: 0,
      askAgainAfterMs: 500,
    });
    await world.advance(1_200);
    expect(await provider.poll(job, call)).toEqual({
      state: 'in_progress',
      progress: 80,
      askAgainAfterMs: 300,
    });
    await world.advance(300);
    expect(await provider.poll(job, call)).toMatchObject({ state: 'completed', outputMs: 5_000 });
  });

  it('has sim/video-instant completed, sim/video-half completed with half, sim/video-reject rejected in the submit', async () => {
    const { provider } = simulated();
    const instant = await acceptedBy(provider, 'a', 'sim/video-instant');
    expect(instant.state).toMatchObject({ state: 'completed', outputMs: 5_000 });
    const half = await acceptedBy(provider, 'b', 'sim/video-half', 1_001);
    expect(half.state).toMatchObject({ state: 'completed', outputMs: 500 });
    expect(await provider.submit(request('c', 'sim/video-reject'), call)).toMatchObject({
      outcome: 'rejected',
      slug: 'content_rejected',
    });
    expect(await provider.submit(request('d', 'sim/none'), call)).toMatchObject({
      outcome: 'rejected',
      slug: 'invalid_input',
    });
  });

  it('has sim/video-slow ten minutes in progress', async () => {
    const { world, provider } = simulated();
    const { job, state } = await acceptedBy(provider, 'job', 'sim/video-slow');
    expect(state).toMatchObject({ state: 'in_progress', progress: 0 });
    await world.advance(599_999);
    expect(await provider.poll(job, call)).toEqual({
      state: 'in_progress',
      progress: 99,
      askAgainAfterMs: 1,
    });
    await world.advance(1);
    expect(await provider.poll(job, call)).toMatchObject({ state: 'completed' });
  });

  it('knows after a restart what it accepted before, and makes the same job of a repeated submit', async () => {
    const before = simulated();
    const { job } = await acceptedBy(before.provider, 'job', 'sim/video');
    await before.world.advance(2_000);
    const location = locationOf(await before.provider.poll(job, call));
    const afterwards = simulated(before.world);
    expect(locationOf(await afterwards.provider.poll(job, call))).toBe(location);
    const again = await acceptedBy(afterwards.provider, 'job', 'sim/video');
    await before.world.advance(2_000);
    expect(locationOf(await afterwards.provider.poll(again.job, call))).toBe(location);
  });

  it('knows no handle that was given for another job, for another model, by another secret, or made up', async () => {
    const { world, provider } = simulated();
    const { job } = await acceptedBy(provider, 'job', 'sim/video');
    const altered = job.handle.replace(/^[^.]+/, '0');
    for (const asked of [
      { ...job, jobId: 'other' },
      { ...job, model: 'sim/video-slow' },
      { ...job, handle: altered },
      { ...job, handle: '' },
      { ...job, handle: 'x'.repeat(900) },
    ]) {
      await expect(provider.poll(asked, call)).rejects.toThrow('no such job');
    }
    const stranger = simulated(world, new Uint8Array(32).fill(8));
    await expect(stranger.provider.poll(job, call)).rejects.toThrow('no such job');
  });

  it('knows jobs by the seal that an older Tollgate gave them', async () => {
    const { world, provider } = simulated();
    const { job } = await acceptedBy(provider, 'job', 'sim/video');
    const facts = job.handle.split('.').slice(0, 2).join('.');
    const seal = createHmac('sha256', SECRET)
      .update('tollgate simulated handle\0')
      .update(JSON.stringify([facts, 'job', 'sim/video']))
      .digest('base64url');
    const sealed = { ...job, handle: `${facts}.${seal.slice(0, 24)}` };
    expect(await provider.poll(sealed, call)).toEqual(await provider.poll(job, call));
    await expect(provider.poll({ ...sealed, jobId: 'other' }, call)).rejects.toThrow('no such job');
    const stranger = simulated(world, new Uint8Array(32).fill(8));
    await expect(stranger.provider.poll(sealed, call)).rejects.toThrow('no such job');
  });

  it('opens its links and no others', async () => {
    const { provider } = simulated();
    const { state } = await acceptedBy(provider, 'job', 'sim/video-instant', 2_345);
    const location = locationOf(state);
    expect(location).toMatch(/^\/results\/[\w-]{56}\.mp4$/);
    const content = await provider.content(location, call.signal);
    expect(content).toMatchObject({ contentType: 'video/mp4' });
    expect((await bytesOf(content)).length).toBe(content?.size);
    const token = location.slice('/results/'.length, -'.mp4'.length);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const forged = `/results/${token.slice(0, at)}${other}${token.slice(at + 1)}.mp4`;
      expect(await provider.content(forged, call.signal)).toBeUndefined();
    }
    for (const path of [
      '',
      '/results/',
      `/results/${token}.webm`,
      `/x${location}`,
      `${location}\n`,
      `${location}?a`,
    ]) {
      expect(await provider.content(path, call.signal)).toBeUndefined();
    }
  });

  it.each([
    ['sim/video-instant', 60_001],
    ['sim/video-half', 1],
  ])('has %s refuse a length of %i ms, of which it could render no clip', async (model, lengthMs) => {
    const answer = await simulated().provider.submit({ ...request('job', model), lengthMs }, call);
    expect(answer).toMatchObject({ outcome: 'rejected', slug: 'invalid_input' });
  });

  it('gives jobs links of their own', async () => {
    const { provider } = simulated();
    const links = new Set<string>();
    for (let n = 0; n < 200; n++)
      links.add(locationOf((await acceptedBy(provider, `j${n}`, 'sim/video-half')).state));
    expect(links.size).toBe(200);
  });

  it('reads any range of a result as the same bytes', async () => {
    const { provider } = simulated();
    const { state } = await acceptedBy(provider, 'job', 'sim/video-instant', 60_000);
    const content = await provider.content(locationOf(state), call.signal);
    const whole = await bytesOf(content);
    const size = content?.size ?? 0;
    for (const [from, to] of [
      [0, 1],
      [size - 1, size],
      [100, 40_000],
      [0, 0],
      [7, size],
    ] as const) {
      expect(Buffer.compare(await bytesOf(content, from, to), whole.subarray(from, to))).toBe(0);
    }
    const scenes = Array.from({ length: 6 }, (_, seed) =>
      Buffer.from(renderClip({ lengthMs: 60_000, seed })),
    );
    expect(scenes.some((scene) => scene.equals(whole))).toBe(true);
  });

  it('refuses a secret of another length', () => {
    expect(() => simulated(new VirtualWorld(), new Uint8Array(31))).toThrow(RangeError);
  });
});
