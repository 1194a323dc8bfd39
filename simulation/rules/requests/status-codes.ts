/** Which errors of the contract each call may be answered with. */
import type { ClientCall, Stray } from '../../history/client-call.js';
import type { PageOp, PeopleCall } from '../../history/people-call.js';

interface Allowed {
  readonly statuses: readonly number[];
  /** Beyond those that any request may meet. */
  readonly codes: readonly string[];
}

/** The errors that any request may meet, whatever it asks for. */
export const ALWAYS = ['rate_limit_exceeded', 'overloaded', 'storage_unavailable', 'shutting_down'] as const;

/** Each key that there is, revoked ones included, has these. */
export const KEY_READINGS: readonly string[] = ['show_key', 'show_balance', 'ledger'];

const NOTHING: Allowed = { statuses: [200], codes: [] };

export const ALLOWED: Readonly<Record<Exclude<ClientCall['op'], 'stray' | PageOp>, Allowed>> = {
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
  chat: {
    statuses: [200],
    codes: [
      'request_timeout',
      'invalid_request',
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'model_not_found',
      'too_many_generations',
      'insufficient_credits',
      'content_rejected',
      'provider_rejected',
      'provider_error',
      'provider_unavailable',
      'provider_timeout',
      'outcome_unknown',
    ],
  },
  generation: { statuses: [200], codes: ['not_found', 'not_ready'] },
  poll: { statuses: [200], codes: ['not_found'] },
  content: {
    statuses: [200, 206],
    codes: [
      'not_found',
      'not_ready',
      'job_failed',
      'result_expired',
      'range_not_satisfiable',
      'provider_unavailable',
    ],
  },
  open_link: {
    statuses: [200, 206, 404, 416, 503],
    codes: ['result_expired', 'provider_unavailable'],
  },
  show_job: { statuses: [200], codes: ['not_found'] },
  fail_job: { statuses: [200], codes: ['not_found', 'request_timeout'] },
  list_jobs: NOTHING,
  credits: NOTHING,
  activity: { statuses: [200], codes: ['invalid_request'] },
  models: NOTHING,
  create_key: {
    statuses: [201],
    codes: [
      'request_timeout',
      'invalid_request',
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'too_many_keys',
    ],
  },
  create_account: { statuses: [201], codes: ['request_timeout'] },
  change_account: { statuses: [200], codes: ['request_timeout'] },
  show_key: NOTHING,
  show_balance: NOTHING,
  list_keys: NOTHING,
  set_rpm: { statuses: [200], codes: ['not_found', 'request_timeout'] },
  revoke: NOTHING,
  add_credit: { statuses: [200, 201], codes: ['request_timeout', 'reference_reused', 'invalid_request'] },
  ledger: NOTHING,
  rotate: { statuses: [200], codes: ['not_found', 'request_timeout'] },
  debit: {
    statuses: [200, 201],
    codes: ['request_timeout', 'reference_reused', 'invalid_request', 'insufficient_credits'],
  },
  transfer: {
    statuses: [200, 201],
    codes: ['request_timeout', 'reference_reused', 'invalid_request', 'insufficient_credits', 'not_found'],
  },
  order: {
    statuses: [201],
    codes: [
      'not_found',
      'request_timeout',
      'invalid_request',
      'idempotency_key_in_use',
      'idempotency_key_reused',
    ],
  },
  show_order: NOTHING,
  list_orders: NOTHING,
  void_simulated: { statuses: [200], codes: ['request_timeout'] },
  page: { statuses: [200], codes: ['invalid_request'] },
  watch: { statuses: [101], codes: ['invalid_request'] },
  preflight: { statuses: [200, 405], codes: ['missing_api_key', 'not_found'] },
  flawed: { statuses: [], codes: ['invalid_json', 'invalid_request', 'request_timeout'] },
  list_users: NOTHING,
  list_invitations: NOTHING,
  withdraw: { statuses: [200], codes: ['not_found'] },
  read_audit: NOTHING,
  use_mkey: { statuses: [200], codes: ['invalid_api_key'] },
  invite: { statuses: [201], codes: ['request_timeout', 'invalid_request'] },
  change_role: {
    statuses: [200],
    codes: ['not_found', 'request_timeout', 'invalid_request', 'operator_only'],
  },
  grant: { statuses: [200], codes: ['not_found', 'request_timeout', 'operator_only'] },
  remove_user: { statuses: [200], codes: ['not_found', 'invalid_request', 'operator_only'] },
};

/** Of pages, 303 leads on, or to the sign-in. */
export const PAGE_STATUSES: Readonly<Record<PeopleCall['op'], readonly number[]>> = {
  look_at_link: [200, 410],
  accept: [303, 400, 410],
  /** There is no such page without a mail server: the rule `mails` says so. */
  forgot: [200, 404, 429],
  sign_in: [303, 401, 429],
  read_page: [200, 303, 404],
  read_list: [200, 303, 404],
  look: [200, 303, 404],
  see_private: [200, 303, 404, 410],
  visit: [200, 303, 403, 404],
  watch_page: [101, 401],
  sign_out: [303],
  use_card: [200, 303, 400, 404],
  form: [200, 303, 400, 403, 404, 409],
  desk: [200, 303, 403, 404, 409],
  use_mkey: [],
  read_audit: [],
  forged: [303, 403, 410, 421],
  change_password: [303, 400, 429],
  chat_message: [401, 404, 429],
  job_form: [303, 400, 404, 429],
  sign_up: [200, 400, 404, 429],
  invite: [200, 303, 400, 403, 404],
  change_role: [303, 400, 403, 404],
  grant: [303, 400, 403, 404],
  remove_user: [303, 400, 403, 404],
  list_users: [],
  list_invitations: [],
  withdraw: [303, 403, 404],
};

/** A page, too, may find no room, or no disk; and its form may come too late, or be too long. */
export const ANY_PAGE_STATUSES: readonly number[] = [408, 413, 503];

/** The answer to a stray, unless something earlier in the order of errors applies. */
export const STRAY_CODES: Readonly<Record<Stray, string>> = {
  unknown_path: 'not_found',
  wrong_credential: 'wrong_credential',
  unknown_key: 'invalid_api_key',
  former_operator_key: 'invalid_api_key',
  mistyped_key: 'invalid_api_key',
  no_key: 'missing_api_key',
  wrong_method: 'method_not_allowed',
  not_json: 'invalid_json',
  bad_field: 'invalid_request',
  wrong_media_type: 'unsupported_media_type',
  unknown_job: 'not_found',
  other_listener: 'not_found',
};
