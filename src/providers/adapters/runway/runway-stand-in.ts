/** Speaks the tasks of Runway, as `runway-description.json` has them. */
import { numberAt, textAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const LENGTH_DEFAULT_SECONDS = 10;
const CREATE = /^\/v1\/(text|image)_to_video$/;
const TASK = /^\/v1\/tasks\/([^/]+)$/;

export function makeRunwayStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);

  function answer(request: StandInRequest): StandInAnswer {
    const { method, path, headers } = request;
    const file = jobs.file(path);
    if (file !== undefined) return file;
    if (headers['x-runway-version'] !== '2024-11-06') return error(400, 'The version header is not valid.');
    if (headers.authorization !== `Bearer ${parts.key}`) return error(401, 'The key is not valid.');
    if (path === '/v1/organization')
      return {
        status: 200,
        body: {
          creditBalance: 1_000,
          tier: { maxMonthlyCreditSpend: 1_000, models: {} },
          usage: { models: {} },
        },
      };
    const created = CREATE.exec(path);
    if (created !== null && method === 'POST') return create(created[1] === 'image', request.body);
    const job = jobs.find(TASK.exec(path)?.[1] ?? '');
    if (job === undefined || job.isCancelled) return error(404, 'No such task.');
    if (method !== 'DELETE') return { status: 200, body: taskOf(job) };
    job.isCancelled = true;
    return { status: 204, body: undefined };
  }

  function create(needsImage: boolean, body: unknown): StandInAnswer {
    const prompt = textAt(body, 'promptText');
    if (prompt === undefined) return error(400, 'Validation of body failed: promptText is required.');
    if (needsImage && textAt(body, 'promptImage') === undefined) {
      return error(400, 'Validation of body failed: promptImage is required.');
    }
    const seconds = numberAt(body, 'duration') ?? LENGTH_DEFAULT_SECONDS;
    return { status: 200, body: { id: jobs.begin(prompt, seconds * 1000).id } };
  }

  function taskOf(job: StandInJob) {
    const task = { id: job.id, createdAt: new Date(job.begunAtMs).toISOString() };
    if (job.fate === 'unknown_state') return { ...task, status: 'DREAMING' };
    switch (jobs.phaseOf(job)) {
      case 'pending':
        return { ...task, status: 'PENDING' };
      case 'running':
        return { ...task, status: 'RUNNING', progress: jobs.progressOf(job) };
      case 'over': {
        const failure = failureOf(job);
        if (failure === undefined) return { ...task, status: 'SUCCEEDED', output: [jobs.urlOf(job)] };
        return { ...task, status: 'FAILED', ...failure };
      }
    }
  }

  return { answer, begun: jobs.begun };
}

/** Prompts are looked at when the task runs, never at a submit. */
function failureOf({ fate }: StandInJob) {
  switch (fate) {
    case 'rejects':
      return { failure: 'The prompt was rejected.', failureCode: 'SAFETY.INPUT.TEXT' };
    case 'fails_for_content':
      return { failure: 'The output was rejected.', failureCode: 'SAFETY.OUTPUT.VIDEO' };
    case 'fails':
      return { failure: 'The output was of no use.', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' };
    default:
      return undefined;
  }
}

function error(status: number, message: string): StandInAnswer {
  return { status, body: { error: message } };
}
