import { describe, expect, it } from 'vitest';
import { EVERY_FIELD, ScriptedService } from '../scripted-service.js';

const NAME = 'models/veo-3.0-generate-001/operations/o1';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('the adapter of Veo', () => {
  it('sends the fields that it names and no other, with the length of the gateway', async () => {
    const service = new ScriptedService('veo').answers(200, { name: NAME });
    const { seed: _, ...fields } = EVERY_FIELD;
    const answer = await service.submit('veo-3.0-generate-001', 8_000, { ...fields, image: PNG });
    expect(answer).toMatchObject({ outcome: 'accepted', handle: NAME });
    expect(service.asked[0]?.path).toBe('/v1beta/models/veo-3.0-generate-001:predictLongRunning');
    expect(service.sent).toEqual({
      instances: [{ prompt: 'a boat', image: { bytesBase64Encoded: 'iVBORw0KGgo=', mimeType: 'image/png' } }],
      parameters: { durationSeconds: 8, aspectRatio: '16:9', resolution: '720p', negativePrompt: 'rain' },
    });
  });

  it('does not submit if the image cannot be had', async () => {
    const service = new ScriptedService('veo');
    const answer = await service.submit('veo-3.0-generate-001', 8_000, { image: EVERY_FIELD.image });
    expect(answer).toMatchObject({ outcome: 'rejected', slug: 'invalid_input' });
    expect(service.asked).toEqual([]);
  });

  it.each([['models/veo-3.0-generate-001/../../files'], ['operations/o1'], [''], [undefined]])(
    'does not take %j for an operation',
    async (name) => {
      const service = new ScriptedService('veo').answers(200, { name });
      await expect(service.submit('veo-3.0-generate-001', 8_000)).rejects.toThrow();
    },
  );

  it.each([
    ['veo-3.0-generate-001', 5_000, {}, 'seconds'],
    ['veo-3.1-generate-preview', 4_000, { resolution: '1080p' }, 'seconds'],
    ['veo-3.1-generate-preview', 4_000, { resolution: '4K' }, 'seconds'],
    ['veo-3.0-generate-001', 8_000, { resolution: '4k' }, 'resolution'],
    ['veo-3.0-generate-001', 8_000, { seed: 1 }, 'seed'],
    ['veo-2.0-generate-001', 9_000, {}, 'seconds'],
  ])('says that %s cannot make %d ms with %j', (model, lengthMs, extra, param) => {
    const { provider } = new ScriptedService('veo');
    expect(provider.misfitOf?.({ model, prompt: 'a boat', lengthMs, extra })).toMatchObject({ param });
  });

  it.each([
    { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It shows a child.'] },
    { raiMediaFilteredReasons: ['It shows a child.'] },
  ])('takes a filter that left no file for a rejection of the content: %j', async (filtered) => {
    const body = { name: NAME, done: true, response: { generateVideoResponse: filtered } };
    const service = new ScriptedService('veo').answers(200, body);
    expect(await service.poll()).toEqual({
      state: 'failed',
      slug: 'content_rejected',
      message: 'It shows a child.',
    });
  });

  it.each([
    [3, 'the prompt violates the usage guidelines', 'content_rejected'],
    [3, 'durationSeconds is out of bounds', 'invalid_input'],
    [4, 'too late', 'provider_timeout'],
    [8, 'quota', 'provider_unavailable'],
    [13, 'internal', 'provider_error'],
    [14, 'overloaded', 'provider_unavailable'],
    [99, 'no such code', 'provider_error'],
  ])('maps the error %d, %j, to %s', async (code, message, slug) => {
    const body = { name: NAME, done: true, error: { code, message } };
    expect(await new ScriptedService('veo').answers(200, body).poll()).toEqual({
      state: 'failed',
      slug,
      message,
    });
  });

  it.each([
    [{ message: 'internal' }, 'provider_error', 'internal'],
    [{ code: 'INTERNAL', message: 'internal' }, 'provider_error', 'internal'],
    [{ message: 'a violation of the usage guidelines' }, 'content_rejected', /guidelines/],
    [{}, 'provider_error', /no reason/],
    ['internal', 'provider_error', /no reason/],
  ])('takes the error %j, which has no code, for a failure', async (error, slug, message) => {
    const service = new ScriptedService('veo').answers(200, { name: NAME, done: true, error });
    expect(await service.poll()).toEqual({
      state: 'failed',
      slug,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [400, 'API key not valid. Please pass a valid API key.', 'provider_rejected'],
    [403, 'no', 'provider_rejected'],
    [400, 'The prompt violates the Responsible AI practices.', 'content_rejected'],
    [400, 'durationSeconds is out of bounds', 'invalid_input'],
  ])('maps a refusal %d, %j, to %s', async (status, message, slug) => {
    const service = new ScriptedService('veo').answers(status, { error: { code: status, message } });
    expect(await service.submit('veo-3.0-generate-001', 8_000)).toEqual({
      outcome: 'rejected',
      slug,
      message,
    });
  });

  it('takes an operation that is done with nothing for no answer', async () => {
    const service = new ScriptedService('veo').answers(200, { name: NAME, done: true, response: {} });
    await expect(service.poll()).rejects.toThrow();
  });
});
