/** Second looks at a job, that adapters take if the first has led there, with the answers to them. */
import type { ServiceName } from '../../../history/provider-kinds.js';
import { FAL_KNOWN } from './service-failures.js';
import {
  ASKED_AGAIN,
  eachOf,
  failed,
  fileOf,
  history,
  JOB_REFUSED,
  LONG,
  NOT_FOUND,
  ok,
  type ServiceWord,
  telling,
} from './word-forms.js';

export interface SecondLook {
  /** The answer to the first look. */
  readonly after: object;
  readonly path: RegExp;
  readonly looks: (id: string) => readonly ServiceWord[];
  /** An answer to the second look that leads to a third, by the path of the first; and the words of that. */
  readonly third?: {
    readonly after: object;
    readonly looks: (id: string) => readonly ServiceWord[];
  };
}

const FAL_ERROR = { detail: 'It is refused.', error_type: 'internal_error' };

export const SECOND_LOOKS: Readonly<Partial<Record<ServiceName, SecondLook>>> = {
  fal: {
    after: { status: 'COMPLETED' },
    path: /\/requests\/[^/]+$/,
    looks: () => [
      ok({ video: { url: 'https://fal.example/1.mp4' } }, 'made at https://fal.example/1.mp4'),
      ok(
        { video: { url: 'https://fal.example/2.mp4', duration: 4.5 } },
        'made at https://fal.example/2.mp4, 4500 ms',
      ),
      ok({ videos: [{ url: 'https://fal.example/3.mp4' }] }, 'made at https://fal.example/3.mp4'),
      ok({}, ASKED_AGAIN),
      { status: 400, body: { detail: 'Request is still in progress' }, means: JOB_REFUSED },
      // It speaks of the look, whatever it calls that.
      ...[401, 403, 408].map((status) => ({ status, body: FAL_ERROR, means: ASKED_AGAIN })),
      ...[404, 405].map((status) => ({ status, body: FAL_ERROR, means: JOB_REFUSED })),
      { status: 429, body: FAL_ERROR, means: 'busy, no ms' },
      // A gateway before it.
      { status: 500, body: { detail: 'Bad gateway' }, means: ASKED_AGAIN },
      ok(
        { video: { url: 'https://fal.example/4.mp4', duration: 2.3456 } },
        'made at https://fal.example/4.mp4, 2346 ms',
      ),
      telling({ status: 422, body: { detail: LONG }, means: failed('invalid_input') }),
      telling({
        status: 500,
        body: { detail: LONG, error_type: 'new_one' },
        means: failed('provider_error'),
      }),
      telling({
        status: 422,
        body: { detail: [{ loc: ['body'], msg: LONG, type: 'new_one' }] },
        means: failed('invalid_input'),
      }),
      { status: 422, body: { detail: 'It is refused.' }, means: failed('invalid_input') },
      ...eachOf(FAL_KNOWN, (type, slug) => ({
        status: 422,
        body: { detail: [{ loc: ['body', 'prompt'], msg: 'It is refused.', type }] },
        means: failed(slug),
      })),
      ...eachOf(FAL_KNOWN, (error_type, slug) => ({
        status: 500,
        body: { detail: 'It failed.', error_type },
        means: failed(slug),
      })),
    ],
  },
  comfyui: {
    after: {},
    path: /^\/queue$/,
    looks: (id) => [
      ok({ queue_running: [queued(id)], queue_pending: [queued('another')] }, 'in_progress'),
      ok({ queue_running: [queued('another')], queue_pending: [queued(id)] }, 'pending'),
      ok({ queue_running: [] }, ASKED_AGAIN),
      ok({ queue_pending: [queued('another')] }, ASKED_AGAIN),
      ok({ queue_running: [[7]], queue_pending: [] }, ASKED_AGAIN),
    ],
    // A prompt that ends between the two looks is in the history by then.
    third: {
      after: { queue_running: [queued('another')], queue_pending: [queued('a third')] },
      looks: (id) => [
        ok({}, NOT_FOUND),
        ok(
          history(id, 'success', [], { 4: { images: [fileOf('c.mp4', 'output')] } }),
          'made at /view?filename=c.mp4&subfolder=video&type=output',
        ),
        ok(history(id, 'success', []), failed('result_unavailable')),
        telling(
          ok(
            history(id, 'error', [['execution_error', { exception_message: LONG }]]),
            failed('provider_error'),
          ),
        ),
      ],
    },
  },
};

function queued(id: string): unknown {
  return [7, id, {}, {}, []];
}
