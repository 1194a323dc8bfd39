import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ForbiddenFileError } from '../../../src/outward/outward.js';
import { BusyError, type ProviderState } from '../../../src/providers/provider.js';
import { repetitions, someOf } from '../../test-set.js';
import { FAULTS, GARBAGE } from './faults.js';
import { KINDS, type KindUnderTest } from './kinds.js';
import { KEY, ProviderStage, patient, type StageOptions } from './provider-stage.js';

/** A job is surely over in the stand-in's time. */
const TO_ITS_END_MS = 10_000;
/** Longer than any answer of a stand-in to a submit or a poll, its head included. */
const ANSWER_BYTES_MAX = 1_500;
const EVERY_BYTE = Array.from({ length: ANSWER_BYTES_MAX }, (_, bytes) => bytes);
/** One in so many bytes is tried outside of the long set. */
const OUT_OF = 197;
/** Of garbage of each form. */
const SEEDS = Array.from({ length: repetitions(4, 24) }, (_, seed) => seed);
/** As `someOf`, so that each case meets one adapter at least: the next adapter has the next of them. */
function shareOf<Case>(cases: readonly Case[], kind: KindUnderTest): readonly Case[] {
  return someOf(cases, KINDS.length, KINDS.indexOf(kind));
}

describe.each(KINDS)('the adapter of $kind', (kind) => {
  const faults = shareOf(FAULTS, kind);
  const stages: ProviderStage[] = [];
  const start = async (options?: StageOptions): Promise<ProviderStage> => {
    const stage = await ProviderStage.start(kind, options);
    stages.push(stage);
    return stage;
  };
  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });

  describe('and a sound service', () => {
    it('take a job from its submit to its clip', async () => {
      const stage = await start();
      const job = await stage.begin('a boat');
      expect(['pending', 'in_progress']).toContain((await stage.poll(job)).state);
      stage.pass(1_500);
      expect(await stage.poll(job)).toMatchObject({ state: 'in_progress' });
      stage.pass(TO_ITS_END_MS);
      const clip = await fileOf(stage, await stage.poll(job));
      expect(clip).toMatchObject({ contentType: 'video/mp4', isClip: true });
      expect(stage.begun).toBe(1);
    });

    it('ask for the length that the gateway has sold', async () => {
      const stage = await start();
      const job = await stage.begin('a boat', { duration: 60, seconds: 60, num_frames: 9_999, n: 4 });
      stage.pass(TO_ITS_END_MS);
      const { bytes } = await fileOf(stage, await stage.poll(job));
      expect(bytes).toBe(await clipBytes(kind));
    });

    it.runIf(kind.judgesContent)('end a job for its prompt', async () => {
      const stage = await start();
      const answer = await stage.submit('a boat [rejects]');
      if (answer.outcome !== 'accepted') {
        expect(answer).toMatchObject({ outcome: 'rejected', slug: 'content_rejected' });
        return;
      }
      // Some services look at a prompt only when its job runs.
      stage.pass(TO_ITS_END_MS);
      const { model } = kind;
      const state = await stage.poll({ jobId: 'video_1', model, handle: answer.handle });
      expect(state).toMatchObject({ state: 'failed', slug: 'content_rejected' });
    });

    it('end a job that fails', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [fails]');
      stage.pass(TO_ITS_END_MS);
      expect(await stage.poll(job)).toMatchObject({
        state: 'failed',
        slug: expect.stringMatching(/^provider_/),
      });
    });

    it.runIf(kind.judgesContent)('end a job that fails for its content', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [fails_for_content]');
      stage.pass(TO_ITS_END_MS);
      expect(await stage.poll(job)).toMatchObject({ state: 'failed', slug: 'content_rejected' });
    });

    it('keep a job that never ends under way', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [never_ends]');
      stage.pass(TO_ITS_END_MS);
      expect(await stage.poll(job)).toMatchObject({ state: 'in_progress' });
    });

    it('do not open a result that is gone', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [dead_link]');
      stage.pass(TO_ITS_END_MS);
      const made = expectMade(await stage.poll(job));
      expect(await stage.provider.content(made.location, patient().signal)).toBeUndefined();
    });

    it('do not call a private address for a result', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [private_link]');
      stage.pass(TO_ITS_END_MS);
      const made = await stage.poll(job);
      // Some services name no address: their results lie where the service is.
      if (!/https:/.test(JSON.stringify(made))) return;
      const opened = stage.provider.content(expectMade(made).location, patient().signal);
      await expect(opened).rejects.toThrow(ForbiddenFileError);
    });

    it('answer a probe', async () => {
      const stage = await start();
      await expect(stage.provider.probe?.(patient()) ?? 'no probe').resolves.toEqual(expect.any(String));
      expect(stage.begun).toBe(0);
    });

    it('give a job up, once or twice', async () => {
      const stage = await start();
      const { provider } = stage;
      if (provider.cancel === undefined) return;
      const job = await stage.begin('a boat [never_ends]');
      await provider.cancel(job, patient());
      await provider.cancel(job, patient());
      const state = await stage.poll(job).catch(() => 'gone' as const);
      expect(state === 'gone' || state.state === 'failed').toBe(true);
    });
  });

  describe('and a service that makes no sense', () => {
    it('take a state that nobody knows for no answer, never for a failure', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [unknown_state]');
      stage.pass(TO_ITS_END_MS);
      await expect(stage.poll(job)).rejects.toThrow();
      expect(stage.takeDeviations()).not.toEqual([]);
    });

    it('refuse a job for a wrong key, and do not show the key', async () => {
      const key = 'wrong-key-0123456789abcdef';
      const stage = await start({ key });
      const answer = await stage.submit('a boat');
      expect(answer).toMatchObject({ outcome: 'rejected', slug: 'provider_rejected' });
      expect(JSON.stringify(answer)).not.toContain(key);
      await expect(stage.provider.probe?.(patient()) ?? Promise.reject(new Error('none'))).rejects.toThrow();
    });
  });

  describe('meets a submit', () => {
    it.each(faults)('answered with $name', async ({ fault, takesEffect, submit, askAgainAfterMs }) => {
      const stage = await start();
      stage.plan(once(fault));
      const outcome = await outcomeOf(stage.submit('a boat'));
      expect(submit.split(' or ')).toContain(outcome.outcome);
      expect(stage.begun).toBe(takesEffect ? 1 : 0);
      if (askAgainAfterMs !== undefined) expect(outcome).toMatchObject({ askAgainAfterMs });
    });

    it.each(GARBAGE)('answered with garbage: $form', async ({ faultOf }) => {
      const stage = await start();
      for (const seed of SEEDS) {
        const before = stage.begun;
        stage.plan(once(faultOf(seed, KEY)));
        const outcome = await outcomeOf(stage.submit('a boat'));
        expect(['accepted', 'unknown']).toContain(outcome.outcome);
        expect(stage.begun).toBe(before + 1);
        expect(JSON.stringify([outcome, String(Object(outcome).error)])).not.toContain(KEY);
      }
    });

    it('refused at its port', async () => {
      const stage = await start({ url: await deadUrl() });
      expect(await stage.submit('a boat')).toMatchObject({ outcome: 'not_now' });
    });

    it('that nobody waits for any more', async () => {
      const stage = await start();
      stage.plan(() => ({ kind: 'late', ms: 5_000 }));
      const { model, lengthMs } = kind;
      const request = { jobId: 'video_1', model, prompt: 'a boat', lengthMs, extra: {} };
      await expect(stage.provider.submit(request, patient(50))).rejects.toThrow();
    });

    it('cut off at any byte of the answer', async () => {
      const stage = await start();
      for (const bytes of someOf(EVERY_BYTE, OUT_OF)) {
        const before = stage.begun;
        stage.plan(once({ kind: 'reset_after', bytes }));
        const { outcome } = await outcomeOf(stage.submit('a boat'));
        expect(['accepted', 'unknown']).toContain(outcome);
        expect(stage.begun).toBe(before + 1);
        // It has arrived whole before the reset.
        if (outcome === 'accepted') break;
      }
    });

    it('cut off at any byte of the request', async () => {
      const listener = await resettingListener();
      const stage = await start({ url: listener.url });
      for (const bytes of someOf(EVERY_BYTE.slice(0, 700), OUT_OF)) {
        listener.resetAfter(bytes);
        const { outcome } = await outcomeOf(stage.submit('a boat'));
        // Of a connection that is reset at once it may be known that nothing was sent over it.
        expect(bytes === 0 ? ['unknown', 'not_now'] : ['unknown']).toContain(outcome);
      }
      await listener.close();
    });
  });

  describe('meets a poll', () => {
    it.each(faults)('answered with $name', async ({ name, fault, askAgainAfterMs }) => {
      const stage = await start();
      const job = await stage.begin('a boat [never_ends]');
      stage.pass(TO_ITS_END_MS);
      stage.plan(once(fault));
      const polled: unknown = await stage.poll(job).catch((error) => error);
      if (!(polled instanceof Error)) expect(polled).toMatchObject({ state: 'in_progress' });
      expect(polled instanceof BusyError).toBe(/^(429|503)/.test(name));
      if (askAgainAfterMs !== undefined) expect(polled).toMatchObject({ askAgainAfterMs });
      expect(await stage.poll(job)).toMatchObject({ state: 'in_progress' });
    });

    it.each(faults)('of a completed job answered with $name', async ({ fault }) => {
      const stage = await start();
      const job = await stage.begin('a boat');
      stage.pass(TO_ITS_END_MS);
      // Some services are asked more than once for a result: each of these requests has its fault.
      for (let sound = 0; sound < 3; sound++) {
        stage.plan(once(fault, sound));
        const polled: unknown = await stage.poll(job).catch((error) => error);
        if (!(polled instanceof Error)) expect(polled).toMatchObject({ state: 'made' });
      }
      stage.plan();
      expect(await stage.poll(job)).toMatchObject({ state: 'made' });
    });

    it.each(GARBAGE)('answered with garbage: $form', async ({ faultOf }) => {
      const stage = await start();
      const ends = { 'a boat': 'made', 'a boat [never_ends]': 'in_progress', 'a boat [fails]': 'failed' };
      for (const [prompt, end] of Object.entries(ends)) {
        stage.plan();
        const job = await stage.begin(prompt);
        stage.pass(TO_ITS_END_MS);
        for (const seed of SEEDS) {
          // Some services are asked more than once: one of these requests has its fault.
          stage.plan(once(faultOf(seed, KEY), seed % 3));
          const polled: unknown = await stage.poll(job).catch((error) => error);
          // Of a job that is over, garbage may say that it is not.
          if (!(polled instanceof Error) && !isWithoutFile(polled))
            expect([end, 'in_progress', 'pending']).toContain(Object(polled).state);
          expect(JSON.stringify([polled, String(polled)])).not.toContain(KEY);
        }
      }
    });

    it('cut off at any byte of the answer', async () => {
      const stage = await start();
      const job = await stage.begin('a boat [never_ends]');
      stage.pass(TO_ITS_END_MS);
      for (const bytes of someOf(EVERY_BYTE, OUT_OF)) {
        stage.plan(once({ kind: 'reset_after', bytes }));
        const polled: unknown = await stage.poll(job).catch((error) => error);
        if (polled instanceof Error) continue;
        expect(polled).toMatchObject({ state: 'in_progress' });
        break;
      }
    });
  });

  describe('given fields of the request', () => {
    const request = { model: kind.model, prompt: 'a boat', lengthMs: kind.lengthMs };
    const misfitOf = ({ provider }: ProviderStage, extra: Readonly<Record<string, unknown>>) =>
      provider.misfitOf?.({ ...request, extra });

    it.each([
      ['image', 'http://example.com/a.png'],
      ['image', 'data:text/html;base64,AAAA'],
      ['image', 7],
      ['aspect_ratio', 'wide'],
      ['resolution', 'huge'],
      ['seed', -1],
      ['seed', 1.5],
      ['negative_prompt', {}],
    ])('names %s if it is %j', async (param, value) => {
      const stage = await start();
      expect(misfitOf(stage, { [param]: value })).toMatchObject({ param });
      const answer = await stage.submit('a boat', { [param]: value });
      expect(answer).toMatchObject({ outcome: 'rejected', slug: 'invalid_input' });
      expect(stage.begun).toBe(0);
    });

    it('has none against a request without any', async () => {
      const stage = await start();
      expect(misfitOf(stage, {})).toBeUndefined();
      expect(misfitOf(stage, { image: null, seed: null, something: 'else' })).toBeUndefined();
    });
  });
});

