import { describe, expect, it } from 'vitest';
import { comfyuiAdapter } from '../../../../src/providers/adapters/comfyui/comfyui-adapter.js';
import { readWorkflow } from '../../../../src/providers/adapters/comfyui/comfyui-workflow.js';
import { valueAt } from '../../../../src/providers/adapters/remote/answer-parts.js';
import type { ProviderState, SubmitAnswer } from '../../../../src/providers/provider.js';
import { CALL, fileOf, stageOf, submitOf } from '../stand-in-service.js';

const TEXT = { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } };
const SAVE = { class_type: 'SaveVideo', inputs: { video: ['2', 0] } };

function stageWith(inputs: Readonly<Record<string, unknown>> = {}, files?: Parameters<typeof stageOf>[2]) {
  const nodes = { 1: TEXT, 2: { class_type: 'Any', inputs }, 3: SAVE };
  const read = readWorkflow(JSON.stringify(nodes), { fps: 16 });
  if (!read.ok) throw new Error(read.why);
  return stageOf(comfyuiAdapter, { fps: 16, workflow: read.value }, files);
}

function handleOf(answer: SubmitAnswer): string {
  if (answer.outcome !== 'accepted') throw new Error(JSON.stringify(answer));
  return answer.handle;
}

const ALL_SIZES = { width: '{{width}}', height: '{{height}}' };

describe('a job for ComfyUI', () => {
  it('fills the places of its workflow', async () => {
    const stage = stageWith({ ...ALL_SIZES, seed: '{{seed}}', length: '{{frames}}', s: '{{seconds}}' });
    const extra = { resolution: '480p', aspect_ratio: '9:16', seed: 7 };
    await stage.provider.submit(submitOf({ lengthMs: 4_500, extra }), CALL);
    expect(valueAt(stage.requests[0]?.body, ['prompt', '2', 'inputs'])).toEqual({
      width: 480,
      height: 848,
      seed: 7,
      length: 72,
      s: 4.5,
    });
  });

  it('has a seed of its own if the request names none, and the same each time', async () => {
    const seedOf = async (jobId: string) => {
      const stage = stageWith({ seed: '{{seed}}' });
      await stage.provider.submit(submitOf({ jobId }), CALL);
      return valueAt(stage.requests[0]?.body, ['prompt', '2', 'inputs', 'seed']);
    };
    const [first, again, other] = await Promise.all(['video_1', 'video_1', 'video_2'].map(seedOf));
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
  });

  it.each([
    ['image', 'https://example.com/a.png'],
    ['seed', 7],
    ['negative_prompt', 'rain'],
    ['resolution', '720p'],
    ['aspect_ratio', '16:9'],
  ])('cannot have %s if the workflow has no place for it', (param, value) => {
    const { provider } = stageWith();
    expect(provider.misfitOf?.(submitOf({ extra: { [param]: value } }))).toMatchObject({ param });
  });

  it('needs an image if the workflow has a place for one', () => {
    const { provider } = stageWith({ image: '{{image}}' });
    expect(provider.misfitOf?.(submitOf())).toMatchObject({ param: 'image' });
  });

  it('uploads its image, and puts the name of that into the workflow', async () => {
    const png = fileOf('image/png', new Uint8Array([1, 2, 3]));
    const stage = stageWith({ image: '{{image}}' }, new Map([['https://example.com/a.png', png]]));
    const extra = { image: 'https://example.com/a.png' };
    handleOf(await stage.provider.submit(submitOf({ extra }), CALL));
    const inputs = valueAt(stage.requests[1]?.body, ['prompt', '2', 'inputs']);
    expect(inputs).toEqual({ image: expect.stringMatching(/^tollgate-.*\.png$/) });
  });

  it('is refused, and nobody is called, if its image is not to be had', async () => {
    const stage = stageWith({ image: '{{image}}' });
    const extra = { image: 'https://example.com/gone.png' };
    const answer = await stage.provider.submit(submitOf({ extra }), CALL);
    expect(answer).toMatchObject({ outcome: 'rejected', slug: 'invalid_input' });
    expect(stage.requests).toEqual([]);
  });

  it('is invalid input if nodes of the workflow refuse it', async () => {
    const stage = stageWith();
    const error = { type: 'prompt_outputs_failed_validation', message: 'no', details: 'width: too small' };
    stage.answerInstead({ status: 400, body: { error, node_errors: { 2: { errors: [] } } } });
    expect(await stage.provider.submit(submitOf(), CALL)).toEqual({
      outcome: 'rejected',
      slug: 'invalid_input',
      message: 'width: too small',
    });
  });

  it('is found by its id after an answer that was lost, and only then', async () => {
    const stage = stageWith();
    const handle = handleOf(await stage.provider.submit(submitOf(), CALL));
    const find = (jobId: string) => stage.provider.find?.({ jobId, model: 'a-model' }, CALL);
    expect(await find('video_1')).toMatchObject({ outcome: 'accepted', handle });
    expect(stage.provider.handleOf?.('video_1')).toBe(handle);
    expect(await find('video_2')).toBeUndefined();
    await stage.world.advance(20_000);
    expect(await find('video_1')).toMatchObject({ outcome: 'accepted', state: { state: 'made' } });
  });

  it('is queued twice by a second submit, which is why there is none', async () => {
    const stage = stageWith();
    await stage.provider.submit(submitOf(), CALL);
    await stage.provider.submit(submitOf(), CALL);
    expect(stage.standIn.begun.get('a boat')).toBe(2);
    expect(stage.provider.lostAnswer).toEqual({ kind: 'findable' });
  });

  it('has failed if the server knows it no more', async () => {
    const { provider } = stageWith();
    expect(await provider.poll({ jobId: 'video_1', model: 'm', handle: 'gone' }, CALL)).toMatchObject({
      state: 'failed',
      slug: 'provider_error',
    });
  });

  it('has not failed if the history is that of something else', async () => {
    const { provider, answerInstead } = stageWith();
    answerInstead({ body: { unexpected: true } });
    const poll = provider.poll({ jobId: 'video_1', model: 'm', handle: 'gone' }, CALL);
    await expect(poll).rejects.toThrow('another history');
  });

  it('is found in the history if it left the queue between the looks', async () => {
    const stage = stageWith();
    const handle = handleOf(await stage.provider.submit(submitOf(), CALL));
    await stage.world.advance(20_000);
    stage.answerInstead({ body: {} }, { body: { queue_running: [], queue_pending: [] } });
    expect(await stage.provider.poll({ jobId: 'video_1', model: 'm', handle }, CALL)).toMatchObject({
      state: 'made',
    });
  });

  it('has no result if the workflow saved no video', async () => {
    const stage = stageWith();
    const outputs = { 9: { images: [{ filename: 'a.png', subfolder: '', type: 'output' }] } };
    stage.answerInstead({ body: { p: { outputs, status: { status_str: 'success' } } } });
    expect(await stage.provider.poll({ jobId: 'video_1', model: 'm', handle: 'p' }, CALL)).toMatchObject({
      state: 'failed',
      slug: 'result_unavailable',
    });
  });

  it('has the video that is kept for its result, not one that is temporary', async () => {
    const stage = stageWith();
    const outputs = {
      8: { gifs: [{ filename: 'preview.mp4', subfolder: '', type: 'temp' }] },
      9: { images: [{ filename: 'a b.mp4', subfolder: 'video', type: 'output' }], animated: [true] },
    };
    stage.answerInstead({ body: { p: { outputs, status: { status_str: 'success' } } } });
    expect(await stage.provider.poll({ jobId: 'video_1', model: 'm', handle: 'p' }, CALL)).toEqual({
      state: 'made',
      location: '/view?filename=a+b.mp4&subfolder=video&type=output',
    });
  });

  it('is interrupted only while it runs itself', async () => {
    const stage = stageWith();
    const job = {
      jobId: 'video_1',
      model: 'm',
      handle: handleOf(await stage.provider.submit(submitOf(), CALL)),
    };
    const begun = stage.requests.length;
    await stage.provider.cancel?.({ ...job, handle: 'another' }, CALL);
    expect(stage.requests.slice(begun).map(({ path }) => path)).toEqual(['/queue']);
    await stage.world.advance(2_000);
    await stage.provider.cancel?.(job, CALL);
    expect(stage.requests.at(-1)).toMatchObject({ path: '/interrupt', body: { prompt_id: job.handle } });
  });
});

