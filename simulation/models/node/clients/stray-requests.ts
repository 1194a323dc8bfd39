/** Requests that are refused for what they are. */
import type { FlawedCall, StrayCall } from '../../../history/client-call.js';
import type { PreflightCall } from '../../../history/onlookers/preflight-call.js';
import {
  anonymous,
  bearer,
  JSON_TYPE,
  type KnownKey,
  type PreparedRequest,
  repeatable,
  withKey,
} from './prepared-request.js';

/** Of the right form, and nobody's. */
const UNKNOWN_MANAGEMENT_KEY = 'a-management-key-that-nobody-ever-made';
const UNKNOWN_JOB = 'video_00000000000000000000000000';

/**
 * @param managed a request with a management key
 * @param former the operator's management key of a start before
 */
export function strayRequest(
  { how, path = '/v1/credits' }: StrayCall,
  key: KnownKey,
  managed: (path: string) => PreparedRequest,
  former = UNKNOWN_MANAGEMENT_KEY,
): PreparedRequest {
  switch (how) {
    case 'unknown_path':
      return withKey(key, 'GET', '/v1/generations/gen_1');
    case 'unknown_job':
      return { ...withKey(key, 'GET', `/v1/videos/${UNKNOWN_JOB}`), jobId: UNKNOWN_JOB };
    case 'wrong_method':
      return withKey(key, 'DELETE', '/v1/credits');
    case 'wrong_credential':
      return path.startsWith('/v1/') ? managed(path) : withKey(key, 'GET', path);
    case 'other_listener':
      return { ...(path.startsWith('/v1/') ? withKey(key, 'GET', path) : managed(path)), isElsewhere: true };
    case 'no_key':
      return { ...withKey(key, 'GET', '/v1/credits'), keyId: '', credential: 'none', fields: [] };
    case 'unknown_key':
      return anonymous(UNKNOWN_MANAGEMENT_KEY);
    case 'former_operator_key':
      return { ...anonymous(former), path: '/api/keys' };
    case 'mistyped_key':
      return anonymous(`${key.text.slice(0, -1)}${key.text.endsWith('0') ? '1' : '0'}`);
    case 'not_json':
      return { ...withKey(key, 'POST', '/v1/videos', {}), body: '{"model":' };
    case 'bad_field':
      return withKey(key, 'POST', '/v1/videos', { model: 'sim/video', prompt: '', seconds: -1 });
    case 'wrong_media_type': {
      const request = withKey(key, 'POST', '/v1/videos', {});
      return { ...request, fields: [bearer(key.text), ['content-type', 'text/plain']] };
    }
  }
}

/** @param managed a request with a management key */
export function flawedRequest(
  { method, path, body, contentType, idempotencyKey, query = '' }: FlawedCall,
  key: KnownKey,
  managed: (method: string, path: string, keyId: string) => PreparedRequest,
): PreparedRequest {
  const to = path.replace('{key}', key.id);
  const request = path.startsWith('/v1/')
    ? withKey(key, method, to)
    : managed(method, to, to === path ? '' : key.id);
  if (body === undefined) return { ...request, query };
  const type = contentType === undefined ? JSON_TYPE : (['content-type', contentType] as const);
  const fields = [...request.fields, type];
  return repeatable({ ...request, fields, body: body.replace('{key}', key.id) }, idempotencyKey);
}

/** The question of a browser whether a script may ask, which has no key. */
export function preflightRequest({ path, method }: PreflightCall): PreparedRequest {
  return {
    method: 'OPTIONS',
    path,
    query: '',
    fields: [
      ['access-control-request-method', method],
      ['access-control-request-headers', 'authorization,content-type'],
    ],
    body: undefined,
    keyId: '',
    jobId: '',
    credential: 'page',
  };
}
