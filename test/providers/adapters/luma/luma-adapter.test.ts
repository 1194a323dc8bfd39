import { describe, expect, it } from 'vitest';
import { lumaAdapter } from '../../../../src/providers/adapters/luma/luma-adapter.js';
import { CALL, stageOf, submitOf } from '../stand-in-service.js';

describe('a job for Luma', () => {
  it('has its image as the first frame', async () => {
    const stage = stageOf(lumaAdapter);
    const extra = {
      image: 'https://example.com/a.png',
      aspect_ratio: '16:9',
      resolution: '720P',
      loop: true,
    };
    await stage.provider.submit(submitOf({ model: 'ray-2', lengthMs: 5_000, extra }), CALL);
    expect(stage.requests[0]?.body).toEqual({
      generation_type: 'video',
      model: 'ray-2',
      prompt: 'a boat',
      duration: '5s',
      aspect_ratio: '16:9',
      resolution: '720p',
      keyframes: { frame0: { type: 'image', url: 'https://example.com/a.png' } },
    });
  });

  it.each([
    ['image', 'data:image/png;base64,AAAA'],
    ['aspect_ratio', '2:1'],
    ['seed', 1],
    ['negative_prompt', 'rain'],
  ])('cannot have %s %j', (param, value) => {
    const { provider } = stageOf(lumaAdapter);
    expect(provider.misfitOf?.(submitOf({ extra: { [param]: value } }))).toMatchObject({ param });
  });

  it.each([
    ['Frame moderation failed', 'content_rejected'],
    ['Insufficient credits', 'provider_rejected'],
    ['The generation ran out of memory', 'provider_error'],
    [null, 'provider_error'],
  ])('that failed for %j has failed as %s', async (failure_reason, slug) => {
    const stage = stageOf(lumaAdapter);
    stage.answerInstead({ body: { id: '1', state: 'failed', failure_reason } });
    const job = { jobId: 'video_1', model: 'ray-2', handle: '1' };
    expect(await stage.provider.poll(job, CALL)).toMatchObject({ state: 'failed', slug });
  });
});
