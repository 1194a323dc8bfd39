/** Speaks the predictions of Replicate, as `replicate-description.json` has them. */
import { numberAt, textAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const LENGTH_DEFAULT_SECONDS = 5;
const CREATE = /^\/v1\/(?:models\/([^/]+\/[^/]+)\/)?predictions$/;
const PREDICTION = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/;
const STATUSES = { pending: 'starting', running: 'processing', over: 'succeeded' } as const;
const FLAGGED =
  'The input or output was flagged as sensitive. Please try again with different inputs. (E005)';

interface Prediction {
  readonly model: string;
  readonly version: string;
  readonly input: object;
  readonly createdAt: string;
}

export function makeReplicateStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);
  const predictions = new Map<string, Prediction>();

  function answer(request: StandInRequest): StandInAnswer {
    const { method, path, headers } = request;
    const file = jobs.file(path);
    if (file !== undefined) return file;
    if (headers.authorization !== `Bearer ${parts.key}`) {
      return problem(401, 'Unauthenticated', 'You did not pass a valid authentication token');
    }
    if (path === '/v1/account') {
      return { status: 200, body: { type: 'organization', username: 'stand-in', name: 'Stand-in' } };
    }
    const created = CREATE.exec(path);
    if (created !== null && method === 'POST') return create(created[1], request.body);
    const [, id = '', verb] = PREDICTION.exec(path) ?? [];
    const job = jobs.find(id);
    if (job === undefined) return problem(404, 'Not found', 'The requested resource could not be found.');
    if (verb !== undefined && jobs.phaseOf(job) !== 'over') job.isCancelled = true;
    return { status: 200, body: predictionOf(job) };
  }

  function create(official: string | undefined, body: unknown): StandInAnswer {
    const prompt = textAt(body, 'input', 'prompt');
    if (prompt === undefined) return problem(422, 'Input validation failed', '- input: prompt is required');
    const version = official === undefined ? textAt(body, 'version') : 'hidden';
    if (version === undefined) return problem(422, 'Version does not exist', '- version is required');
    const seconds = numberAt(body, 'input', 'duration') ?? numberAt(body, 'input', 'seconds');
    const job = jobs.begin(prompt, (seconds ?? LENGTH_DEFAULT_SECONDS) * 1000);
    const createdAt = new Date(parts.nowMs()).toISOString();
    predictions.set(job.id, { model: official ?? 'stand-in/video', version, input: { prompt }, createdAt });
    return { status: 201, body: predictionOf(job) };
  }

  function predictionOf(job: StandInJob) {
    const { model, version, input, createdAt } = predictions.get(job.id) ?? {};
    const url = `${parts.baseUrl()}/v1/predictions/${job.id}`;
    const common = {
      id: job.id,
      model,
      version,
      input,
      created_at: createdAt,
      logs: '',
      data_removed: false,
    };
    const urls = { get: url, cancel: `${url}/cancel` };
    const standing = { ...common, urls, source: 'api', error: null, output: null };
    if (job.fate === 'unknown_state') return { ...standing, status: 'dreaming' };
    const status = STATUSES[jobs.phaseOf(job)];
    if (job.isCancelled) return { ...standing, status: 'canceled' };
    if (status !== 'succeeded') return { ...standing, status };
    const error = errorOf(job);
    if (error !== undefined) return { ...standing, status: 'failed', error };
    return { ...standing, status, output: jobs.urlOf(job), metrics: { predict_time: 1.5, total_time: 2 } };
  }

  return { answer, begun: jobs.begun };
}

/** Prompts are looked at when the model runs, never at a submit. */
function errorOf({ fate }: StandInJob): string | undefined {
  if (fate === 'rejects' || fate === 'fails_for_content') return FLAGGED;
  return fate === 'fails' ? 'Prediction failed unexpectedly. (E1000)' : undefined;
}

function problem(status: number, title: string, detail: string): StandInAnswer {
  return { status, body: { title, detail, status } };
}
