/**
 * `POST /v1/videos`: validates the request and quotes its price, then asks for a job under a fresh id.
 *
 * The order of refusals is the contract's: the schema here; the Idempotency-Key, the model, its bounds, the
 * open jobs and the money in the job's first turn, which therefore gets the quote, good or bad, with the
 * message.
 */

import type { Quote } from '../../../actors/jobs/quote.js';
import type { CreateJob, VideoJobReply, VideoJobState } from '../../../actors/jobs/video-job-messages.js';
import { keyJobsKey } from '../../../actors/jobs/video-job-records.js';
import { asked } from '../../../actors/partition.js';
import { printDa } from '../../../money/micro-da.js';
import { quoteSubmit } from '../../../routing/catalogue.js';
import { withPrefix } from '../../../store/store.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../operation.js';
import { parseSubmit, SUBMIT_REQUEST, type SubmitRequest } from '../../schemas/submit-request.js';
import { apiCaller, failed, refused } from '../answers.js';
import {
  type DocumentedOperation,
  IDEMPOTENCY_KEY_HEADER,
  REPLAYED_HEADER,
} from '../documented-operation.js';
import { EXAMPLE } from '../examples.js';
import { idempotencyRefused, parseIdempotency } from '../idempotency-key.js';

/** Bounds of the estimate that a refusal for too many jobs carries. */
const ROOM_AFTER_MS_MIN = 1_000;
const ROOM_AFTER_MS_MAX = 60_000;

export const submitVideo: DocumentedOperation = {
  method: 'POST',
  path: '/v1/videos',
  credential: 'api',
  body: 'json_or_multipart',
  headers: ['idempotency-key'],
  isRead: false,
  shedAs: 'billable',
  handle(input, deps) {
    const request = parseSubmit(input.body);
    if (!request.ok) return failed(request.error);
    const idempotency = parseIdempotency(input.header('idempotency-key'), () => sameness(request.value));
    if (!idempotency.ok) return failed(idempotency.error);
    const { prompt, extra } = request.value;
    return submit(input, deps, deps.ids.next('job'), {
      type: 'create',
      key: apiCaller(input.caller).id,
      quote: quoteOf(request.value, deps),
      prompt,
      extra,
      idempotency: idempotency.value,
      trace: input.header('traceparent'),
    });
  },
  doc: {
    operationId: 'submitVideo',
    tag: 'Videos',
    summary: 'Submit a video job',
    description:
      "Reserves `price_per_second × seconds` of the key's credit and accepts the job. The answer is sent when job and reservation are on disk; no provider is called before. Poll `polling_url` until the job is settled. Completion charges the seconds of output, at most what was reserved; failure charges nothing.",
    requestHeaders: [IDEMPOTENCY_KEY_HEADER],
    request: {
      schema: SUBMIT_REQUEST,
      example: { model: EXAMPLE.model, prompt: 'A paper boat on the Bay of Algiers at dawn', seconds: 8 },
    },
    answers: [
      {
        status: 202,
        description: 'The job is accepted.',
        headers: [{ name: 'Location', description: 'Same as `polling_url`.' }, REPLAYED_HEADER],
        content: {
          schema: 'SubmittedVideo',
          example: {
            id: EXAMPLE.jobId,
            object: 'video',
            status: 'pending',
            model: EXAMPLE.model,
            polling_url: `${EXAMPLE.baseUrl}/v1/videos/${EXAMPLE.jobId}`,
            created_at: EXAMPLE.createdAt,
          },
        },
      },
    ],
    errors: [
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'model_not_found',
      'too_many_jobs',
      'insufficient_credits',
      'storage_unavailable',
    ],
  },
};

const NO_ROOM: Quote = {
  ok: false,
  code: 'storage_unavailable',
  message: 'There is no room for further results right now; nothing was done. Try again later.',
  retryAfterMs: 30_000,
};

/** A model whose providers are down takes jobs up to a bound: no more would begin before their deadline. */
function quoteOf(
  { model, lengthMs, lengthParam, prompt, extra }: SubmitRequest,
  { catalogue, jobs, results }: GatewayDeps,
): Quote {
  const quote = quoteSubmit(catalogue, model, lengthMs, { prompt, extra, lengthParam });
  const routed = quote.ok ? jobs.routed(quote) : quote;
  return routed.ok && !results.takesMore(routed.route.provider) ? NO_ROOM : routed;
}

