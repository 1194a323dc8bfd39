/** The refusals of the pipeline itself, and their words. */
import type { ShedReason } from '../../overload/load-shedder.js';
import type { ApiError } from '../errors.js';
import type { Caller, Operation } from '../operation.js';
import { percentDecoded } from '../request/percent.js';
import type { Match } from './router.js';

/**
 * The wrong kind of key, an unknown path, a method that the path does not take: in this order.
 *
 * @returns undefined if there is an operation for the caller
 */
export function validateTarget(
  kind: Caller['kind'],
  path: string,
  match: Match | undefined,
  operation: Operation | undefined,
): ApiError | undefined {
  const wanted = credentialOf(path, match);
  if (wanted !== undefined && wanted !== kind) return WRONG_CREDENTIAL[wanted];
  if (match === undefined) return NOT_FOUND;
  if (operation !== undefined) return undefined;
  const { allow } = match.endpoint;
  const message = `This path has no such method; it takes ${allow.join(', ')}.`;
  return { code: 'method_not_allowed', message, allow };
}

/**
 * The kind of key that a path takes, or would take if it existed: wrong_credential comes before not_found.
 */
export function credentialOf(path: string, match: Match | undefined): Caller['kind'] | undefined {
  if (match !== undefined) return match.endpoint.credential;
  const [, first = ''] = path.split('/', 2);
  const segment = percentDecoded(first);
  if (segment === 'v1') return 'api';
  return segment === 'api' ? 'management' : undefined;
}

/**
 * The answer to a request that was shed, which is true of any: nothing was done for it.
 *
 * @param retryAfterMs when to come back, from the answer on
 */
export function shedRefusal(reason: ShedReason, retryAfterMs: number): ApiError {
  if (reason === 'disk_space') {
    return { code: 'storage_unavailable', message: DISK_NEARLY_FULL, retryAfterMs };
  }
  return { code: 'overloaded', message: TOO_MUCH_WORK, retryAfterMs };
}

const DISK_NEARLY_FULL =
  'The disk is nearly full and takes no new work; nothing was done. Try again after retry_after seconds.';
const TOO_MUCH_WORK =
  'There is more work than can be done in time; nothing was done. Try again after retry_after seconds.';

let limitOfText = -1;
let rateText = '';

/** Most keys have one of few limits, and one text for a limit is found equal without reading it. */
export function rateRefusalText(limitRpm: number): string {
  if (limitRpm !== limitOfText) {
    limitOfText = limitRpm;
    rateText = `The limit of ${limitRpm} requests a minute is reached; wait as long as retry_after says, in seconds.`;
  }
  return rateText;
}

export const UNKNOWN_CALLER = {
  missing: {
    code: 'missing_api_key',
    message: 'No key was sent; send "Authorization: Bearer <key>".',
  },
  invalid: {
    code: 'invalid_api_key',
    message: 'This key is unknown, mistyped or revoked; check it, or create a new one.',
  },
} as const satisfies Record<'missing' | 'invalid', ApiError>;

const WRONG_CREDENTIAL = {
  api: {
    code: 'wrong_credential',
    message: 'Paths under /v1 take an API key (sk-…), and this is a management key.',
  },
  management: {
    code: 'wrong_credential',
    message: 'Paths under /api take a management key (mk-…), and this is an API key.',
  },
} as const satisfies Record<Caller['kind'], ApiError>;

export const NOT_FOUND: ApiError = {
  code: 'not_found',
  message: 'There is nothing at this path; see /docs for those there are.',
};

export const SHUTTING_DOWN: ApiError = {
  code: 'shutting_down',
  message: 'The node is stopping and has not begun this request; send it again.',
};

export const TOOK_TOO_LONG: ApiError = {
  code: 'storage_unavailable',
  message: 'The request could not be finished in time; send it again, with the same Idempotency-Key.',
};