describe('the progress of jobs at ComfyUI', () => {
  const RUNNING_MS = 6_000;

  async function running() {
    const stage = stageWith();
    const handle = handleOf(await stage.provider.submit(submitOf(), CALL));
    const poll = (): Promise<ProviderState> =>
      stage.provider.poll({ jobId: 'video_1', model: 'm', handle }, CALL);
    await poll();
    return { ...stage, poll };
  }

  it('is heard over one connection, which ends with the last job', async () => {
    const { world, poll, listening } = await running();
    expect(listening).toMatchObject({ times: 1, isOn: true });
    await world.advance(RUNNING_MS);
    await poll();
    // Half of one of three nodes.
    expect(await poll()).toEqual({ state: 'in_progress', progress: 16 });
    await world.advance(RUNNING_MS);
    expect(await poll()).toMatchObject({ state: 'made' });
    expect(listening).toMatchObject({ times: 1, isOn: false });
  });

  it('is heard again a second after the connection broke', async () => {
    const { world, listening } = await running();
    for (const waitMs of [1_000, 1_000]) {
      const { times } = listening;
      listening.end();
      await world.settle();
      await world.advance(waitMs - 1);
      expect(listening.times).toBe(times);
      await world.advance(1);
      expect(listening.times).toBe(times + 1);
    }
  });

  it('is listened to no longer if nobody asks for the job', async () => {
    const { world, listening } = await running();
    await world.advance(11 * 60_000);
    expect(listening.isOn).toBe(false);
  });
});
