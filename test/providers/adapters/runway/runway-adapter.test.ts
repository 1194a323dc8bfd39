import { describe, expect, it } from 'vitest';
import { EVERY_FIELD, ScriptedService } from '../scripted-service.js';

describe('the adapter of Runway', () => {
  it('sends the fields that it names and no other, with the length of the gateway', async () => {
    const service = new ScriptedService('runway').answers(200, { id: 't' });
    await service.submit('some_model', 5_000, EVERY_FIELD);
    expect(service.asked[0]).toMatchObject({
      method: 'POST',
      path: '/v1/image_to_video',
      headers: { 'x-runway-version': '2024-11-06' },
    });
    expect(service.sent).toEqual({
      model: 'some_model',
      promptText: 'a boat',
      promptImage: 'https://example.com/a.png',
      duration: 5,
      ratio: '1280:720',
      seed: 7,
      negativePrompt: 'rain',
    });
  });

  it.each([
    [{}, '1280:720'],
    [{ aspect_ratio: '9:16' }, '720:1280'],
    [{ aspect_ratio: '9:16', resolution: '1080p' }, '1080:1920'],
    [{ resolution: '1584x672' }, '1584:672'],
  ])('asks for %j as %s', async (extra, ratio) => {
    const service = new ScriptedService('runway').answers(200, { id: 't' });
    await service.submit('some_model', 5_000, extra);
    expect(service.asked[0]?.path).toBe('/v1/text_to_video');
    expect(service.sent).toMatchObject({ ratio });
  });

  it.each([
    ['gen4.5', 11_000, {}, 'seconds'],
    ['gen4.5', 2_500, {}, 'seconds'],
    ['gen4_turbo', 5_000, {}, 'image'],
    ['veo3.1', 8_000, { seed: 1 }, 'seed'],
    ['some_model', 5_000, { aspect_ratio: '5:1' }, 'aspect_ratio'],
    ['some_model', 5_000, { resolution: '8k' }, 'resolution'],
  ])('says that %s cannot make %d ms with %j', (model, lengthMs, extra, param) => {
    const { provider } = new ScriptedService('runway');
    expect(provider.misfitOf?.({ model, prompt: 'a boat', lengthMs, extra })).toMatchObject({ param });
  });

  it.each([
    ['SAFETY.INPUT.TEXT', 'content_rejected'],
    ['INPUT_PREPROCESSING.SAFETY.TEXT', 'content_rejected'],
    ['INPUT_PREPROCESSING.INTERNAL', 'provider_error'],
    ['ASSET.INVALID', 'invalid_input'],
    ['INTERNAL.BAD_OUTPUT.CODE01', 'provider_error'],
    [undefined, 'provider_error'],
  ])('maps the failure %s to %s', async (failureCode, slug) => {
    const service = new ScriptedService('runway').answers(200, {
      status: 'FAILED',
      failure: 'no',
      failureCode,
    });
    expect(await service.poll()).toEqual({ state: 'failed', slug, message: 'no' });
  });

  it('asks again after five seconds at the earliest', async () => {
    const service = new ScriptedService('runway')
      .answers(200, { status: 'THROTTLED' })
      .answers(200, { status: 'RUNNING', progress: 0.4 });
    expect(await service.poll()).toEqual({ state: 'pending', askAgainAfterMs: 5_000 });
    expect(await service.poll()).toEqual({ state: 'in_progress', progress: 40, askAgainAfterMs: 5_000 });
  });
});
