/** Speaks the queue API of fal, as `fal-description.json` has it. */
import { textAt } from '../remote/answer-parts.js';
import {
  fateOf,
  type StandIn,
  type StandInAnswer,
  type StandInParts,
  type StandInRequest,
} from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const LENGTH_DEFAULT_MS = 5_000;
const REQUEST = /^(\/.+)\/requests\/([^/]+?)(\/status|\/cancel)?$/;

export function makeFalStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);

  function answer(request: StandInRequest): StandInAnswer {
    const file = jobs.file(request.path);
    if (file !== undefined) return file;
    if (request.headers.authorization !== `Key ${parts.key}`) {
      return { status: 401, body: { detail: 'Cannot access application. Authentication is required.' } };
    }
    if (request.method === 'POST') return submitted(request);
    const [, app = '', id = '', verb] = REQUEST.exec(request.path) ?? [];
    const job = jobs.find(id);
    if (verb === '/cancel' && request.method === 'PUT') return cancelled(job);
    if (job === undefined || request.method !== 'GET') return { status: 404, body: { detail: 'Not found' } };
    return verb === '/status' ? statusOf(app, job) : responseOf(job);
  }

  function submitted({ path, body }: StandInRequest): StandInAnswer {
    const prompt = textAt(body, 'prompt');
    if (prompt === undefined) return invalid('prompt', 'missing', 'Field required');
    if (fateOf(prompt) === 'rejects') return flagged();
    const seconds = Number.parseFloat(textAt(body, 'duration') ?? '');
    const job = jobs.begin(prompt, Number.isNaN(seconds) ? LENGTH_DEFAULT_MS : seconds * 1000);
    const app = path.split('/').slice(0, 3).join('/');
    return { status: 200, body: { status: 'IN_QUEUE', queue_position: 0, ...linksOf(app, job) } };
  }

  function statusOf(app: string, job: StandInJob): StandInAnswer {
    const links = linksOf(app, job);
    if (job.fate === 'unknown_state') return { status: 200, body: { status: 'DREAMING', ...links } };
    switch (jobs.phaseOf(job)) {
      case 'pending':
        return { status: 202, body: { status: 'IN_QUEUE', queue_position: 1, ...links } };
      case 'running':
        return { status: 202, body: { status: 'IN_PROGRESS', logs: [], ...links } };
      case 'over':
        return {
          status: 200,
          body: {
            status: 'COMPLETED',
            logs: [],
            metrics: { inference_time: 1.5 },
            ...links,
            ...errorOf(job),
          },
        };
    }
  }

  function responseOf(job: StandInJob): StandInAnswer {
    if (jobs.phaseOf(job) !== 'over')
      return { status: 400, body: { detail: 'Request is still in progress' } };
    if (job.fate === 'fails_for_content') return flagged();
    const error = errorOf(job);
    if (error !== undefined) {
      return { status: 500, body: { detail: error.error, error_type: error.error_type } };
    }
    return { status: 200, body: { video: { url: jobs.urlOf(job), content_type: 'video/mp4' } } };
  }

  function cancelled(job: StandInJob | undefined): StandInAnswer {
    if (job === undefined) return { status: 404, body: { status: 'NOT_FOUND' } };
    if (jobs.phaseOf(job) === 'over') return { status: 400, body: { status: 'ALREADY_COMPLETED' } };
    job.isCancelled = true;
    return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } };
  }

  function linksOf(app: string, { id }: StandInJob) {
    const url = `${parts.baseUrl()}${app}/requests/${id}`;
    return { request_id: id, response_url: url, status_url: `${url}/status`, cancel_url: `${url}/cancel` };
  }

  return { answer, begun: jobs.begun };
}

function errorOf({ fate, isCancelled }: StandInJob) {
  if (isCancelled) return { error: 'Request was cancelled', error_type: 'client_cancelled' };
  if (fate === 'fails') return { error: 'Runner failed', error_type: 'runner_server_error' };
  return undefined;
}

function flagged(): StandInAnswer {
  return invalid('prompt', 'content_policy_violation', 'The prompt was flagged by a content checker.');
}

function invalid(field: string, type: string, msg: string): StandInAnswer {
  return {
    status: 422,
    body: { detail: [{ loc: ['body', field], msg, type, url: 'https://docs.fal.ai/errors' }] },
  };
}
