/** The answers of each service to submits and to looks at a job, with what each of them means. */
import type { ServiceName } from '../../../history/provider-kinds.js';
import {
  COMFYUI,
  FAL,
  LUMA,
  MINIMAX,
  MINIMAX_LIMITS,
  OPENAI_VIDEOS,
  OPENAI_VIDEOS_LATER,
  REPLICATE,
  RUNWAY,
  VEO,
} from './service-failures.js';
import {
  ASKED_AGAIN,
  eachOf,
  FILE,
  failed,
  fileOf,
  filtered,
  history,
  JOB_REFUSED,
  LONG,
  MADE,
  ok,
  refusal,
  refused,
  type ServiceWord,
  STRANGE_STATE,
  TOLD,
  task,
  telling,
  veoRefusal,
} from './word-forms.js';

interface ServiceLanguage {
  /** Finds the job's id in the path of a look at it. */
  readonly look: RegExp;
  readonly looks: (id: string) => readonly ServiceWord[];
  readonly submits: () => readonly ServiceWord[];
}

export const LANGUAGES: Readonly<Record<ServiceName, ServiceLanguage>> = {
  fal: {
    look: /\/requests\/([^/]+)\/status$/,
    looks: () => [
      ok({ status: 'IN_QUEUE', queue_position: 3 }, 'pending'),
      ok({ status: 'IN_PROGRESS' }, 'in_progress'),
      ok({ status: STRANGE_STATE }, ASKED_AGAIN),
      telling(ok({ status: 'COMPLETED', error: LONG, error_type: 'new_one' }, failed('provider_error'))),
      ...eachOf(FAL, (type, slug) =>
        ok({ status: 'COMPLETED', error: 'It failed.', error_type: type }, failed(slug)),
      ),
    ],
    submits: () =>
      ['content_policy_violation', 'missing'].map((type) => ({
        status: 422,
        body: { detail: [{ loc: ['body', 'prompt'], msg: LONG, type }] },
        tells: TOLD,
        means: refused(type === 'missing' ? 'invalid_input' : 'content_rejected'),
      })),
  },
  replicate: {
    look: /^\/v1\/predictions\/([^/]+)$/,
    looks: (id) => [
      ok({ id, status: 'starting' }, 'pending'),
      ok({ id, status: 'processing' }, 'in_progress'),
      ok({ id, status: 'canceled' }, failed('provider_error')),
      ok({ id, status: 'aborted' }, failed('provider_error')),
      ok({ id, status: 'succeeded', output: FILE }, MADE),
      ok({ id, status: 'succeeded', output: [FILE, `${FILE}/2`] }, MADE),
      ok({ id, status: 'succeeded', output: { video: FILE } }, MADE),
      telling(ok({ id, status: 'failed', error: LONG }, failed('provider_error'))),
      ok({ id, status: 'succeeded', output: null, data_removed: true }, failed('result_unavailable')),
      ok({ id, status: 'succeeded', output: null, data_removed: false }, ASKED_AGAIN),
      ok({ id, status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(REPLICATE, (error, slug) => ok({ id, status: 'failed', error }, failed(slug))),
    ],
    submits: () => [
      ...eachOf(REPLICATE, (detail, slug) => ({
        status: 422,
        body: { detail },
        means: refused(slug === 'provider_error' ? 'invalid_input' : slug),
      })),
      telling({ status: 422, body: { title: LONG }, means: refused('invalid_input') }),
    ],
  },
  runway: {
    look: /^\/v1\/tasks\/([^/]+)$/,
    looks: (id) => [
      ok({ id, status: 'PENDING' }, 'pending, 5000 ms'),
      ok({ id, status: 'THROTTLED' }, 'pending, 5000 ms'),
      ok({ id, status: 'RUNNING', progress: 0.5 }, 'in_progress, 50 %, 5000 ms'),
      ok({ id, status: 'CANCELLED' }, failed('provider_error')),
      ok({ id, status: 'RUNNING', progress: 1 }, 'in_progress, 100 %, 5000 ms'),
      ok({ id, status: 'SUCCEEDED', output: [FILE, `${FILE}/2`] }, MADE),
      telling(ok({ id, status: 'FAILED', failure: LONG, failureCode: 'X' }, failed('provider_error'))),
      ok({ id, status: 'SUCCEEDED', output: [] }, ASKED_AGAIN),
      ok({ id, status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(RUNWAY, (failureCode, slug) =>
        ok({ id, status: 'FAILED', failure: 'It failed.', failureCode }, failed(slug)),
      ),
    ],
    submits: () => [telling({ status: 400, body: { error: LONG }, means: refused('invalid_input') })],
  },
  veo: {
    look: /^\/v1beta\/(models\/.+\/operations\/.+)$/,
    looks: (name) => [
      ok({ name }, 'in_progress'),
      ok({ name, done: false }, 'in_progress'),
      ok(filtered(name, { generatedSamples: [{ video: { uri: FILE } }] }), MADE),
      telling(ok({ name, done: true, error: { code: 13, message: LONG } }, failed('provider_error'))),
      ok({ name, done: true, response: { generateVideoResponse: {} } }, ASKED_AGAIN),
      ok(filtered(name, { raiMediaFilteredCount: 1 }), failed('content_rejected')),
      ok(
        filtered(name, { raiMediaFilteredReasons: ['A celebrity.'], raiMediaFilteredCount: 1 }),
        failed('content_rejected'),
      ),
      ok(
        { name, done: true, error: { code: 3, message: 'It violates the usage guidelines.' } },
        failed('content_rejected'),
      ),
      ...eachOf(VEO, (code, slug) =>
        ok({ name, done: true, error: { code: Number(code), message: 'It failed.' } }, failed(slug)),
      ),
    ],
    submits: () => [
      veoRefusal('The prompt violates the usage guidelines.', 'content_rejected'),
      veoRefusal('API key not valid.', 'provider_rejected'),
      telling(veoRefusal(LONG, 'invalid_input')),
      veoRefusal('The length is out of bounds.', 'invalid_input'),
    ],
  },
  luma: {
    look: /^\/generations\/([^/]+)$/,
    looks: (id) => [
      ok({ id, state: 'queued' }, 'pending'),
      ok({ id, state: 'dreaming' }, 'in_progress'),
      ok({ id, state: 'completed', assets: { video: FILE } }, MADE),
      telling(ok({ id, state: 'failed', failure_reason: LONG }, failed('provider_error'))),
      ok({ id, state: 'completed', assets: null }, ASKED_AGAIN),
      ok({ id, state: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(LUMA, (failure_reason, slug) => ok({ id, state: 'failed', failure_reason }, failed(slug))),
    ],
    submits: () =>
      eachOf(LUMA, (detail, slug) => ({
        status: 400,
        body: { detail },
        means: refused(slug === 'provider_error' ? 'invalid_input' : slug),
      })),
  },
  minimax: {
    look: /^\/v1\/query\/video_generation\?task_id=(.+)$/,
    looks: (id) => [
      ok(task(id, 'Preparing', 0), 'pending'),
      ok(task(id, 'Queueing', 0), 'pending'),
      ok(task(id, 'Processing', 0), 'in_progress'),
      ok(task(id, 'Success', 0), ASKED_AGAIN),
      ok({ ...task(id, 'Success', 0), file_id: '77' }, 'made at 77'),
      telling(ok(task(id, 'Fail', 1027, LONG), failed('content_rejected'))),
      ok(task(id, STRANGE_STATE, 0), ASKED_AGAIN),
      ok(task(id, 'Fail', 1026), failed('content_rejected')),
      ok(task(id, 'Fail', 1027), failed('content_rejected')),
      ok(task(id, 'Fail', 1000), failed('provider_error')),
      ok(refusal(1000), ASKED_AGAIN),
      ok(refusal(2013), JOB_REFUSED),
      ok(refusal(1004), ASKED_AGAIN),
      ...MINIMAX_LIMITS.map((code) => ok(refusal(code), 'busy, no ms')),
    ],
    submits: () => [
      ...MINIMAX_LIMITS.map((code) => ok(refusal(code), 'not now, no ms')),
      ...eachOf(MINIMAX, (code, slug) => ok(refusal(Number(code)), refused(slug))),
      ...[1000, 1001, 1013].map((code) => ok(refusal(code), 'outcome unknown')),
      telling(ok(refusal(2013, LONG), refused('invalid_input'))),
    ],
  },
  comfyui: {
    look: /^\/history\/([^/]+)$/,
    looks: (id) => [
      ok(
        history(id, 'error', [['execution_error', { exception_message: 'CUDA' }]]),
        failed('provider_error'),
      ),
      ok(history(id, 'error', [['execution_interrupted', {}]]), failed('provider_error')),
      ok(history(id, 'error', []), failed('provider_error')),
      telling(
        ok(
          history(id, 'error', [['execution_error', { exception_message: LONG }]]),
          failed('provider_error'),
        ),
      ),
      ok(
        history(id, 'success', [], {
          3: { text: ['a word'], images: [fileOf('a.mp4', 'temp')] },
          4: { gifs: [fileOf('a.png', 'output'), fileOf('b c.webm', 'output')] },
        }),
        'made at /view?filename=b+c.webm&subfolder=video&type=output',
      ),
      ok(
        history(id, 'success', [], { 4: { images: [fileOf('a.mp4', 'temp')] } }),
        'made at /view?filename=a.mp4&subfolder=video&type=temp',
      ),
      ok(history(id, 'success', [['execution_success', {}]]), failed('result_unavailable')),
      ok(history(id, STRANGE_STATE, []), ASKED_AGAIN),
    ],
    submits: () =>
      eachOf(COMFYUI, (type, slug) => ({
        status: 400,
        body: { error: { type, message: 'It is refused.', details: '', extra_info: {} }, node_errors: {} },
        means: refused(slug),
      })),
  },
  'openai-videos': {
    look: /^\/videos\/([^/]+)$/,
    looks: (id) => [
      ok({ id, status: 'queued' }, 'pending'),
      ok({ id, status: 'pending' }, 'pending'),
      ok({ id, status: 'in_progress', progress: 30 }, 'in_progress, 30 %'),
      ok({ id, status: 'in_progress' }, 'in_progress'),
      ok(
        { id, status: 'completed', seconds: '8', output_seconds: 5 },
        `made at /videos/${id}/content, 5000 ms`,
      ),
      ok({ id, status: 'completed', seconds: '8' }, `made at /videos/${id}/content, 8000 ms`),
      ok({ id, status: 'completed' }, `made at /videos/${id}/content`),
      telling(ok({ id, status: 'failed', error: { code: 'x', message: LONG } }, failed('provider_error'))),
      telling(ok({ id, status: 'failed', error: 'x', error_message: LONG }, failed('provider_error'))),
      ok({ id, status: 'cancelled' }, failed('provider_error')),
      ok({ id, status: 'expired' }, failed('provider_timeout')),
      ok({ id, status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(OPENAI_VIDEOS_LATER, (code, slug) =>
        ok({ id, status: 'failed', error: { code, message: 'It failed.' } }, failed(slug)),
      ),
      // Other gateways say the slug alone.
      ok({ id, status: 'failed', error: 'content_rejected' }, failed('content_rejected')),
    ],
    submits: () =>
      eachOf(OPENAI_VIDEOS, (code, slug) => ({
        status: 400,
        body: { error: { code, message: 'It is refused.' } },
        means: refused(slug),
      })),
  },
};
