/**
 * Luma's Dream Machine: https://docs.lumalabs.ai/docs/video-generation
 *
 * Checked against the service's own client for Node, `lumaai` 1.21.0 (`resources/generations`, `credits`,
 * generated from its OpenAPI document), and the form of errors in `openapi.yaml` of
 * github.com/lumalabs/lumaai-api, in November 2026.
 *
 * A generation can be deleted and not cancelled, so a deadline leaves it alone.
 */
import type { Service } from '../../../outward/outward.js';
import type { ProviderState, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { numberAt, textAt } from '../remote/answer-parts.js';
import { ONE_PART } from '../remote/model-names.js';
import { type ModelRules, misfitUnder } from '../remote/model-rules.js';
import { probed } from '../remote/probe.js';
import {
  cleanMessage,
  type FailureTable,
  failed,
  lookedUp,
  slugWithin,
  submitted,
} from '../remote/remote-answers.js';
import { fieldsOf } from '../remote/remote-fields.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { makeLumaStandIn } from './luma-stand-in.js';

const DEFAULT_URL = 'https://api.lumalabs.ai/dream-machine/v1';

/** `state` of a generation. */
const STATES = {
  queued: 'pending',
  dreaming: 'in_progress',
  completed: 'made',
  failed: 'failed',
} as const;

/** Words in `failure_reason`, or in the `detail` of a refusal: the service has no codes. */
const FAILURES: FailureTable = {
  moderation: 'content_rejected',
  'content policy': 'content_rejected',
  nsfw: 'content_rejected',
  blacklisted: 'content_rejected',
  credits: 'provider_rejected',
};

/** The client leaves lengths and resolutions open: the service has the last word on them. */
const RULES: ModelRules = {
  seconds: { min: 1, max: 60 },
  aspectRatios: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'],
  refuses: ['seed', 'negativePrompt'],
};

export const lumaAdapter: Adapter<Record<never, never>> = {
  kind: 'luma',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  example: { model: 'ray-2', seconds: 5 },
  modelNames: ONE_PART,
  makeStandIn: makeLumaStandIn,
  create({ name, key, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { authorization: `Bearer ${key}` } });
    return remoteProvider(name, {
      // A submit cannot be given an id of ours.
      lostAnswer: { kind: 'unknown' },
      misfitOf,
      submit: (request, { signal }) => submit(service, request, signal),
      async poll({ handle }, { signal }) {
        const path = `/generations/${encodeURIComponent(handle)}`;
        return stateOf(await lookedUp(service.call({ method: 'GET', path }, signal)));
      },
      probe: ({ signal }) =>
        probed(service.call({ method: 'GET', path: '/credits' }, signal), ({ body }) => {
          const cents = numberAt(body, 'credit_balance');
          return cents === undefined ? undefined : `it takes the key; ${cents / 100} US dollars are left`;
        }),
      content: (location, signal) => service.openFile({ url: location }, signal),
    });
  },
};

function misfitOf(request: Omit<ProviderSubmit, 'jobId'>) {
  const misfit = misfitUnder(RULES, request);
  if (misfit !== undefined) return misfit;
  if (fieldsOf(request.extra).image?.startsWith('data:') !== true) return undefined;
  return { param: 'image', message: 'This model takes an image by its https URL only.' };
}

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  return submitted(
    service.call({ method: 'POST', path: '/generations/video', body: inputOf(request) }, signal),
    {
      handleOf: (body) => textAt(body, 'id'),
      slugOf: ({ body }) => slugWithin(FAILURES, textAt(body, 'detail')),
      messageOf: (body) => textAt(body, 'detail'),
    },
  );
}

function inputOf({ model, prompt, lengthMs, extra }: ProviderSubmit): Readonly<Record<string, unknown>> {
  const { image, aspectRatio, resolution } = fieldsOf(extra);
  return {
    generation_type: 'video',
    model,
    prompt,
    duration: `${lengthMs / 1000}s`,
    aspect_ratio: aspectRatio,
    resolution,
    keyframes: image && { frame0: { type: 'image', url: image } },
  };
}

function stateOf(body: unknown): ProviderState {
  const said = textAt(body, 'state');
  const state = STATES[said as keyof typeof STATES];
  switch (state) {
    case 'pending':
    case 'in_progress':
      return { state };
    case 'made': {
      const location = textAt(body, 'assets', 'video');
      if (location === undefined) throw new Error('Luma completed a generation without a video');
      return { state, location };
    }
    case 'failed': {
      const reason = textAt(body, 'failure_reason');
      return failed(slugWithin(FAILURES, reason) ?? 'provider_error', reason);
    }
    default:
      throw new Error(`Luma has no state ${cleanMessage(String(said))}`);
  }
}
