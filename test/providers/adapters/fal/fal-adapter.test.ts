import { describe, expect, it } from 'vitest';
import { EVERY_FIELD, ScriptedService } from '../scripted-service.js';

const TAKEN = { request_id: 'r' };

describe('the adapter of fal', () => {
  it('sends the key in a header that is a secret', () => {
    const { config } = new ScriptedService('fal');
    expect(config).toMatchObject({
      url: 'https://queue.fal.run',
      secretHeaders: { authorization: 'Key the-key' },
    });
  });

  it('sends the fields that it names and no other, with the length of the gateway', async () => {
    const service = new ScriptedService('fal').answers(200, TAKEN);
    await service.submit('fal-ai/unknown', 2_500, EVERY_FIELD);
    expect(service.asked[0]).toMatchObject({ method: 'POST', path: '/fal-ai/unknown' });
    expect(service.sent).toEqual({
      prompt: 'a boat',
      duration: '2.5',
      image_url: 'https://example.com/a.png',
      aspect_ratio: '16:9',
      resolution: '720p',
      seed: 7,
      negative_prompt: 'rain',
    });
  });

  it.each([
    ['fal-ai/veo3', 8_000, {}, { duration: '8s' }],
    ['fal-ai/kling-video/v2.6/pro/image-to-video', 5_000, { image: EVERY_FIELD.image }, { duration: '5' }],
    ['fal-ai/wan/v2.7/text-to-video', 7_000, {}, { duration: 7 }],
  ])('writes the length for %s as the model wants it', async (model, lengthMs, extra, sent) => {
    const service = new ScriptedService('fal').answers(200, TAKEN);
    await service.submit(model, lengthMs, extra);
    expect(service.sent).toMatchObject(sent);
  });

  it.each([
    ['fal-ai/veo3', 5_000, {}, 'seconds'],
    ['fal-ai/veo3', 8_000, { aspect_ratio: '1:1' }, 'aspect_ratio'],
    ['fal-ai/kling-video/v2.6/pro/text-to-video', 5_000, { seed: 1 }, 'seed'],
    ['fal-ai/kling-video/v2.6/pro/text-to-video', 5_000, { image: EVERY_FIELD.image }, 'image'],
    ['fal-ai/kling-video/v2.6/pro/image-to-video', 5_000, {}, 'image'],
  ])('says that %s cannot make %d ms with %j', (model, lengthMs, extra, param) => {
    const { provider } = new ScriptedService('fal');
    expect(provider.misfitOf?.({ model, prompt: 'a boat', lengthMs, extra })).toMatchObject({ param });
  });

  it('looks a request up under its app, without the path beneath it', async () => {
    const service = new ScriptedService('fal').answers(200, { status: 'IN_QUEUE' });
    await service.poll('fal-ai/veo3/fast/image-to-video', 'r');
    expect(service.asked[0]?.path).toBe('/fal-ai/veo3/requests/r/status');
  });

  it.each([
    ['runner_scheduling_failure', 'provider_unavailable'],
    ['request_timeout', 'provider_timeout'],
    ['runner_server_error', 'provider_error'],
    ['never heard of', 'provider_error'],
    ['toString', 'provider_error'],
  ])('maps the error %s of a completed request to %s', async (error_type, slug) => {
    const service = new ScriptedService('fal').answers(200, {
      status: 'COMPLETED',
      error: 'it broke',
      error_type,
    });
    expect(await service.poll()).toEqual({ state: 'failed', slug, message: 'it broke' });
  });

  it.each([
    [422, { detail: [{ loc: ['body'], msg: 'no', type: 'content_policy_violation' }] }, 'content_rejected'],
    [422, { detail: [{ loc: ['body'], msg: 'no', type: 'image_too_small' }] }, 'invalid_input'],
    [422, { detail: 'no' }, 'invalid_input'],
    [500, { detail: 'no', error_type: 'internal_error' }, 'provider_error'],
    [504, { detail: [{ loc: ['body'], msg: 'no', type: 'generation_timeout' }] }, 'provider_timeout'],
  ])('takes a response %d with %j for the failure of the request', async (status, body, slug) => {
    const service = new ScriptedService('fal').answers(200, { status: 'COMPLETED' }).answers(status, body);
    expect(await service.poll()).toEqual({ state: 'failed', slug, message: 'no' });
  });

  it.each([
    [401, { detail: 'no' }],
    [404, { detail: 'no' }],
    [429, { detail: [{ loc: [], msg: 'no', type: 'rate_limited' }] }],
    [500, { detail: 'no' }],
    [502, undefined],
    [200, { images: [] }],
  ])('does not end a job by a response %d with %j', async (status, body) => {
    const service = new ScriptedService('fal').answers(200, { status: 'COMPLETED' }).answers(status, body);
    await expect(service.poll()).rejects.toThrow();
  });

  it('tells the length that the service says', async () => {
    const video = { url: 'https://files.example/a.mp4', duration: 4.04 };
    const service = new ScriptedService('fal').answers(200, { status: 'COMPLETED' }).answers(200, { video });
    expect(await service.poll()).toEqual({ state: 'made', location: video.url, saidMs: 4_040 });
  });
});
