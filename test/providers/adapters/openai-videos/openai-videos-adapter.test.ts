import { describe, expect, it } from 'vitest';
import { openaiVideosAdapter } from '../../../../src/providers/adapters/openai-videos/openai-videos-adapter.js';
import { CALL, stageOf, submitOf } from '../stand-in-service.js';

const JOB = { jobId: 'video_1', model: 'a-model', handle: 'upstream_1' };

async function formOf(extra: Readonly<Record<string, unknown>>) {
  const stage = stageOf(openaiVideosAdapter);
  await stage.provider.submit(submitOf({ extra }), CALL);
  const body = stage.requests[0]?.body;
  return body instanceof FormData ? Object.fromEntries(body) : body;
}

describe('a submit to /videos', () => {
  it('carries the id of the job as its key, and is repeated only if the configuration says for how long', () => {
    expect(stageOf(openaiVideosAdapter).provider.lostAnswer).toEqual({ kind: 'unknown' });
    const { provider } = stageOf(openaiVideosAdapter, { 'idempotent-hours': 24 });
    expect(provider.lostAnswer).toEqual({ kind: 'idempotent', forMs: 86_400_000 });
    // 1.1 hours are 3,960,000.0000000005 ms.
    const fraction = stageOf(openaiVideosAdapter, { 'idempotent-hours': 1.1 });
    expect(fraction.provider.lostAnswer).toEqual({ kind: 'idempotent', forMs: 3_960_000 });
  });

  it('makes one job of two with the same key', async () => {
    const stage = stageOf(openaiVideosAdapter, { 'idempotent-hours': 24 });
    const first = await stage.provider.submit(submitOf(), CALL);
    expect(await stage.provider.submit(submitOf(), CALL)).toEqual(first);
    expect(stage.standIn.begun.get('a boat')).toBe(1);
    expect(stage.requests.map(({ headers }) => headers?.['idempotency-key'])).toEqual(['video_1', 'video_1']);
  });

  it('that meets its first one under way has no known outcome', async () => {
    const stage = stageOf(openaiVideosAdapter, { 'idempotent-hours': 24 });
    stage.answerInstead({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    await expect(stage.provider.submit(submitOf(), CALL)).rejects.toThrow();
  });

  it('is a form with the fields that were asked for, and no other', async () => {
    expect(await formOf({ n: 4, quality: 'high' })).toEqual({
      model: 'a-model',
      prompt: 'a boat',
      seconds: '6',
    });
    const extra = { resolution: '720p', aspect_ratio: '9:16', seed: 7, negative_prompt: 'rain' };
    expect(await formOf(extra)).toMatchObject({ ...extra, seed: '7', size: '720x1280' });
  });

  it('has an image as a file, or by its URL', async () => {
    const file = await formOf({ image: 'data:image/png;base64,iVBORw==' });
    expect(file).toMatchObject({ input_reference: expect.objectContaining({ name: 'image.png', size: 4 }) });
    const image = 'https://example.com/a.png';
    expect(await formOf({ image })).toMatchObject({ 'input_reference[image_url]': image });
  });
});

describe('a video of another gateway', () => {
  it.each([
    [{ status: 'pending' }, { state: 'pending' }],
    [
      { status: 'in_progress', progress: 40 },
      { state: 'in_progress', progress: 40 },
    ],
    [
      { status: 'completed', seconds: 6, output_seconds: 5.5 },
      { state: 'made', location: '/videos/upstream_1/content', saidMs: 5_500 },
    ],
    [
      { status: 'failed', error: 'content_rejected', error_message: 'no' },
      { state: 'failed', slug: 'content_rejected', message: 'no' },
    ],
    [
      { status: 'failed', error: 'expired' },
      { state: 'failed', slug: 'provider_timeout' },
    ],
    [{ status: 'cancelled' }, { state: 'failed', slug: 'provider_error' }],
    [{ status: 'expired' }, { state: 'failed', slug: 'provider_timeout' }],
    [
      { status: 'failed', error: { code: 'nobody-knows', message: 'no' } },
      { state: 'failed', slug: 'provider_error', message: 'no' },
    ],
  ])('%j stands as %j', async (body, state) => {
    const stage = stageOf(openaiVideosAdapter);
    stage.answerInstead({ body });
    expect(await stage.provider.poll(JOB, CALL)).toMatchObject(state);
  });
});
