/** The contract's table of errors, and which of them each call may be answered with. */
import type { ClientCall, Stray } from '../node-model/node-history.js';

/** Status of every error code. Where a code has two places in the table, both have the same status. */
export const STATUS_OF: Readonly<Record<string, number>> = {
  malformed_request: 400,
  rate_limit_exceeded: 429,
  missing_api_key: 401,
  invalid_api_key: 401,
  wrong_credential: 403,
  operator_only: 403,
  account_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  payload_too_large: 413,
  request_timeout: 408,
  invalid_json: 400,
  invalid_request: 400,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 422,
  reference_reused: 422,
  model_not_found: 404,
  too_many_jobs: 429,
  insufficient_credits: 402,
  not_ready: 409,
  job_failed: 409,
  range_not_satisfiable: 416,
  overloaded: 503,
  storage_unavailable: 503,
  shutting_down: 503,
  internal_error: 500,
};

interface Allowed {
  readonly statuses: readonly number[];
  /** Beyond those that any request may meet. */
  readonly codes: readonly string[];
}

/** What any request may meet, whatever it asks for. */
export const ALWAYS = ['rate_limit_exceeded', 'overloaded', 'storage_unavailable', 'shutting_down'] as const;

const NOTHING: Allowed = { statuses: [200], codes: [] };

export const ALLOWED: Readonly<Record<Exclude<ClientCall['op'], 'stray'>, Allowed>> = {
  submit: {
    statuses: [202],
    codes: [
      'request_timeout',
      'invalid_request',
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'model_not_found',
      'too_many_jobs',
      'insufficient_credits',
    ],
  },
  poll: { statuses: [200], codes: ['not_found'] },
  content: { statuses: [200], codes: ['not_found', 'not_ready', 'job_failed'] },
  list_jobs: NOTHING,
  credits: NOTHING,
  activity: NOTHING,
  models: NOTHING,
  create_key: {
    statuses: [201],
    codes: ['request_timeout', 'invalid_request', 'idempotency_key_in_use', 'idempotency_key_reused'],
  },
  create_account: { statuses: [201], codes: ['request_timeout'] },
  show_key: NOTHING,
  list_keys: NOTHING,
  set_rpm: { statuses: [200], codes: ['not_found', 'request_timeout'] },
  revoke: NOTHING,
  add_credit: { statuses: [200, 201], codes: ['request_timeout', 'reference_reused', 'invalid_request'] },
  ledger: NOTHING,
};

/** What a stray is answered with, unless something earlier in the order of errors applies. */
export const STRAY_CODES: Readonly<Record<Stray, string>> = {
  unknown_path: 'not_found',
  wrong_credential: 'wrong_credential',
  unknown_key: 'invalid_api_key',
  mistyped_key: 'invalid_api_key',
  no_key: 'missing_api_key',
  wrong_method: 'method_not_allowed',
  not_json: 'invalid_json',
  bad_field: 'invalid_request',
  wrong_media_type: 'unsupported_media_type',
  unknown_job: 'not_found',
};
