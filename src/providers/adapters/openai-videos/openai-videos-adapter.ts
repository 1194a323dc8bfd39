/**
 * `/v1/videos` as OpenAI made it, for servers that one runs oneself and for other gateways, such as Tollgate:
 * https://platform.openai.com/docs/api-reference/videos
 *
 * Checked against the OpenAPI document 2.3.0 in OpenAI's own client for Node, `openai` 7.5.0
 * (`openapi.transformed.yml`), `VideoGenerationResponseStatus` of OpenRouter's SDK and the form fields of
 * vLLM-Omni's Videos API, in November 2026.
 *
 * A video can be deleted and not cancelled, so a deadline leaves it alone.
 */
import * as z from 'zod';
import type { Service, ServiceAnswer } from '../../../outward/outward.js';
import {
  type LostAnswer,
  type ProviderState,
  type ProviderSubmit,
  RefusedError,
  type SubmitAnswer,
} from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { listAt, numberAt, textAt } from '../remote/answer-parts.js';
import { frameSize } from '../remote/frame-size.js';
import { ANY_PARTS } from '../remote/model-names.js';
import { misfitUnder } from '../remote/model-rules.js';
import { probed } from '../remote/probe.js';
import {
  cleanMessage,
  type FailureTable,
  failed,
  lookedUp,
  made,
  slugIn,
  submitted,
} from '../remote/remote-answers.js';
import { fieldsOf } from '../remote/remote-fields.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { makeOpenaiVideosStandIn } from './openai-videos-stand-in.js';

/** `status` of a video. */
const STATES = {
  queued: 'pending',
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'made',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
} as const;

/** `error.code` of a refusal or of a video that failed; other gateways say the slug alone. */
const FAILURES: FailureTable = {
  content_rejected: 'content_rejected',
  content_policy_violation: 'content_rejected',
  moderation_blocked: 'content_rejected',
  invalid_input: 'invalid_input',
  billing_hard_limit_reached: 'provider_rejected',
  insufficient_credits: 'provider_rejected',
  insufficient_quota: 'provider_rejected',
  invalid_api_key: 'provider_rejected',
  model_not_found: 'provider_rejected',
  provider_rejected: 'provider_rejected',
  provider_unavailable: 'provider_unavailable',
  expired: 'provider_timeout',
  provider_timeout: 'provider_timeout',
  outcome_unknown: 'provider_error',
  provider_error: 'provider_error',
  result_unavailable: 'result_unavailable',
};

const HOUR_MS = 3_600_000;
const HOURS_WHY = 'must be a number of hours above 0, at most 720';
const SETTINGS = {
  'idempotent-hours': z.number({ error: HOURS_WHY }).positive(HOURS_WHY).max(720, HOURS_WHY).optional(),
};

export const openaiVideosAdapter: Adapter<typeof SETTINGS> = {
  kind: 'openai-videos',
  isReal: true,
  failures: FAILURES,
  settings: SETTINGS,
  needsNoKey: true,
  resultsExpire: true,
  example: { model: 'sora-2', seconds: 4 },
  modelNames: ANY_PARTS,
  makeStandIn: makeOpenaiVideosStandIn,
  create({ name, key, makeService }, { url = '', 'idempotent-hours': hours }) {
    const secretHeaders: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    const service = makeService({ name, url, secretHeaders });
    const lostAnswer: LostAnswer =
      hours === undefined ? { kind: 'unknown' } : { kind: 'idempotent', forMs: Math.floor(hours * HOUR_MS) };
    return remoteProvider(name, {
      lostAnswer,
      misfitOf: (request) => misfitUnder({}, request),
      submit: (request, { signal }) => submit(service, request, signal),
      async poll({ handle }, { signal }) {
        return stateOf(
          await lookedUp(service.call({ method: 'GET', path: videoPath(handle) }, signal)),
          handle,
        );
      },
      probe: ({ signal }) =>
        probed(service.call({ method: 'GET', path: '/models' }, signal), ({ body }) => {
          const models = listAt(body, 'data');
          return models && `it lists its models: ${models.length}`;
        }),
      content: (location, signal) => service.openFile({ url: `${url}${location}`, withSecret: true }, signal),
    });
  },
};

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  const headers = { 'idempotency-key': request.jobId };
  const call = { method: 'POST', path: '/videos', headers, body: formOf(request) } as const;
  return submitted(settled(service.call(call, signal)), {
    handleOf: (body) => textAt(body, 'id'),
    slugOf: ({ body }) => slugIn(FAILURES, codeOf(body)),
    messageOf,
  });
}

/** A conflict is no refusal: a submit with this key, of which the answer was lost, may be under way. */
async function settled(answered: Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  const answer = await answered;
  if (answer.status === 409) throw new RefusedError('the server has a submit of this job under way');
  return answer;
}

/** A form, as OpenAI's own clients send it: there are servers that take nothing else. */
function formOf({ model, prompt, lengthMs, extra }: ProviderSubmit): FormData {
  const fields = fieldsOf(extra);
  const { image, aspectRatio, resolution, seed, negativePrompt } = fields;
  const form = new FormData();
  form.append('model', model);
  form.append('prompt', prompt);
  form.append('seconds', String(lengthMs / 1000));
  if (resolution !== undefined || aspectRatio !== undefined) {
    const { width, height } = frameSize(fields, 2);
    form.append('size', `${width}x${height}`);
  }
  if (resolution !== undefined) form.append('resolution', resolution);
  if (aspectRatio !== undefined) form.append('aspect_ratio', aspectRatio);
  if (seed !== undefined) form.append('seed', String(seed));
  if (negativePrompt !== undefined) form.append('negative_prompt', negativePrompt);
  if (image !== undefined) appendImage(form, image);
  return form;
}

/** A file for bytes: few servers besides OpenAI's read a URL. */
function appendImage(form: FormData, image: string): void {
  const [, type, base64] = /^data:([^;]+);base64,(.*)$/s.exec(image) ?? [];
  if (type === undefined || base64 === undefined) {
    form.append('input_reference[image_url]', image);
    return;
  }
  const file = new Blob([Buffer.from(base64, 'base64')], { type });
  form.append('input_reference', file, `image.${type.replace(/^image\/|\W.*$/g, '')}`);
}

function stateOf(body: unknown, videoId: string): ProviderState {
  const status = textAt(body, 'status');
  const state = STATES[status as keyof typeof STATES];
  switch (state) {
    case 'pending':
      return { state };
    case 'in_progress': {
      const progress = numberAt(body, 'progress');
      return progress === undefined ? { state } : { state, progress };
    }
    case 'made': {
      const seconds = numberAt(body, 'output_seconds') ?? Number(textAt(body, 'seconds') ?? Number.NaN);
      return made(`${videoPath(videoId)}/content`, Number.isNaN(seconds) ? undefined : seconds);
    }
    case 'failed':
      return failed(slugIn(FAILURES, codeOf(body) ?? status) ?? 'provider_error', messageOf(body));
    default:
      throw new Error(`the server has no status ${cleanMessage(String(status))}`);
  }
}

function codeOf(body: unknown): string | undefined {
  return textAt(body, 'error', 'code') ?? textAt(body, 'error');
}

function messageOf(body: unknown): string | undefined {
  return textAt(body, 'error', 'message') ?? textAt(body, 'error_message') ?? textAt(body, 'error');
}

function videoPath(videoId: string): string {
  return `/videos/${encodeURIComponent(videoId)}`;
}
