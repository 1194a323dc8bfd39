/**
 * Every error the API answers, once: code, status, type, in their order of precedence.
 *
 * The contract's table is this one; the OpenAPI document, the documentation and the tests are checked against
 * it in both directions.
 */
import type { MicroDa } from '../money/micro-da.js';

export interface ErrorKind {
  readonly status: number;
  /** The broad class that clients of OpenAI-like APIs switch on. */
  readonly type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'rate_limit_error'
    | 'insufficient_credits'
    | 'conflict_error'
    | 'unavailable_error'
    | 'api_error';
  /** The condition for it, in one clause. */
  readonly when: string;
}

/** In order of precedence: the first that applies is answered. */
export const ERRORS = {
  malformed_request: {
    status: 400,
    type: 'invalid_request_error',
    when: 'the request is not one that HTTP allows, such as conflicting Content-Length fields, bad percent-encoding or a Host that is not host[:port]',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    when: "the key's rolling window is full; without a valid key, that of the client address",
  },
  missing_api_key: { status: 401, type: 'authentication_error', when: 'no key was sent' },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    when: 'the key is unknown, mistyped or revoked',
  },
  wrong_credential: {
    status: 403,
    type: 'permission_error',
    when: 'a management key was sent to /v1, or an API key to /api',
  },
  operator_only: {
    status: 403,
    type: 'permission_error',
    when: 'the operation, or a field sent to it, is for operator keys',
  },
  account_not_verified: {
    status: 403,
    type: 'permission_error',
    when: 'an account that is not verified sets rate_limit_rpm',
  },
  chat_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    when: 'web chat: the account has sent 30 messages within a minute',
  },
  not_found: {
    status: 404,
    type: 'invalid_request_error',
    when: 'the path is unknown, or the id does not exist or belongs to another account',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    when: 'the path has no such method; see Allow',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    when: 'the body is not JSON nor, on submit, multipart/form-data',
  },
  payload_too_large: { status: 413, type: 'invalid_request_error', when: 'the body is over the bound' },
  request_timeout: { status: 408, type: 'invalid_request_error', when: 'the body was not complete in time' },
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    when: 'the body is not UTF-8, not JSON, or has a key twice in one object',
  },
  invalid_request: {
    status: 400,
    type: 'invalid_request_error',
    when: 'a field is missing, unknown to its type or outside its bounds; param names it',
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'conflict_error',
    when: 'the first request with this Idempotency-Key is still under way',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'conflict_error',
    when: 'this Idempotency-Key was used for another request',
  },
  reference_reused: {
    status: 422,
    type: 'conflict_error',
    when: 'this reference was used for another movement, key or amount',
  },
  too_many_keys: {
    status: 409,
    type: 'conflict_error',
    when: 'the account has as many keys that are not revoked as it may',
  },
  model_not_found: { status: 404, type: 'invalid_request_error', when: 'no such model is on offer' },
  too_many_jobs: {
    status: 429,
    type: 'rate_limit_error',
    when: 'the key has as many unfinished jobs as it may',
  },
  too_many_generations: {
    status: 429,
    type: 'rate_limit_error',
    when: 'the key has as many open generations as it may',
  },
  insufficient_credits: {
    status: 402,
    type: 'insufficient_credits',
    when: 'the balance is zero or less than the reservation, or less than a debit or transfer',
  },
  not_ready: {
    status: 409,
    type: 'conflict_error',
    when: 'the content of a job that is not completed yet, or a text that has not ended',
  },
  job_failed: { status: 409, type: 'conflict_error', when: 'the content of a job that failed' },
  result_expired: {
    status: 410,
    type: 'invalid_request_error',
    when: 'the content of a completed job is no longer kept, or the provider no longer has it',
  },
  range_not_satisfiable: {
    status: 416,
    type: 'invalid_request_error',
    when: 'the range lies outside the content',
  },
  overloaded: { status: 503, type: 'unavailable_error', when: 'a queue is full; nothing was done' },
  storage_unavailable: {
    status: 503,
    type: 'unavailable_error',
    when: 'the disk takes no writes; nothing was done',
  },
  provider_unavailable: {
    status: 503,
    type: 'unavailable_error',
    when: 'the content of a job is at its provider, which does not send it now; or no provider takes a text',
  },
  shutting_down: { status: 503, type: 'unavailable_error', when: 'the node is stopping; nothing was done' },
  content_rejected: {
    status: 400,
    type: 'invalid_request_error',
    when: 'the provider refuses a text for what the request says',
  },
  provider_rejected: {
    status: 502,
    type: 'api_error',
    when: 'the provider refuses a text, for a reason that no request can mend',
  },
  provider_error: { status: 502, type: 'api_error', when: 'the provider failed before the first token' },
  provider_timeout: {
    status: 504,
    type: 'api_error',
    when: 'the first token of a text did not come in time',
  },
  outcome_unknown: {
    status: 503,
    type: 'unavailable_error',
    when: 'a text was made, and its end could not be stored yet',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    when: 'a defect of the gateway, logged with the request id',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** An error answer in the making. */
export interface ApiError {
  readonly code: ErrorCode;
  /** Says what is wrong and what to do; no secret, no stack, no path of the machine. */
  readonly message: string;
  /** The field at fault. */
  readonly param?: string;
  /** Milliseconds to wait: becomes Retry-After, retry-after-ms and, on 429 and 503, `retry_after`. */
  readonly retryAfterMs?: number;
  /** With insufficient_credits: what the job would reserve and what is there, in micro-DA. */
  readonly required?: MicroDa;
  readonly balance?: MicroDa;
  /** With method_not_allowed. */
  readonly allow?: readonly string[];
  /** With range_not_satisfiable: the content's size in bytes. */
  readonly size?: number;
}

/** Errors of a result that a job has, and that cannot be sent. */
export const RESULT_ERRORS = {
  gone: {
    code: 'result_expired',
    message: 'The result of this job is no longer there; submit the job again.',
  },
  unavailable: {
    code: 'provider_unavailable',
    message: 'The provider does not send the result right now. Try again after retry_after seconds.',
    retryAfterMs: 5_000,
  },
} as const satisfies Record<string, ApiError>;
