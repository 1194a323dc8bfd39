/**
 * A ComfyUI server: https://docs.comfy.org/development/comfyui-server/comms_routes
 *
 * Checked against the server itself, github.com/Comfy-Org/ComfyUI: `server.py` at 002c3fb, `execution.py` at
 * 04e2a91, `comfy_execution/progress.py` at 1b71f27, and its `openapi.yaml`, in November 2026.
 *
 * The server takes a `prompt_id` of ours and queues a second prompt of the same id beside the first: a submit
 * is never repeated, but its prompt can be found. The queue is in the server's memory: a prompt that it does
 * not know any more has ended with it.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Provider, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { textAt } from '../remote/answer-parts.js';
import { probed } from '../remote/probe.js';
import { failed, slugIn, submitted } from '../remote/remote-answers.js';
import { fieldsOf } from '../remote/remote-fields.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { uploadImage } from './comfyui-images.js';
import { ComfyuiProgress } from './comfyui-progress.js';
import { makeComfyuiStandIn, STAND_IN_WORKFLOW } from './comfyui-stand-in.js';
import { FAILURES, inQueue, standing } from './comfyui-states.js';
import { comfyuiMisfit, comfyuiValues, promptIdOf, uuidOf } from './comfyui-values.js';
import { fillWorkflow, readWorkflow } from './comfyui-workflow.js';

const FPS_WHY = 'must be a number above 0, at most 240';
const SETTINGS = { fps: z.number({ error: FPS_WHY }).positive(FPS_WHY).max(240, FPS_WHY).optional() };
const FILES = { workflow: readWorkflow };

export const comfyuiAdapter: Adapter<typeof SETTINGS, typeof FILES> = {
  kind: 'comfyui',
  isReal: true,
  failures: FAILURES,
  settings: SETTINGS,
  files: FILES,
  needsNoKey: true,
  judgesNoContent: true,
  example: {
    model: 'clip',
    seconds: 4,
    settings: 'workflow: clip.json, fps: 16',
    file: { name: 'clip.json', text: STAND_IN_WORKFLOW },
  },
  makeStandIn: makeComfyuiStandIn,
  create({ name, key, secret, world, makeService }, { url = '', fps = 1, workflow }) {
    // The server knows no keys; a proxy before it may.
    const secretHeaders: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    const service = makeService({ name, url, secretHeaders });
    const clientId = uuidOf(createHmac('sha256', secret).update(`comfyui client ${name}`).digest());
    const nodeCount = Object.keys(workflow.nodes).length;
    const progress = new ComfyuiProgress({ service, world, clientId, nodeCount });

    async function submit(request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
      const promptId = promptIdOf(request.jobId);
      const { image } = fieldsOf(request.extra);
      const uploaded =
        image === undefined ? '' : await uploadImage({ service, world }, image, promptId, signal);
      if (typeof uploaded !== 'string') return uploaded;
      const prompt = fillWorkflow(workflow.nodes, comfyuiValues(request, fps, uploaded));
      const body = { prompt, prompt_id: promptId, client_id: clientId };
      return submitted(service.call({ method: 'POST', path: '/prompt', body }, signal), {
        handleOf: (answer) => textAt(answer, 'prompt_id'),
        slugOf: (answer) => slugIn(FAILURES, textAt(answer.body, 'error', 'type')),
        messageOf: (answer) => textAt(answer, 'error', 'details') ?? textAt(answer, 'error', 'message'),
      });
    }

    const poll: Provider['poll'] = async ({ handle }, { signal }) => {
      const state = await standing(service, handle, signal);
      if (state?.state === 'pending' || state?.state === 'in_progress') {
        const done = progress.of(handle);
        return state.state === 'pending' || done === undefined ? state : { ...state, progress: done };
      }
      progress.forget(handle);
      return state ?? failed('provider_error', 'ComfyUI does not know the prompt any more.');
    };

    return remoteProvider(name, {
      lostAnswer: { kind: 'findable' },
      misfitOf: (request) => comfyuiMisfit(workflow, request),
      submit: (request, { signal }) => submit(request, signal),
      poll,
      async find({ jobId }, { signal }) {
        const handle = promptIdOf(jobId);
        const state = await standing(service, handle, signal);
        return state && { outcome: 'accepted', handle, state };
      },
      handleOf: promptIdOf,
      async cancel({ handle }, { signal }) {
        progress.forget(handle);
        const queued = await inQueue(service, handle, signal);
        // An older server interrupts whatever runs, so it is asked only if that is this prompt.
        const [path, body] =
          queued?.state === 'in_progress'
            ? ['/interrupt', { prompt_id: handle }]
            : ['/queue', { delete: [handle] }];
        if (queued !== undefined) await service.call({ method: 'POST', path, body }, signal);
      },
      probe: ({ signal }) =>
        probed(service.call({ method: 'GET', path: '/system_stats' }, signal), ({ body }) => {
          const version = textAt(body, 'system', 'comfyui_version');
          return version && `ComfyUI ${version} answers`;
        }),
      content: (location, signal) => service.openFile({ url: `${url}${location}`, withSecret: true }, signal),
    });
  },
};
