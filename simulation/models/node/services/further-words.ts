/**
 * Further answers of services: failures that are told in one of several ways, states with a part left out,
 * and submits that are taken. With those of `service-languages.ts` they are all that is documented.
 */
import type { ServiceName } from '../../../history/provider-kinds.js';
import { FAL, MINIMAX_LIMITS } from './service-failures.js';
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
  LONGS,
  MADE,
  ok,
  refusal,
  refused,
  type ServiceWord,
  taken,
  task,
  telling,
  veoRefusal,
} from './word-forms.js';

interface FurtherWords {
  readonly looks: (id: string) => readonly ServiceWord[];
  readonly submits: () => readonly ServiceWord[];
}

const UNKNOWN = 'outcome unknown';
/** Of the rules for content, by which Veo says that a prompt breaks them. */
const VEO_CONTENT = [
  "It goes against Google's Responsible AI practices.",
  'It does not meet the usage guidelines.',
  'Blocked for SAFETY reasons.',
  'It has sensitive words.',
  'It violates a policy.',
  'Prohibited.',
];

export const FURTHER_WORDS: Readonly<Record<ServiceName, FurtherWords>> = {
  fal: {
    looks: () => [
      telling(ok({ status: 'COMPLETED', error: LONG }, failed('provider_error'))),
      ...eachOf(FAL, (error_type, slug) => ok({ status: 'COMPLETED', error_type }, failed(slug))),
    ],
    submits: () => [
      ...taken('request_id'),
      detailed(LONG),
      ...eachOf(FAL, (error_type, slug) => ({
        status: 422,
        body: { detail: 'It is refused.', error_type },
        means: refused(error_type === 'new_one' ? 'invalid_input' : slug),
      })),
      ...LONGS.map(detailed),
    ],
  },
  replicate: {
    looks: (id) => [
      ok({ id, status: 'failed', error: 'It is refused. (E005)' }, failed('content_rejected')),
      ok({ id, status: 'failed', error: 'It was Flagged as sensitive' }, failed('content_rejected')),
      ok({ id, status: 'failed', error: null }, failed('provider_error')),
      telling(ok({ id, status: 'canceled', error: LONG }, failed('provider_error'))),
    ],
    submits: () => [
      ...taken('id'),
      telling({ status: 422, body: { detail: LONG, title: 'No' }, means: refused('invalid_input') }),
    ],
  },
  runway: {
    looks: (id) => [
      ok({ id, status: 'RUNNING' }, 'in_progress, 0 %, 5000 ms'),
      ok({ id, status: 'RUNNING', progress: 0 }, 'in_progress, 0 %, 5000 ms'),
      ok({ id, status: 'FAILED' }, failed('provider_error')),
      ok({ id, status: 'FAILED', failure: 'No.' }, failed('provider_error')),
      ok({ id, status: 'FAILED', failureCode: 'SAFETY' }, failed('content_rejected')),
      ok({ id, status: 'FAILED', failureCode: 'INPUT_PREPROCESSING.SAFETY' }, failed('content_rejected')),
      ok({ id, status: 'FAILED', failureCode: 'ASSET.INVALID.SIZE' }, failed('invalid_input')),
    ],
    submits: () => taken('id'),
  },
  veo: {
    looks: (name) => [
      ...VEO_CONTENT.map((message) =>
        ok({ name, done: true, error: { code: 3, message } }, failed('content_rejected')),
      ),
      ok({ name, done: true, error: { code: 13, message: VEO_CONTENT[0] } }, failed('provider_error')),
      ok({ name, done: true, error: { code: 99, message: 'New.' } }, failed('provider_error')),
      ok({ ...filteredOf(name, { generatedSamples: [{ video: { uri: FILE } }] }), error: null }, MADE),
      telling(ok(filteredOf(name, { raiMediaFilteredReasons: [LONG] }), failed('content_rejected'))),
      ok({ done: false }, ASKED_AGAIN),
    ],
    submits: () => [
      ...['models/veo-3.0-generate-001/operations/op-1', 'tunedModels/mine/operations/op_2'].map((name) =>
        ok({ name }, `accepted as ${name}`),
      ),
      // Looks at it would lead elsewhere, with the key.
      ...['files/1', 'models/a/../../files/1', 'https://a.example/models/m/operations/1', ''].map((name) =>
        ok({ name }, UNKNOWN),
      ),
      ...VEO_CONTENT.map((message) => veoRefusal(message, 'content_rejected')),
      veoRefusal('Please pass a valid API Key.', 'provider_rejected'),
    ],
  },
  luma: {
    looks: (id) => [
      ok({ id, state: 'failed' }, failed('provider_error')),
      ok({ id, state: 'failed', failure_reason: null }, failed('provider_error')),
      ok({ id, state: 'completed', assets: {} }, ASKED_AGAIN),
    ],
    submits: () => [...taken('id'), detailed(LONG), ...LONGS.map(detailed)],
  },
  minimax: {
    looks: (id) => [
      ok(task(id, 'Fail', 0), failed('provider_error')),
      ok({ task_id: id, status: 'Success', file_id: '77' }, ASKED_AGAIN),
      telling(ok(refusal(1026, LONG), failed('content_rejected'))),
      ok(refusal(1027), failed('content_rejected')),
      ok(refusal(2049), ASKED_AGAIN),
      ok(refusal(1042), JOB_REFUSED),
      ...MINIMAX_LIMITS.map((code) => ({ ...ok(refusal(code), 'busy, 7000 ms'), retryAfterMs: 7_000 })),
    ],
    submits: () => [
      ...MINIMAX_LIMITS.map((code) => ({ ...ok(refusal(code), 'not now, 7000 ms'), retryAfterMs: 7_000 })),
      ok({ task_id: 'job 1', ...Object(refusal(0)) }, 'accepted as job 1'),
      ok({ task_id: 'job 1' }, UNKNOWN),
      ok({ task_id: '', ...Object(refusal(0)) }, UNKNOWN),
    ],
  },
  comfyui: {
    looks: (id) => [
      ...['a.mov', 'a.m4v', 'a.mkv', 'a.avi', 'A.WebM', 'A.MP4'].map((filename) =>
        ok(
          history(id, 'success', [], { 4: { gifs: [{ filename }] } }),
          `made at /view?filename=${filename}&subfolder=&type=output`,
        ),
      ),
      ok(
        history(id, 'success', [], { 4: { images: [fileOf('a.gif', 'output'), fileOf('mp4', 'output')] } }),
        failed('result_unavailable'),
      ),
      telling(
        ok(
          history(id, 'error', [
            ['execution_interrupted', {}],
            ['execution_error', { exception_message: LONG }],
            ['progress', {}],
          ]),
          failed('provider_error'),
        ),
      ),
      ok({ another: {} }, ASKED_AGAIN),
      ok([], ASKED_AGAIN),
    ],
    submits: () => [
      ...taken('prompt_id'),
      comfyuiRefusal({ message: LONG, details: '' }),
      comfyuiRefusal({ message: 'No.', details: LONG }),
    ],
  },
  'openai-videos': {
    looks: (id) => [
      ok({ id, status: 'in_progress', progress: 0 }, 'in_progress, 0 %'),
      ok({ id, status: 'completed', output_seconds: 2.3456 }, `made at /videos/${id}/content, 2346 ms`),
      ok({ id, status: 'completed', output_seconds: 0 }, `made at /videos/${id}/content, 0 ms`),
      ok({ id, status: 'completed', seconds: '4.5' }, `made at /videos/${id}/content, 4500 ms`),
      ok({ id, status: 'failed' }, failed('provider_error')),
      telling(ok({ id, status: 'failed', error: LONG }, failed('provider_error'))),
    ],
    submits: () => [
      ...taken('id'),
      ...[{ error: { code: 'x', message: LONG } }, { error: 'x', error_message: LONG }, { error: LONG }].map(
        (body) => telling({ status: 422, body, means: refused('invalid_input') }),
      ),
      { status: 400, body: { error: 'content_rejected' }, means: refused('content_rejected') },
      { status: 404, body: { error: { code: 'invalid_input' } }, means: refused('invalid_input') },
    ],
  },
};

/** Statuses at the ends of their ranges, which say the same at every service. */
export const BOUNDARY_SUBMITS: readonly ServiceWord[] = [
  { status: 499, means: refused('invalid_input') },
  ...[302, 307, 304, 529, 599].map((status) => ({ status, means: UNKNOWN })),
];
export const BOUNDARY_LOOKS: readonly ServiceWord[] = [
  ...[400, 451, 499].map((status) => ({ status, means: JOB_REFUSED })),
  ...[302, 304, 307, 529, 599].map((status) => ({ status, means: ASKED_AGAIN })),
];

/** A refusal in words for the client. */
function detailed(detail: string): ServiceWord {
  return telling({ status: 400, body: { detail }, means: refused('invalid_input') });
}

function filteredOf(name: string, reasons: object): object {
  return Object(filtered(name, reasons));
}

function comfyuiRefusal(said: object): ServiceWord {
  const error = { type: 'invalid_prompt', extra_info: {}, ...said };
  return telling({ status: 400, body: { error, node_errors: {} }, means: refused('provider_rejected') });
}