/**
 * The fields by which two submits are the same. A form has text only, so a number or a truth value at the top
 * counts as its text: what came as JSON may be repeated as a form.
 */
function sameness({ model, prompt, lengthMs, extra }: SubmitRequest): Readonly<Record<string, unknown>> {
  const others = Object.entries(extra).map(([name, value]) => [name, asFormText(value)] as const);
  return { model, prompt, length_ms: lengthMs, others: Object.fromEntries(others) };
}

function asFormText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

async function submit(
  input: OperationInput,
  deps: GatewayDeps,
  jobId: string,
  message: CreateJob,
): Promise<OperationAnswer> {
  let outcome = await asked(deps, deps.videoJob, jobId, message);
  if (outcome.ok && isOfRemovedJob(outcome.reply, deps)) {
    outcome = await asked(deps, deps.videoJob, jobId, message);
  }
  return outcome.ok ? answerTo(outcome.reply, message.key, input.baseUrl, deps) : refused(outcome.refusal);
}

/** The job of the first request was removed meanwhile, and its Idempotency-Key with it. */
function isOfRemovedJob(reply: VideoJobReply, { system, videoJob }: GatewayDeps): boolean {
  return reply.outcome === 'replayed' && system.view(videoJob, reply.jobId) === undefined;
}

function answerTo(reply: VideoJobReply, keyId: string, baseUrl: string, deps: GatewayDeps): OperationAnswer {
  switch (reply.outcome) {
    case 'accepted':
      return accepted(reply.job, baseUrl, false);
    case 'replayed':
      return replayed(reply.jobId, baseUrl, deps);
    case 'no_such_key':
      return failed({ code: 'invalid_api_key', message: 'This API key was revoked; use another one.' });
    case 'idempotency_key_in_use':
    case 'idempotency_key_reused':
      return failed(idempotencyRefused(reply.outcome));
    case 'not_on_offer':
      return failed(reply.quote);
    case 'too_many_jobs':
      return failed({
        code: 'too_many_jobs',
        message: 'This key has as many unfinished jobs as it may; wait until one has settled.',
        retryAfterMs: roomAfterMs(keyId, deps),
      });
    case 'insufficient_credits':
      return failed({
        code: 'insufficient_credits',
        message: `The job would reserve ${printDa(reply.required)} DA and the balance is ${printDa(reply.balance)} DA; add credit to the key, or ask for fewer seconds.`,
        required: reply.required,
        balance: reply.balance,
      });
    default:
      throw new Error(`a submit was answered ${reply.outcome}`);
  }
}

/**
 * The body says what was accepted, on a replay too: how the job stands by now is for `polling_url` to say.
 */
function accepted(job: VideoJobState, baseUrl: string, isReplay: boolean): OperationAnswer {
  const pollingUrl = `${baseUrl}/v1/videos/${job.id}`;
  return {
    kind: 'json',
    status: 202,
    body: `{"id":"${job.id}","object":"video","status":"pending","model":${JSON.stringify(job.model)},"polling_url":${JSON.stringify(pollingUrl)},"created_at":${job.createdAt}}`,
    headers: [['Location', pollingUrl], ...(isReplay ? ([['Idempotent-Replayed', 'true']] as const) : [])],
  };
}

function replayed(jobId: string, baseUrl: string, deps: GatewayDeps): OperationAnswer {
  const job = deps.system.view(deps.videoJob, jobId);
  if (job === undefined) throw new Error(`a submit was answered with job ${jobId}, which there is not`);
  return accepted(job, baseUrl, true);
}

/** When there may be room again: when news of the key's oldest unfinished job may come. */
function roomAfterMs(keyId: string, deps: GatewayDeps): number {
  const prefix = keyJobsKey(keyId, 'open', '');
  for (const { key } of deps.system.records.range('key_jobs', { ...withPrefix(prefix), limit: 1 })) {
    const newsInMs = deps.jobs.nextNewsInMs(key.slice(prefix.length));
    return Math.min(Math.max(newsInMs, ROOM_AFTER_MS_MIN), ROOM_AFTER_MS_MAX);
  }
  return ROOM_AFTER_MS_MIN;
}
