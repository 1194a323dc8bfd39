/**
 * MiniMax, video generation v1: https://platform.minimax.io/docs/api-reference/video-generation-intro
 *
 * Checked against the service's OpenAPI documents (`video/generation/api/openapi.json` and
 * `text-to-video.json`, version 1.0.0, of its API reference), its page of error codes, and its own client,
 * `minimax-mcp` 0.0.18, in November 2026.
 *
 * Nearly every answer has the status 200, and `base_resp.status_code` says what it is. A task that is over
 * names a file; the link to that is a second look-up, made when the file is wanted, for it dies after hours.
 */
import type { Service, ServiceAnswer } from '../../../outward/outward.js';
import type { ProviderState, ProviderSubmit, SubmitAnswer } from '../../provider.js';
import type { Adapter } from '../adapter.js';
import { numberAt, textAt } from '../remote/answer-parts.js';
import { ONE_PART } from '../remote/model-names.js';
import { probed } from '../remote/probe.js';
import {
  cleanMessage,
  type FailureTable,
  failed,
  lookedUp,
  slugIn,
  submitted,
} from '../remote/remote-answers.js';
import { remoteProvider } from '../remote/remote-provider.js';
import { minimaxInput, minimaxMisfit } from './minimax-models.js';
import { makeMinimaxStandIn } from './minimax-stand-in.js';

const DEFAULT_URL = 'https://api.minimax.io';

/** `status` of a task. */
const STATES = {
  Preparing: 'pending',
  Queueing: 'pending',
  Processing: 'in_progress',
  Success: 'made',
  Fail: 'failed',
} as const;

/** `base_resp.status_code` of a request that is refused for good, or of a task that failed. */
const FAILURES: FailureTable = {
  1004: 'provider_rejected',
  1008: 'provider_rejected',
  1026: 'content_rejected',
  1027: 'content_rejected',
  1042: 'invalid_input',
  2013: 'invalid_input',
  2038: 'provider_rejected',
  2049: 'provider_rejected',
};

/** Codes of limits: of requests, tokens and connections, and of their growth. */
const NOT_NOW: ReadonlySet<number> = new Set([1002, 1039, 1041, 2045]);

/** Codes that speak of the task that is looked up, and not of the look-up. */
const ABOUT_THE_TASK: ReadonlySet<number> = new Set([1026, 1027]);

const KEY_REFUSED: ReadonlySet<number> = new Set([1004, 2049]);

export const minimaxAdapter: Adapter<Record<never, never>> = {
  kind: 'minimax',
  isReal: true,
  failures: FAILURES,
  settings: {},
  defaultUrl: DEFAULT_URL,
  resultsExpire: true,
  example: { model: 'MiniMax-Hailuo-02', seconds: 6 },
  modelNames: ONE_PART,
  makeStandIn: makeMinimaxStandIn,
  create({ name, key, makeService }, { url = DEFAULT_URL }) {
    const service = makeService({ name, url, secretHeaders: { authorization: `Bearer ${key}` } });
    return remoteProvider(name, {
      // A submit cannot be given an id of ours, and tasks cannot be listed.
      lostAnswer: { kind: 'unknown' },
      misfitOf: minimaxMisfit,
      submit: (request, { signal }) => submit(service, request, signal),
      poll: (job, { signal }) => poll(service, job.handle, signal),
      probe({ signal }) {
        // The task does not exist.
        const asked = service.call({ method: 'GET', path: taskPath('0') }, signal);
        // An answer without a code is of another service, whatever it says.
        const told = asked.then((answer) =>
          codeOf(answer.body) === undefined ? answer : unwrapped(Promise.resolve(answer)),
        );
        return probed(told, ({ body }) => (codeOf(body) === undefined ? undefined : 'it takes the key'));
      },
      async content(fileId, signal) {
        const path = `/v1/files/retrieve?file_id=${encodeURIComponent(fileId)}`;
        const body = await lookedUp(unwrapped(service.call({ method: 'GET', path }, signal)));
        const url = textAt(body, 'file', 'download_url');
        if (url === undefined) throw new Error('MiniMax gave no link to a file');
        return service.openFile({ url }, signal);
      },
    });
  },
};

async function submit(service: Service, request: ProviderSubmit, signal: AbortSignal): Promise<SubmitAnswer> {
  const answered = service.call(
    { method: 'POST', path: '/v1/video_generation', body: minimaxInput(request) },
    signal,
  );
  return submitted(unwrapped(answered), {
    handleOf: (body) => textAt(body, 'task_id'),
    slugOf: ({ body }) => slugIn(FAILURES, String(codeOf(body))),
    messageOf,
  });
}

async function poll(service: Service, taskId: string, signal: AbortSignal): Promise<ProviderState> {
  const answer = await service.call({ method: 'GET', path: taskPath(taskId) }, signal);
  const code = codeOf(answer.body) ?? 0;
  const status = textAt(answer.body, 'status');
  if (ABOUT_THE_TASK.has(code) || (answer.status === 200 && status === 'Fail')) {
    return failed(slugIn(FAILURES, String(code)) ?? 'provider_error', messageOf(answer.body));
  }
  const body = await lookedUp(unwrapped(Promise.resolve(answer)));
  const state = STATES[status as keyof typeof STATES];
  switch (state) {
    case 'pending':
    case 'in_progress':
      return { state };
    case 'made': {
      const location = textAt(body, 'file_id');
      if (location === undefined) throw new Error('MiniMax completed a task without a file');
      return { state, location };
    }
    default:
      throw new Error(`MiniMax has no state ${cleanMessage(String(status))}`);
  }
}

/** An error inside a 200 as the answer that other services would give. A code without a meaning is a 500. */
async function unwrapped(answered: Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  const answer = await answered;
  const code = codeOf(answer.body);
  if (answer.status !== 200 || code === 0) return answer;
  if (code !== undefined && KEY_REFUSED.has(code)) return { ...answer, status: 401 };
  if (code !== undefined && NOT_NOW.has(code)) return { ...answer, status: 429 };
  return { ...answer, status: slugIn(FAILURES, String(code)) === undefined ? 500 : 400 };
}

function codeOf(body: unknown): number | undefined {
  return numberAt(body, 'base_resp', 'status_code');
}

function messageOf(body: unknown): string | undefined {
  return codeOf(body) === 0 ? undefined : textAt(body, 'base_resp', 'status_msg');
}

function taskPath(taskId: string): string {
  return `/v1/query/video_generation?task_id=${encodeURIComponent(taskId)}`;
}
