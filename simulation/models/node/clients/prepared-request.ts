/** Requests of clients, put together. */

import { escaped } from '../../../history/edges/flaws/escapes.js';
import type { PeopleCall } from '../../../history/people-call.js';

/** Requests that no API key makes, and that are about none, or are put together by themselves. */
export type KeylessOp =
  | 'list_keys'
  | 'create_key'
  | 'create_account'
  | 'change_account'
  | 'show_job'
  | 'fail_job'
  | 'order'
  | 'show_order'
  | 'list_orders'
  | 'void_simulated'
  | 'open_link'
  | 'watch'
  | 'preflight'
  | PeopleCall['op'];

/** A request, apart from what carries it. */
export interface PreparedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Names in lower case; Host and Content-Length are the carrier's. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The id of the key that it authenticates with, or is about; '' if there is none. */
  readonly keyId: string;
  /** The id of the job that it asks for; '' if it asks for none. */
  readonly jobId: string;
  readonly isHandshake?: boolean;
  /** It is sent to the listener that does not serve its path, if there are two. */
  readonly isElsewhere?: boolean;
  readonly credential: 'api' | 'management' | 'none' | 'page';
  /** The id of the account whose own management key it has; absent of an operator's. */
  readonly ofAccount?: string;
  /** Which of the operator's management keys it has; absent of the first. */
  readonly operatorKey?: number;
  /** By how many rotations that were heard of its secret was made; absent of the first. */
  readonly secret?: number;
  /** The requests whose answers told of what it has; of a list, the item before; the id of a text. */
  readonly told?: {
    readonly session?: number;
    readonly device?: number;
    readonly link?: number;
    readonly mail?: number;
    readonly after?: string;
    readonly generation?: string;
  };
}

export interface KnownKey {
  readonly id: string;
  readonly account: string;
  /** Its latest secret that is known. */
  readonly text: string;
  /** Those of before, the newest first. */
  readonly earlier: readonly string[];
}

export const JSON_TYPE = ['content-type', 'application/json'] as const;

export function withKey(
  { id, text, earlier }: Omit<KnownKey, 'account'>,
  method: string,
  path: string,
  body?: object,
): PreparedRequest {
  return {
    ...(earlier.length > 0 && { secret: earlier.length }),
    method,
    path,
    query: '',
    fields: [bearer(text), ...(body === undefined ? [] : [JSON_TYPE])],
    body: body === undefined ? undefined : JSON.stringify(body),
    keyId: id,
    jobId: '',
    credential: 'api',
  };
}

export function anonymous(keyText: string): PreparedRequest {
  return {
    method: 'GET',
    path: '/v1/credits',
    query: '',
    fields: [bearer(keyText)],
    body: undefined,
    keyId: '',
    jobId: '',
    credential: 'none',
  };
}

/** The request under an Idempotency-Key, if there is one. */
export function repeatable(request: PreparedRequest, idempotencyKey: string | undefined): PreparedRequest {
  if (idempotencyKey === undefined) return request;
  return { ...request, fields: [...request.fields, ['idempotency-key', idempotencyKey]] };
}

export function bearer(text: string): readonly [string, string] {
  return ['authorization', `Bearer ${text}`];
}

/** The key with a secret of before; with the oldest if it has not so many. */
export function before(key: KnownKey, rotations: number): KnownKey {
  const { text, earlier } = key;
  const at = Math.min(rotations, earlier.length);
  return { ...key, text: earlier[at - 1] ?? text, earlier: earlier.slice(at) };
}

/** The same request, its body in another spelling if that is JSON. */
export function inEscapes(request: PreparedRequest): PreparedRequest {
  const { fields, body } = request;
  return body === undefined || !fields.includes(JSON_TYPE) ? request : { ...request, body: escaped(body) };
}
