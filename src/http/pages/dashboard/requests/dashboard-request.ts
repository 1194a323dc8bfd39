/** One request to the dashboard, after all that is judged before a page is asked. */
import type { Client, SignedIn } from '../people.js';
import type { View } from '../view/view.js';
import type { Origin } from './origin.js';

export interface DashboardRequest extends View, Client {
  readonly origin: Origin;
  /** The end of the path behind the page's own; '' if the page has one path. */
  readonly rest: string;
  /** Whether that end is a secret. */
  readonly hasSecretAddress: boolean;
  readonly query: URLSearchParams;
  /** Base of absolute links, without a trailing slash. */
  readonly baseUrl: string;
  readonly cookies: ReadonlyMap<string, string>;
  /** Aborted when the client has gone away, the time of the page is over, or the node stops. */
  readonly signal: AbortSignal;
  /** An id for what is done on behalf of this request, `req_…`; each call makes another one. */
  newRequestId(): string;
}

export interface SignedInRequest extends DashboardRequest {
  readonly signedIn: SignedIn;
}
