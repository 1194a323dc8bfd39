/**
 * The word of the contract on every answer: its header fields, and the table of errors in their order.
 *
 * Written down from the contract, not from the gateway's own table: the two are held against each other.
 */
import { expect } from 'vitest';
import { type Answer, OPERATOR_KEY } from './client.js';

/** In order of precedence: the first that applies is answered. */
export const CONTRACT_ERRORS = [
  ['malformed_request', 400],
  ['rate_limit_exceeded', 429],
  ['missing_api_key', 401],
  ['invalid_api_key', 401],
  ['wrong_credential', 403],
  ['operator_only', 403],
  ['account_not_verified', 403],
  ['chat_limit_exceeded', 429],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['unsupported_media_type', 415],
  ['payload_too_large', 413],
  ['request_timeout', 408],
  ['invalid_json', 400],
  ['invalid_request', 400],
  ['idempotency_key_in_use', 409],
  ['idempotency_key_reused', 422],
  ['reference_reused', 422],
  ['too_many_keys', 409],
  ['model_not_found', 404],
  ['too_many_jobs', 429],
  ['too_many_generations', 429],
  ['insufficient_credits', 402],
  ['not_ready', 409],
  ['job_failed', 409],
  ['result_expired', 410],
  ['range_not_satisfiable', 416],
  ['overloaded', 503],
  ['storage_unavailable', 503],
  ['provider_unavailable', 503],
  ['shutting_down', 503],
  ['content_rejected', 400],
  ['provider_rejected', 502],
  ['provider_error', 502],
  ['provider_timeout', 504],
  ['outcome_unknown', 503],
  ['internal_error', 500],
] as const;

export type ErrorCode = (typeof CONTRACT_ERRORS)[number][0];

export function statusOf(code: ErrorCode): number {
  const row = CONTRACT_ERRORS.find(([known]) => known === code);
  if (row === undefined) throw new Error(`the contract has no error ${code}`);
  return row[1];
}

const REQUEST_ID = /^req_[0-9A-Za-z_-]{8,}$/;
const WHOLE = /^\d+$/;

/** The fields that every answer of the API carries, errors included. */
export function expectApiHeaders(answer: Pick<Answer, 'headers' | 'status' | 'wallMs'>): void {
  const { headers } = answer;
  const told = JSON.stringify(headers);
  expect(headers['x-request-id'], told).toMatch(REQUEST_ID);
  for (const name of ['limit-rpm', 'remaining-rpm', 'reset']) {
    expect(headers[`x-ratelimit-${name}`], `X-RateLimit-${name} in ${told}`).toMatch(WHOLE);
  }
  const nowS = (answer.wallMs ?? Date.now()) / 1_000;
  const resetS = Number(headers['x-ratelimit-reset']);
  expect(resetS).toBeGreaterThanOrEqual(Math.floor(nowS) - 5);
  expect(resetS).toBeLessThanOrEqual(nowS + 62);
  expect(Number(headers['x-ratelimit-remaining-rpm'])).toBeLessThanOrEqual(
    Number(headers['x-ratelimit-limit-rpm']),
  );
  expect(headers['cache-control'], told).toBe('no-store');
}

/** None of the fields that belong to the API alone. */
export function expectNoApiHeaders(answer: Pick<Answer, 'headers'>): void {
  const found = Object.keys(answer.headers).filter((name) =>
    /^(x-request-id|x-ratelimit-|x-balance-available|idempotent-replayed)/.test(name),
  );
  expect(found).toEqual([]);
}

/** A 2xx answer to an API key: the common fields, and the balance in whole micro-DA. */
export function expectSuccess(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expectApiHeaders(answer);
  expect(answer.headers['x-balance-available']).toMatch(WHOLE);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
}

export interface ErrorExpectation {
  /** The field at fault; not looked at where left out. */
  readonly param?: string | null;
  /** Texts that must not appear in the answer. */
  readonly secrets?: readonly string[];
}

/** The whole shape of one error of the contract. */
export function expectError(answer: Answer, code: ErrorCode, expected: ErrorExpectation = {}): void {
  expect(answer.json?.error?.code, `${answer.status} ${answer.text}`).toBe(code);
  expect(answer.status).toBe(statusOf(code));
  expectApiHeaders(answer);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-balance-available']).toBeUndefined();
  expectErrorBody(answer, code);
  if (expected.param !== undefined) expect(answer.json.error.param, answer.text).toBe(expected.param);
  expectNothingLeaks(answer, expected.secrets ?? []);
}

function expectErrorBody({ status, headers, json, text }: Answer, code: ErrorCode): void {
  expect(Object.keys(json.error).sort()).toEqual(['code', 'message', 'param', 'request_id', 'type']);
  expect(json.error.type).toMatch(/^[a-z_]+$/);
  expect(json.error.message.trim().length).toBeGreaterThan(10);
  expect(json.error.request_id).toBe(headers['x-request-id']);
  expect(json.error.param === null || typeof json.error.param === 'string').toBe(true);
  const beside = Object.keys(json).filter((name) => name !== 'error');
  if (status === 429 || status === 503) {
    expect(beside, text).toEqual(['retry_after']);
    expectRetryAfter(headers, json.retry_after);
  } else if (code === 'insufficient_credits') {
    expect(beside.sort(), text).toEqual(['balance', 'required']);
  } else {
    expect(beside, text).toEqual([]);
  }
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer\b/);
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, ?[A-Z]+)*$/);
  if (code === 'not_ready') expect(headers['retry-after']).toMatch(WHOLE);
  if (code === 'range_not_satisfiable') expect(headers['content-range']).toMatch(/^bytes \*\/\d+$/);
}

function expectRetryAfter(headers: Answer['headers'], retryAfter: unknown): void {
  expect(headers['retry-after']).toMatch(WHOLE);
  const seconds = Number(headers['retry-after']);
  expect(retryAfter).toBe(seconds);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  if (headers['retry-after-ms'] !== undefined) {
    expect(Math.ceil(Number(headers['retry-after-ms']) / 1_000)).toBe(seconds);
  }
}

function expectNothingLeaks({ text, json }: Answer, secrets: readonly string[]): void {
  for (const secret of [OPERATOR_KEY, ...secrets]) expect(text).not.toContain(secret);
  const { message } = json.error;
  expect(message).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d+|\/src\/|\/dist\/|\/tmp\//);
  expect(message).not.toMatch(/\b[sm]k-[0-9A-Za-z]{12,}/);
}
