/** The answers of each service to submits and to looks at a job, with what each of them means. */
import type { FailureSlug } from '../../../../src/providers/provider.js';
import type { ServiceName } from '../../../history/provider-kinds.js';
import {
  COMFYUI,
  FAL,
  type Failures,
  LUMA,
  MINIMAX,
  MINIMAX_LIMITS,
  OPENAI_VIDEOS,
  OPENAI_VIDEOS_LATER,
  REPLICATE,
  RUNWAY,
  VEO,
} from './service-failures.js';

/** One answer of a service, and what it says of the job that it is about. */
export interface ServiceWord {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfterMs?: number;
  readonly means: string;
  /** True if the service does what it was asked for, whatever it says. */
  readonly acts?: true;
}

interface ServiceLanguage {
  /** Finds the job's id in the path of a look at it. */
  readonly look: RegExp;
  readonly looks: (id: string) => readonly ServiceWord[];
  readonly submits: () => readonly ServiceWord[];
}

const STRANGE_STATE = 'resting';
export const ASKED_AGAIN = 'asked again';
/** Of an answer of a service that behaves, whatever it says. */
export const UNDERSTOOD = 'understood';

export const LANGUAGES: Readonly<Record<ServiceName, ServiceLanguage>> = {
  fal: {
    look: /\/requests\/([^/]+)\/status$/,
    looks: () => [
      ok({ status: 'IN_QUEUE', queue_position: 3 }, 'pending'),
      ok({ status: 'IN_PROGRESS' }, 'in_progress'),
      ok({ status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(FAL, (type, slug) =>
        ok({ status: 'COMPLETED', error: 'It failed.', error_type: type }, failed(slug)),
      ),
    ],
    submits: () =>
      ['content_policy_violation', 'missing'].map((type) => ({
        status: 422,
        body: { detail: [{ loc: ['body', 'prompt'], msg: 'It is refused.', type }] },
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
      ok({ id, status: 'succeeded', output: null, data_removed: true }, failed('result_unavailable')),
      ok({ id, status: 'succeeded', output: null, data_removed: false }, ASKED_AGAIN),
      ok({ id, status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(REPLICATE, (error, slug) => ok({ id, status: 'failed', error }, failed(slug))),
    ],
    submits: () => [{ status: 422, body: { detail: 'NSFW content' }, means: refused('content_rejected') }],
  },
  runway: {
    look: /^\/v1\/tasks\/([^/]+)$/,
    looks: (id) => [
      ok({ id, status: 'PENDING' }, 'pending, 5000 ms'),
      ok({ id, status: 'THROTTLED' }, 'pending, 5000 ms'),
      ok({ id, status: 'RUNNING', progress: 0.5 }, 'in_progress, 50 %, 5000 ms'),
      ok({ id, status: 'CANCELLED' }, failed('provider_error')),
      ok({ id, status: 'SUCCEEDED', output: [] }, ASKED_AGAIN),
      ok({ id, status: STRANGE_STATE }, ASKED_AGAIN),
      ...eachOf(RUNWAY, (failureCode, slug) =>
        ok({ id, status: 'FAILED', failure: 'It failed.', failureCode }, failed(slug)),
      ),
    ],
    submits: () => [],
  },
  veo: {
    look: /^\/v1beta\/(models\/.+\/operations\/.+)$/,
    looks: (name) => [
      ok({ name }, 'in_progress'),
      ok({ name, done: false }, 'in_progress'),
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
      veoRefusal('The length is out of bounds.', 'invalid_input'),
    ],
  },
  luma: {
    look: /^\/generations\/([^/]+)$/,
    looks: (id) => [
      ok({ id, state: 'queued' }, 'pending'),
      ok({ id, state: 'dreaming' }, 'in_progress'),
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
      ok(task(id, STRANGE_STATE, 0), ASKED_AGAIN),
      ok(task(id, 'Fail', 1026), failed('content_rejected')),
      ok(task(id, 'Fail', 1027), failed('content_rejected')),
      ok(task(id, 'Fail', 1000), failed('provider_error')),
      ok(refusal(1000), ASKED_AGAIN),
      ok(refusal(2013), ASKED_AGAIN),
      ok(refusal(1004), ASKED_AGAIN),
      ...MINIMAX_LIMITS.map((code) => ok(refusal(code), 'busy, no ms')),
    ],
    submits: () => [
      ...MINIMAX_LIMITS.map((code) => ok(refusal(code), 'not now, no ms')),
      ...eachOf(MINIMAX, (code, slug) => ok(refusal(Number(code)), refused(slug))),
      ...[1000, 1001, 1013].map((code) => ok(refusal(code), 'outcome unknown')),
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

export function refused(slug: FailureSlug): string {
  return `rejected, ${slug}`;
}

export function failed(slug: FailureSlug): string {
  return `failed, ${slug}`;
}

export function ok(body: unknown, means: string): ServiceWord {
  return { status: 200, body, means };
}

export function eachOf<Made>(
  failures: Failures,
  make: (failure: string, slug: FailureSlug) => Made,
): readonly Made[] {
  return (Object.entries(failures) as [FailureSlug, readonly string[]][]).flatMap(([slug, names]) =>
    names.map((name) => make(name, slug)),
  );
}

function filtered(name: string, reasons: object): unknown {
  return { name, done: true, response: { generateVideoResponse: reasons } };
}

function veoRefusal(message: string, slug: FailureSlug): ServiceWord {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID' } }, means: refused(slug) };
}

function task(id: string, status: string, code: number): unknown {
  return { task_id: id, status, file_id: '', base_resp: { status_code: code, status_msg: 'It is so.' } };
}

function refusal(code: number): unknown {
  return { base_resp: { status_code: code, status_msg: 'It is refused.' } };
}

function history(id: string, said: string, messages: readonly unknown[]): unknown {
  return {
    [id]: { prompt: [], outputs: {}, status: { status_str: said, completed: said === 'success', messages } },
  };
}
