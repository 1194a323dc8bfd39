/**
 * The tasks of Runway: https://docs.dev.runwayml.com/api
 *
 * Checked against the service's own client, `@runwayml/sdk` 4.12.0 (tasks, text to video, image to video),
 * and its page on failures of tasks, in November 2026. The version of the API goes out as a header.
 */
import type { Service } from '../../../outward/outward.js';
import type { FailureSlug, ProviderState, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { numberAt, textAt } from '../remote/answer-parts.js';
import { ONE_PART } from '../remote/model-names.js';
import { probed } from '../remote/probe.js';
import {
  cleanMessage,
  type FailureTable,
  failed,
  lookedUp,
  made,
  submitted,
} from '../remote/remote-answers.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { runwayInput, runwayMisfit } from './runway-models.js';
import { makeRunwayStandIn } from './runway-stand-in.js';

/** `status` of a task. A throttled one waits for room in the account's tier. */
const STATES = {
  PENDING: 'pending',
  THROTTLED: 'pending',
  RUNNING: 'in_progress',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
} as const;

/** The first that `failureCode` begins with counts. */
const FAILURES: FailureTable = {
  SAFETY: 'content_rejected',
  'INPUT_PREPROCESSING.SAFETY': 'content_rejected',
  'ASSET.INVALID': 'invalid_input',
  INPUT_PREPROCESSING: 'provider_error',
  INTERNAL: 'provider_error',
};

const DEFAULT_URL = 'https://api.dev.runwayml.com';
const VERSION = { 'x-runway-version': '2024-11-06' };
/** More often than once in five seconds the service does not want to be asked about a task. */
const ASK_AGAIN_AFTER_MS = 5_000;

export const runwayAdapter: Adapter<Record<never, never>> = {
  kind: 'runway',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  // Links to results end after 24 to 48 hours.
  resultsExpire: true,
  example: { model: 'gen4.5', seconds: 4 },
  modelNames: ONE_PART,
  makeStandIn: makeRunwayStandIn,
  create({ name, key, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { authorization: `Bearer ${key}` } });
    return remoteProvider(name, {
      // A task has no id of ours, and tasks cannot be listed.
      lostAnswer: { kind: 'unknown' },
      misfitOf: runwayMisfit,
      submit: (request, { signal }) => submit(service, request, signal),
      poll: async ({ handle }, { signal }) =>
        stateOf(
          await lookedUp(service.call({ method: 'GET', path: pathOf(handle), headers: VERSION }, signal)),
        ),
      async cancel({ handle }, { signal }) {
        await service.call({ method: 'DELETE', path: pathOf(handle), headers: VERSION }, signal);
      },
      probe({ signal }) {
        const asked = service.call({ method: 'GET', path: '/v1/organization', headers: VERSION }, signal);
        return probed(asked, ({ body }) => {
          const credit = numberAt(body, 'creditBalance');
          return credit === undefined ? undefined : `it takes the key; ${credit} credits are left`;
        });
      },
      content: (location, signal) => service.openFile({ url: location }, signal),
    });
  },
};

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  const body = runwayInput(request);
  const path = 'promptImage' in body ? '/v1/image_to_video' : '/v1/text_to_video';
  return submitted(service.call({ method: 'POST', path, body, headers: VERSION }, signal), {
    handleOf: (answer) => textAt(answer, 'id'),
    slugOf: () => undefined,
    messageOf: (answer) => textAt(answer, 'error'),
  });
}

function stateOf(body: unknown): ProviderState {
  const status = textAt(body, 'status');
  switch (STATES[status as keyof typeof STATES]) {
    case 'pending':
      return { state: 'pending', askAgainAfterMs: ASK_AGAIN_AFTER_MS };
    case 'in_progress':
      return {
        state: 'in_progress',
        progress: 100 * (numberAt(body, 'progress') ?? 0),
        askAgainAfterMs: ASK_AGAIN_AFTER_MS,
      };
    case 'failed':
      return failed(
        slugOf(textAt(body, 'failureCode')),
        textAt(body, 'failure') ?? `The task was ${status}.`,
      );
    case 'succeeded': {
      const location = textAt(body, 'output', 0);
      if (location === undefined) throw new Error('Runway completed a task without a file');
      return made(location);
    }
    default:
      throw new Error(`Runway has no state ${cleanMessage(String(status))}`);
  }
}

function slugOf(code = ''): FailureSlug {
  return Object.entries(FAILURES).find(([codeBegin]) => code.startsWith(codeBegin))?.[1] ?? 'provider_error';
}

function pathOf(handle: string): string {
  return `/v1/tasks/${encodeURIComponent(handle)}`;
}
