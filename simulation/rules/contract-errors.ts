/**
 * The contract's table of errors: the status of each code, written down from the contract, so that the
 * gateway's own is held against it. If a code has two places in the contract, both have the same status.
 */

export const CONTRACT_ERRORS: Readonly<Record<string, number>> = {
  malformed_request: 400,
  rate_limit_exceeded: 429,
  missing_api_key: 401,
  invalid_api_key: 401,
  wrong_credential: 403,
  operator_only: 403,
  account_not_verified: 403,
  chat_limit_exceeded: 429,
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
  too_many_keys: 409,
  model_not_found: 404,
  too_many_jobs: 429,
  insufficient_credits: 402,
  not_ready: 409,
  job_failed: 409,
  result_expired: 410,
  range_not_satisfiable: 416,
  overloaded: 503,
  storage_unavailable: 503,
  provider_unavailable: 503,
  shutting_down: 503,
  internal_error: 500,
};
