/**
 * The predictions of Replicate: https://replicate.com/docs/reference/http
 *
 * Checked against the service's own client, `replicate` 1.4.0 (predictions and their type), and its pages on
 * the lifecycle and the errors of predictions, in November 2026.
 *
 * A model is an official one, `owner/name`, or a version of one: `owner/name:version` or the version alone.
 */
import type { Service, ServiceRequest } from '../../../outward/outward.js';
import type { ProviderState, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { textAt, valueAt } from '../remote/answer-parts.js';
import { ANY_PARTS } from '../remote/model-names.js';
import { misfitUnder } from '../remote/model-rules.js';
import { probed } from '../remote/probe.js';
import {
  cleanMessage,
  type FailureTable,
  failed,
  lookedUp,
  made,
  slugWithin,
  submitted,
} from '../remote/remote-answers.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { replicateInput, replicateRules } from './replicate-models.js';
import { makeReplicateStandIn } from './replicate-stand-in.js';

/** `status` of a prediction. `aborted`: its deadline passed before it began. */
const STATES = {
  starting: 'pending',
  processing: 'in_progress',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
  aborted: 'failed',
} as const;

/** Words in the failure of a prediction; a code, if there is one, stands in brackets at the end. */
const FAILURES: FailureTable = {
  '(e005)': 'content_rejected',
  'flagged as sensitive': 'content_rejected',
  nsfw: 'content_rejected',
  'content polic': 'content_rejected',
  moderation: 'content_rejected',
  '(e006)': 'invalid_input',
  'invalid input': 'invalid_input',
  'input validation': 'invalid_input',
  '(code: pa)': 'provider_unavailable',
  interrupted: 'provider_unavailable',
  unavailable: 'provider_unavailable',
  '(e003)': 'provider_unavailable',
  'high demand': 'provider_unavailable',
  e6716: 'provider_timeout',
  'timed out': 'provider_timeout',
  timeout: 'provider_timeout',
};

const DEFAULT_URL = 'https://api.replicate.com';

export const replicateAdapter: Adapter<Record<never, never>> = {
  kind: 'replicate',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  // Files of predictions made over the API are removed after an hour.
  resultsExpire: true,
  example: { model: 'google/veo-3-fast', seconds: 4 },
  modelNames: ANY_PARTS,
  makeStandIn: makeReplicateStandIn,
  create({ name, key, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { authorization: `Bearer ${key}` } });
    return remoteProvider(name, {
      // Predictions cannot be looked up by anything of ours.
      lostAnswer: { kind: 'unknown' },
      misfitOf: (request) => misfitUnder(replicateRules(request.model), request),
      submit: (request, { signal }) => submit(service, request, signal),
      poll: async ({ handle }, { signal }) =>
        stateOf(await lookedUp(service.call({ method: 'GET', path: pathOf(handle) }, signal))),
      async cancel({ handle }, { signal }) {
        await service.call({ method: 'POST', path: `${pathOf(handle)}/cancel` }, signal);
      },
      probe: ({ signal }) =>
        probed(service.call({ method: 'GET', path: '/v1/account' }, signal), ({ body }) => {
          const username = textAt(body, 'username');
          return username && `the key is that of ${username}`;
        }),
      content: (location, signal) => service.openFile({ url: location, withSecret: true }, signal),
    });
  },
};

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  return submitted(service.call(prediction(request), signal), {
    handleOf: (body) => textAt(body, 'id'),
    slugOf: ({ body }) => slugWithin(FAILURES, textAt(body, 'detail')),
    messageOf: (body) => textAt(body, 'detail') ?? textAt(body, 'title'),
  });
}

function prediction(request: ProviderSubmit): ServiceRequest {
  const { model } = request;
  const input = replicateInput(request);
  const version = model.includes(':') ? model.slice(model.indexOf(':') + 1) : model;
  return model.includes('/') && !model.includes(':')
    ? { method: 'POST', path: `/v1/models/${model}/predictions`, body: { input } }
    : { method: 'POST', path: '/v1/predictions', body: { version, input } };
}

function stateOf(body: unknown): ProviderState {
  const status = textAt(body, 'status');
  switch (STATES[status as keyof typeof STATES]) {
    case 'pending':
      return { state: 'pending' };
    case 'in_progress':
      return { state: 'in_progress' };
    case 'failed': {
      const error = textAt(body, 'error');
      return failed(
        slugWithin(FAILURES, error) ?? 'provider_error',
        error ?? `The prediction was ${status}.`,
      );
    }
    case 'succeeded':
      return resultOf(body);
    default:
      throw new Error(`Replicate has no state ${cleanMessage(String(status))}`);
  }
}

function resultOf(body: unknown): ProviderState {
  const location = textAt(body, 'output') ?? textAt(body, 'output', 0) ?? textAt(body, 'output', 'video');
  if (location !== undefined) return made(location);
  if (valueAt(body, ['data_removed']) === true) {
    return failed('result_unavailable', 'The provider has removed the result.');
  }
  throw new Error('Replicate completed a prediction without a file');
}

function pathOf(handle: string): string {
  return `/v1/predictions/${encodeURIComponent(handle)}`;
}
