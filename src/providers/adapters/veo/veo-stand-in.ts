/** Speaks the Gemini API's long-running predictions of Veo, as `veo-description.json` has them. */
import { numberAt, textAt } from '../remote/answer-parts.js';
import {
  fateOf,
  type StandIn,
  type StandInAnswer,
  type StandInParts,
  type StandInRequest,
} from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const LENGTH_DEFAULT_SECONDS = 8;
const PREDICT = /^\/v1beta\/(models\/[^/:]+):predictLongRunning$/;
const OPERATION = /^\/v1beta\/((?:models\/[^/]+)\/operations\/([^/]+))$/;
const FLAGGED =
  'The prompt could not be submitted. It contains words that violate the Responsible AI practices.';

export function makeVeoStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);

  function answer({ method, path, headers, body }: StandInRequest): StandInAnswer {
    if (headers['x-goog-api-key'] !== parts.key) {
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    }
    const file = jobs.file(path);
    if (file !== undefined) return file;
    if (path === '/v1beta/models') {
      return { status: 200, body: { models: [{ name: 'models/veo-3.0-generate-001' }] } };
    }
    const [, model] = PREDICT.exec(path) ?? [];
    if (model !== undefined && method === 'POST') return predicted(model, body);
    const [, name = '', id = ''] = OPERATION.exec(path) ?? [];
    const job = jobs.find(id);
    if (job === undefined) return error(404, 'NOT_FOUND', 'Requested entity was not found.');
    return { status: 200, body: operationOf(name, job) };
  }

  function predicted(model: string, body: unknown): StandInAnswer {
    const prompt = textAt(body, 'instances', 0, 'prompt');
    if (prompt === undefined) return error(400, 'INVALID_ARGUMENT', 'A prompt is required.');
    if (fateOf(prompt) === 'rejects') return error(400, 'INVALID_ARGUMENT', FLAGGED);
    const seconds = numberAt(body, 'parameters', 'durationSeconds') ?? LENGTH_DEFAULT_SECONDS;
    return { status: 200, body: { name: `${model}/operations/${jobs.begin(prompt, seconds * 1000).id}` } };
  }

  function operationOf(name: string, job: StandInJob) {
    if (job.fate === 'unknown_state') return { operation: name, state: 'DREAMING' };
    if (jobs.phaseOf(job) !== 'over') return { name };
    if (job.fate === 'fails') return { name, done: true, error: { code: 13, message: 'Internal error.' } };
    return { name, done: true, response: { generateVideoResponse: responseOf(job) } };
  }

  function responseOf(job: StandInJob) {
    if (job.fate !== 'fails_for_content') {
      return { generatedSamples: [{ video: { uri: `${jobs.urlOf(job)}?alt=media` } }] };
    }
    const reason = 'The output was filtered, as it may break the usage guidelines. You are not charged.';
    return { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [reason] };
  }

  return { answer, begun: jobs.begun };
}

function error(code: number, status: string, message: string): StandInAnswer {
  return { status: code, body: { error: { code, message, status } } };
}
