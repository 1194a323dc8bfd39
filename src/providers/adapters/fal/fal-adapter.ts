/**
 * The queue of fal: https://docs.fal.ai/documentation/model-apis/inference/queue
 *
 * Checked against the service's own clients, `@fal-ai/client` 1.10.1 (its queue client) and
 * `fal-client` 1.0.1 for Python (errors of a completed request), and its pages on errors, in November 2026.
 *
 * The queue has no state for a failure: a request whose model failed is completed, and its status or its
 * response holds the error.
 */
import type { Service } from '../../../outward/outward.js';
import type {
  FailureSlug,
  ProviderJob,
  ProviderState,
  ProviderSubmit,
  SubmitAnswer,
} from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { listAt, numberAt, textAt } from '../remote/answer-parts.js';
import { SOME_PARTS } from '../remote/model-names.js';
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
import { remoteProvider } from '../remote/remote-provider.js';
import { falInput, falRules } from './fal-models.js';
import { makeFalStandIn } from './fal-stand-in.js';

/** `status` of a request. */
const STATES = { IN_QUEUE: 'pending', IN_PROGRESS: 'in_progress', COMPLETED: 'over' } as const;

/** `error_type` of a request, and `type` of an error of its model. */
const FAILURES: FailureTable = {
  content_policy_violation: 'content_rejected',
  bad_request: 'invalid_input',
  generation_timeout: 'provider_timeout',
  request_timeout: 'provider_timeout',
  startup_timeout: 'provider_timeout',
  runner_connection_timeout: 'provider_timeout',
  downstream_service_unavailable: 'provider_unavailable',
  runner_scheduling_failure: 'provider_unavailable',
  runner_connection_error: 'provider_unavailable',
  runner_connection_refused: 'provider_unavailable',
  runner_disconnected: 'provider_unavailable',
  client_cancelled: 'provider_error',
  client_disconnected: 'provider_error',
  downstream_service_error: 'provider_error',
  internal_error: 'provider_error',
  internal_server_error: 'provider_error',
  no_media_generated: 'provider_error',
  runner_incomplete_response: 'provider_error',
  runner_server_error: 'provider_error',
};

/** Answers to a look-up of a response that speak of the look-up, never of the request's end. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 429]);

const DEFAULT_URL = 'https://queue.fal.run';
const NO_REQUEST = '00000000-0000-4000-8000-000000000000';

export const falAdapter: Adapter<Record<never, never>> = {
  kind: 'fal',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  example: { model: 'fal-ai/veo3/fast', seconds: 4 },
  modelNames: SOME_PARTS,
  makeStandIn: makeFalStandIn,
  create({ name, key, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { authorization: `Key ${key}` } });
    return remoteProvider(name, {
      // A submit cannot be given an id of ours, and requests cannot be listed.
      lostAnswer: { kind: 'unknown' },
      misfitOf: (request) => misfitUnder(falRules(request.model), request),
      submit: (request, call) => submit(service, request, call.signal),
      poll: (job, call) => poll(service, job, call.signal),
      async cancel(job, { signal }) {
        await service.call({ method: 'PUT', path: `${requestPath(job)}/cancel` }, signal);
      },
      probe({ signal }) {
        const path = `${requestPath({ model: 'fal-ai/veo3', handle: NO_REQUEST })}/status`;
        // The request does not exist.
        return probed(service.call({ method: 'GET', path }, signal), ({ status, body }) =>
          status < 500 && errorMessage(body) !== undefined ? 'the queue takes the key' : undefined,
        );
      },
      content: (location, signal) => service.openFile({ url: location }, signal),
    });
  },
};

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  const answered = service.call(
    { method: 'POST', path: `/${request.model}`, body: falInput(request) },
    signal,
  );
  return submitted(answered, {
    handleOf: (body) => textAt(body, 'request_id'),
    slugOf: ({ body }) => slugIn(FAILURES, errorType(body)),
    messageOf: errorMessage,
  });
}

async function poll(service: Service, job: ProviderJob, signal: AbortSignal): Promise<ProviderState> {
  const path = requestPath(job);
  const body = await lookedUp(service.call({ method: 'GET', path: `${path}/status` }, signal));
  const status = textAt(body, 'status');
  switch (STATES[status as keyof typeof STATES]) {
    case 'pending':
      return { state: 'pending' };
    case 'in_progress':
      return { state: 'in_progress' };
    case 'over':
      return textAt(body, 'error') === undefined && textAt(body, 'error_type') === undefined
        ? resultOf(service, path, signal)
        : failure(body, 'provider_error');
    default:
      throw new Error(`fal has no state ${cleanMessage(String(status))}`);
  }
}

async function resultOf(service: Service, path: string, signal: AbortSignal): Promise<ProviderState> {
  const answer = await service.call({ method: 'GET', path }, signal);
  const { status, body } = answer;
  if (status >= 400 && !ABOUT_THE_CALL.has(status) && isError(status, body)) {
    return failure(body, status < 500 ? 'invalid_input' : 'provider_error');
  }
  const result = await lookedUp(Promise.resolve(answer));
  const location = textAt(result, 'video', 'url') ?? textAt(result, 'videos', 0, 'url');
  if (location === undefined) throw new Error('fal completed a request without a video');
  return made(location, numberAt(result, 'video', 'duration'));
}

/** A gateway before fal may answer 5xx, too; its page has no error in it. */
function isError(status: number, body: unknown): boolean {
  return errorType(body) !== undefined || (status === 422 && textAt(body, 'detail') !== undefined);
}

function failure(body: unknown, otherwise: FailureSlug): ProviderState {
  return failed(slugIn(FAILURES, errorType(body)) ?? otherwise, errorMessage(body));
}

function errorType(body: unknown): string | undefined {
  return textAt(body, 'error_type') ?? textAt(listAt(body, 'detail')?.[0], 'type');
}

function errorMessage(body: unknown): string | undefined {
  return textAt(body, 'error') ?? textAt(body, 'detail') ?? textAt(body, 'detail', 0, 'msg');
}

/** A request is looked up under its app: the path of an endpoint beneath it is left out. */
function requestPath({ model, handle }: Pick<ProviderJob, 'model' | 'handle'>): string {
  const parts = model.split('/');
  const app = parts.slice(0, parts[0] === 'workflows' || parts[0] === 'comfy' ? 3 : 2);
  return `/${app.join('/')}/requests/${encodeURIComponent(handle)}`;
}
