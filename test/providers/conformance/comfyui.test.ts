import { afterEach, expect, it, vi } from 'vitest';
import { readWorkflow } from '../../../src/providers/adapters/comfyui/comfyui-workflow.js';
import { valueAt } from '../../../src/providers/adapters/remote/answer-parts.js';
import type { StandInRequest } from '../../../src/providers/adapters/remote/stand-in.js';
import { KINDS, type KindUnderTest } from './kinds.js';
import { ProviderStage } from './provider-stage.js';

const stages: ProviderStage[] = [];

async function start(nodes?: object): Promise<ProviderStage> {
  const kind = KINDS.find((one) => one.kind === 'comfyui');
  if (kind === undefined) throw new Error('the suite has no ComfyUI');
  const stage = await ProviderStage.start(nodes === undefined ? kind : { ...kind, ...settingsOf(nodes) });
  stages.push(stage);
  return stage;
}

function settingsOf(nodes: object): Pick<KindUnderTest, 'settings'> {
  const read = readWorkflow(JSON.stringify(nodes), {});
  if (!read.ok) throw new Error(read.why);
  return { settings: () => ({ workflow: read.value }) };
}

afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
});

it('progress comes over the WebSocket while a job runs, and no more when it is over', async () => {
  const stage = await start();
  const job = await stage.begin('a boat');
  stage.pass(1_500);
  // The stand-in tells with each request; the first of them may precede the connection.
  await vi.waitFor(
    async () => {
      const state = await stage.poll(job);
      expect(state).toEqual({ state: 'in_progress', progress: expect.any(Number) });
    },
    { timeout: 300_000, interval: 20 },
  );
  stage.pass(10_000);
  expect(await stage.poll(job)).toMatchObject({ state: 'made' });
});

it('an image goes up as a file, and its name into the workflow', async () => {
  const stage = await start({
    1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
    2: { class_type: 'LoadImage', inputs: { image: '{{image}}' } },
    3: { class_type: 'SaveVideo', inputs: {} },
  });
  const seen: StandInRequest[] = [];
  stage.plan((request) => {
    seen.push(request);
    return undefined;
  });
  await stage.begin('a boat', { image: 'data:image/png;base64,iVBORw==' });
  const [upload, prompt] = seen;
  expect(upload?.path).toBe('/upload/image');
  const image = valueAt(upload?.body, ['image']);
  if (!(image instanceof File)) throw new Error('no file was sent');
  expect(image.size).toBe(4);
  expect(prompt?.body).toMatchObject({ prompt: { 2: { inputs: { image: image.name } } } });
});
