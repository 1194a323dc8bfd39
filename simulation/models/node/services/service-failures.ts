/** Words of services for failures, by the slug that each stands for: the tables of docs/providers.md. */
import type { FailureSlug } from '../../../../src/providers/provider.js';
import type { FaultLevel } from '../../../model.js';

export const SERVICE_FAULT_CHANCES: Readonly<Record<FaultLevel, number>> = {
  none: 0,
  light: 0.02,
  heavy: 0.1,
};

export type Failures = Readonly<Partial<Record<FailureSlug, readonly string[]>>>;

export const FAL_KNOWN: Failures = {
  content_rejected: ['content_policy_violation'],
  invalid_input: ['bad_request'],
  provider_timeout: ['generation_timeout', 'request_timeout', 'startup_timeout', 'runner_connection_timeout'],
  provider_unavailable: [
    'downstream_service_unavailable',
    'runner_scheduling_failure',
    'runner_connection_error',
    'runner_connection_refused',
    'runner_disconnected',
  ],
  provider_error: [
    'client_cancelled',
    'client_disconnected',
    'downstream_service_error',
    'internal_error',
    'internal_server_error',
    'no_media_generated',
    'runner_incomplete_response',
    'runner_server_error',
  ],
};
export const FAL: Failures = {
  ...FAL_KNOWN,
  provider_error: [...(FAL_KNOWN.provider_error ?? []), 'new_one'],
};
export const REPLICATE: Failures = {
  content_rejected: [
    'The input was flagged as sensitive. (E005)',
    'NSFW content detected',
    'moderation failed',
    'It breaks the content policies',
  ],
  invalid_input: ['Invalid input: duration', 'Input validation failed', 'The prompt is too long (E006)'],
  provider_unavailable: [
    'It ended (code: PA)',
    'Prediction interrupted',
    'The model is unavailable',
    'It is too busy (E003)',
    'Service is under high demand',
  ],
  provider_timeout: ['The model timed out', 'Timeout of the model', 'It took too long (E6716)'],
  provider_error: ['Something went wrong'],
};
export const RUNWAY: Failures = {
  content_rejected: ['SAFETY.INPUT.TEXT', 'SAFETY.OUTPUT.VIDEO', 'INPUT_PREPROCESSING.SAFETY.TEXT'],
  invalid_input: ['ASSET.INVALID'],
  provider_error: ['INPUT_PREPROCESSING.INTERNAL', 'INTERNAL.BAD_OUTPUT.CODE01', 'THIRD_PARTY.UNAVAILABLE'],
};
/** By google.rpc.Code. */
export const VEO: Failures = {
  invalid_input: ['3'],
  provider_timeout: ['4'],
  provider_rejected: ['7', '16'],
  provider_unavailable: ['8', '14'],
  provider_error: ['1', '2', '13'],
};
export const LUMA: Failures = {
  content_rejected: ['Failed in moderation', 'It breaks the content policy', 'NSFW', 'A blacklisted word'],
  provider_rejected: ['No credits are left'],
  provider_error: ['An error without a name'],
};
export const MINIMAX: Failures = {
  content_rejected: ['1026', '1027'],
  invalid_input: ['1042', '2013'],
  provider_rejected: ['1004', '1008', '2038', '2049'],
};
/** Codes of limits: not now. */
export const MINIMAX_LIMITS = [1002, 1039, 1041, 2045];
export const COMFYUI: Failures = {
  invalid_input: ['prompt_outputs_failed_validation'],
  provider_rejected: [
    'prompt_no_outputs',
    'missing_node_type',
    'invalid_prompt',
    'invalid_prompt_id',
    'no_prompt',
  ],
};
export const OPENAI_VIDEOS: Failures = {
  content_rejected: ['content_rejected', 'content_policy_violation', 'moderation_blocked'],
  invalid_input: ['invalid_input'],
  provider_rejected: [
    'billing_hard_limit_reached',
    'insufficient_credits',
    'insufficient_quota',
    'invalid_api_key',
    'model_not_found',
    'provider_rejected',
  ],
};
export const OPENAI_VIDEOS_LATER: Failures = {
  ...OPENAI_VIDEOS,
  provider_unavailable: ['provider_unavailable'],
  provider_timeout: ['expired', 'provider_timeout'],
  provider_error: ['outcome_unknown', 'provider_error', 'new_one'],
  result_unavailable: ['result_unavailable'],
};
