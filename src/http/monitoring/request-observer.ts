/**
 * Observers of requests to the API: the request log, traces. Nobody watching costs a comparison or two.
 *
 * An observer must not throw. A request that it is told of is good during the call only.
 */
import type { RequestHead } from '../request/request-head.js';
import type { RequestId } from '../request/request-ids.js';

export interface ObservedRequest {
  readonly requestId: RequestId;
  readonly method: string;
  /** As in OpenAPI; `unmatched` if the path is none of ours, or is not known yet. */
  readonly route: string;
  /** Id of the caller's key; undefined if there is none, or while it is not known. Never its text. */
  readonly keyId: string | undefined;
}

export interface RequestObserver {
  /** Header fields that it wants to find in the head, in lower case. */
  readonly fields: readonly string[];
  /** The head was read, and nothing was done about it yet. */
  began(request: ObservedRequest, head: RequestHead): void;
  /** The answer, or the head of it if its content is streamed, was handed over. */
  answered(request: ObservedRequest, status: number): void;
  /** The client went away, or was cut off, before that. */
  abandoned(request: ObservedRequest): void;
}
