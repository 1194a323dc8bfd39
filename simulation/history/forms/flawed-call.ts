/** A request that is wrong in one place of its body or query. */
export interface FlawedCall {
  readonly op: 'flawed';
  readonly key: number;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As the body, with `{key}` for the id of the key. */
  readonly path: string;
  readonly body?: string;
  /** JSON if absent. */
  readonly contentType?: string;
  readonly idempotencyKey?: string;
  readonly query?: string;
  /** The refusal, and the place that it names; null if it names none. */
  readonly code: 'invalid_json' | 'invalid_request';
  readonly param: string | null;
}