describe('a stand-in', () => {
  it.each(KINDS)('of $kind is described by its service', async (kind) => {
    const { Description } = await import('./description.js');
    const { source, read } = new Description(kind.kind);
    expect(source).toMatch(/\S/);
    expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});

function once(fault: ReturnType<Parameters<ProviderStage['plan']>[0] & object>, after = 0) {
  let requests = 0;
  return () => (requests++ === after ? fault : undefined);
}

async function outcomeOf(submit: ReturnType<ProviderStage['submit']>) {
  try {
    return await submit;
  } catch (error) {
    return { outcome: 'unknown' as const, error };
  }
}

/** No service says of a job that it failed for that, but one whose workflow may save no file. */
function isWithoutFile(polled: unknown): boolean {
  return Object(polled).state === 'failed' && Object(polled).slug === 'result_unavailable';
}

function expectMade(state: ProviderState): ProviderState & { readonly state: 'made' } {
  if (state.state !== 'made') throw new Error(`not made: ${JSON.stringify(state)}`);
  return state;
}

async function fileOf(stage: ProviderStage, state: ProviderState) {
  const file = await stage.provider.content(expectMade(state).location, patient().signal);
  if (file === undefined) throw new Error('the result is gone');
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, undefined)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return {
    contentType: file.contentType,
    isClip: bytes.subarray(4, 8).toString('latin1') === 'ftyp',
    bytes: bytes.length,
  };
}

async function clipBytes({ lengthMs }: KindUnderTest): Promise<number> {
  const { renderClip } = await import('../../../src/providers/adapters/simulated/clip.js');
  return renderClip({ lengthMs, seed: 1 }).length;
}

/** A port on which nobody listens. */
async function deadUrl(): Promise<string> {
  const listener = await resettingListener();
  await listener.close();
  return listener.url;
}

/** Reads so many bytes of a request, at most all of it, and resets the connection. */
async function resettingListener() {
  let bytesMax = 0;
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    if (bytesMax === 0) socket.resetAndDestroy();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const [, head = '', length] = /^(.*?content-length: (\d+).*?\r\n\r\n)/is.exec(text) ?? [];
      if (text.length >= Math.min(bytesMax, length ? head.length + Number(length) : bytesMax)) {
        socket.resetAndDestroy();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    resetAfter: (bytes: number) => {
      bytesMax = bytes;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
