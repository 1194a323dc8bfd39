/** Second looks at a job, that adapters take if the first has led there, with the answers to them. */
import type { ServiceName } from '../../../history/provider-kinds.js';
import { FAL_KNOWN } from './service-failures.js';
import { ASKED_AGAIN, eachOf, failed, JOB_REFUSED, ok, type ServiceWord } from './word-forms.js';

export interface SecondLook {
  /** The answer to the first look. */
  readonly after: object;
  readonly path: RegExp;
  readonly looks: (id: string) => readonly ServiceWord[];
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
      { status: 403, body: FAL_ERROR, means: ASKED_AGAIN },
      { status: 404, body: FAL_ERROR, means: JOB_REFUSED },
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
    ],
  },
};

function queued(id: string): unknown {
  return [7, id, {}, {}, []];
}
