import { describe, expect, it } from 'vitest';
import { EVERY_FIELD, ScriptedService } from '../scripted-service.js';

const VERSION = '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa';

describe('the adapter of Replicate', () => {
  it('sends the fields that it names and no other, with the length of the gateway', async () => {
    const service = new ScriptedService('replicate').answers(201, { id: 'p' });
    await service.submit('some/model', 5_000, EVERY_FIELD);
    expect(service.sent).toEqual({
      input: {
        prompt: 'a boat',
        duration: 5,
        image: 'https://example.com/a.png',
        aspect_ratio: '16:9',
        resolution: '720p',
        seed: 7,
        negative_prompt: 'rain',
      },
    });
  });

  it.each([
    ['google/veo-3', '/v1/models/google/veo-3/predictions', undefined],
    [`some/model:${VERSION}`, '/v1/predictions', VERSION],
    [VERSION, '/v1/predictions', VERSION],
  ])('runs %s over %s', async (model, path, version) => {
    const service = new ScriptedService('replicate').answers(201, { id: 'p' });
    expect(await service.submit(model, 8_000)).toMatchObject({ outcome: 'accepted', handle: 'p' });
    expect(service.asked[0]).toMatchObject({ method: 'POST', path });
    expect(service.sent).toMatchObject(version === undefined ? {} : { version });
  });

  it.each([
    ['openai/sora-2', 4_000, { seconds: 4 }],
    ['kwaivgi/kling-v2.6', 10_000, { duration: 10, start_image: EVERY_FIELD.image }],
  ])('names fields for %s as the model does', async (model, lengthMs, input) => {
    const service = new ScriptedService('replicate').answers(201, { id: 'p' });
    await service.submit(model, lengthMs, 'start_image' in input ? { image: EVERY_FIELD.image } : {});
    expect(service.sent).toMatchObject({ input });
  });

  it.each([
    ['starting', { state: 'pending' }],
    ['processing', { state: 'in_progress' }],
    ['canceled', { state: 'failed', slug: 'provider_error' }],
    ['aborted', { state: 'failed', slug: 'provider_error' }],
  ])('takes %s for %j', async (status, state) => {
    const service = new ScriptedService('replicate').answers(200, { status });
    expect(await service.poll()).toMatchObject(state);
  });

  it.each([
    ['The input or output was flagged as sensitive. (E005)', 'content_rejected'],
    ['NSFW content detected', 'content_rejected'],
    ['Prediction interrupted; please retry (code: PA)', 'provider_unavailable'],
    ['Starting the prediction timed out (E6716)', 'provider_timeout'],
    ['CUDA out of memory', 'provider_error'],
  ])('maps the failure %j to %s', async (error, slug) => {
    const service = new ScriptedService('replicate').answers(200, { status: 'failed', error });
    expect(await service.poll()).toMatchObject({ state: 'failed', slug });
  });

  it.each([
    ['https://files.example/a.mp4'],
    [['https://files.example/a.mp4']],
    [{ video: 'https://files.example/a.mp4' }],
  ])('finds the file in the output %j', async (output) => {
    const service = new ScriptedService('replicate').answers(200, { status: 'succeeded', output });
    expect(await service.poll()).toEqual({ state: 'made', location: 'https://files.example/a.mp4' });
  });

  it('ends a job whose result was removed, and not one whose result has no file', async () => {
    const service = new ScriptedService('replicate')
      .answers(200, { status: 'succeeded', output: null, data_removed: true })
      .answers(200, { status: 'succeeded', output: null });
    expect(await service.poll()).toMatchObject({ state: 'failed', slug: 'result_unavailable' });
    await expect(service.poll()).rejects.toThrow();
  });
});
