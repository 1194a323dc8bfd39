/** The answers that a client of the gateway may expect, with every field of theirs. */
import type { ErrorCode } from '../../../../../src/http/errors.js';
import { APP, type AskAct, type DrawnSettings } from './gateway-acts.js';

/** More of a body than this is not passed over. */
const PASSED_OVER_MAX = 64 * 1024 * 1024;
const WINDOW_MS = 60_000;

export interface NaiveError {
  readonly code: ErrorCode;
  readonly param?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly allow?: string;
  readonly size?: number;
}

const STATUSES: Readonly<Record<string, number>> = {
  ...{ malformed_request: 400, invalid_json: 400, invalid_request: 400 },
  ...{ missing_api_key: 401, invalid_api_key: 401, wrong_credential: 403, operator_only: 403 },
  ...{ not_found: 404, method_not_allowed: 405, request_timeout: 408, not_ready: 409 },
  ...{ payload_too_large: 413, unsupported_media_type: 415, range_not_satisfiable: 416 },
  ...{ rate_limit_exceeded: 429, too_many_jobs: 429, internal_error: 500 },
  ...{ overloaded: 503, storage_unavailable: 503, shutting_down: 503, provider_timeout: 504 },
};

export function statusOf(code: string): number {
  return STATUSES[code] ?? 0;
}

export function errorFields({ code, retryAfterMs, allow, size }: NaiveError): Record<string, string> {
  const status = statusOf(code);
  const waitMs = retryAfterMs ?? (status === 503 ? 1_000 : undefined);
  return {
    'content-type': 'application/json',
    ...(waitMs === undefined
      ? {}
      : { 'retry-after': String(Math.ceil(waitMs / 1_000)), 'retry-after-ms': String(waitMs) }),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(allow === undefined ? {} : { allow }),
    ...(size === undefined ? {} : { 'content-range': `bytes */${size}` }),
  };
}

/** The requests that a window counts, by when each was admitted. */
export class NaiveWindow {
  limit: number;
  #admitted: number[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  admits(now: number): boolean {
    if (this.#counted(now).length >= this.limit) return false;
    this.#admitted.push(now);
    return true;
  }

  /** When one more is admitted, in ms from now. */
  waitMs(now: number): number {
    const counted = this.#counted(now);
    const last = counted[counted.length - this.limit];
    return last === undefined ? 0 : last + WINDOW_MS - now;
  }

  fields(now: number, wallMs: number): Record<string, string> {
    const counted = this.#counted(now);
    const remaining = Math.max(0, this.limit - counted.length);
    const [oldest = now - WINDOW_MS] = counted;
    const resetMs = remaining > 0 ? oldest + WINDOW_MS - now : this.waitMs(now);
    return {
      'x-ratelimit-limit-rpm': String(this.limit),
      'x-ratelimit-remaining-rpm': String(remaining),
      'x-ratelimit-reset': String(Math.ceil((wallMs + resetMs) / 1_000)),
    };
  }

  #counted(now: number): readonly number[] {
    return this.#admitted.filter((at) => at + WINDOW_MS > now);
  }
}

const EXPOSED =
  'Content-Disposition, Content-Range, Idempotent-Replayed, Location, Retry-After, retry-after-ms, ' +
  'X-Balance-Available, X-RateLimit-Limit-RPM, X-RateLimit-Remaining-RPM, X-RateLimit-Reset, X-Request-Id';

function mayCall({ origins }: DrawnSettings, { origin }: AskAct): boolean {
  return origins.includes('*') || (origin === APP && origins.includes(APP));
}

export function sharingFields(settings: DrawnSettings, act: AskAct): Record<string, string> {
  const { origins } = settings;
  if (origins.length === 0 || !act.path.startsWith('/v1/')) return {};
  const vary: Record<string, string> = origins.includes('*') ? {} : { vary: 'Origin' };
  if (!mayCall(settings, act)) return vary;
  return { ...allowedOrigin(settings, act), ...vary, 'access-control-expose-headers': EXPOSED };
}

/** The answer to a browser that asks before it calls; undefined if it does not ask, or is not let in. */
export function preflightFields(settings: DrawnSettings, act: AskAct): Record<string, string> | undefined {
  const isAsking = act.method === 'OPTIONS' && act.origin !== '' && act.asksMethod && bodyLength(act) === 0;
  if (!isAsking || act.flaw !== undefined || act.surface === 'management') return undefined;
  if (!act.path.startsWith('/v1/') || !mayCall(settings, act)) return undefined;
  return {
    ...allowedOrigin(settings, act),
    ...(settings.origins.includes('*') ? {} : { vary: 'Origin' }),
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Range',
    'access-control-max-age': '7200',
  };
}

function allowedOrigin({ origins }: DrawnSettings, { origin }: AskAct): Record<string, string> {
  return { 'access-control-allow-origin': origins.includes('*') ? '*' : origin };
}

/** Undefined if it comes in chunks. */
export function bodyLength({ body, announced }: AskAct): number | undefined {
  if (announced !== undefined) return announced;
  return body?.isChunked === true ? undefined : (body?.text.length ?? 0);
}

export function connectionAfter(
  act: AskAct,
  { mustClose, isBodyRead, drains }: { mustClose: boolean; isBodyRead: boolean; drains: boolean },
): string {
  if (mustClose) return 'close';
  const length = bodyLength(act);
  if (length === undefined) return isBodyRead ? 'close' : 'ask_to_close';
  if (!isBodyRead && length > PASSED_OVER_MAX) return 'close';
  if (!drains) return 'keep';
  return isBodyRead || length === 0 ? 'close' : 'ask_to_close';
}

/** Of a body that is not one JSON object. */
export function bodyError(text: string): NaiveError | undefined {
  if (text === '' || text === '{"a":' || text === '{"a":1,"a":2}') return { code: 'invalid_json' };
  return text.startsWith('{') ? undefined : { code: 'invalid_request' };
}

export function isOfType({ body }: AskAct): boolean {
  const type = (body?.type ?? '').toLowerCase().split(';')[0];
  return type === 'application/json' && body?.encoding !== 'gzip';
}
