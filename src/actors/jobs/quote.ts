/** A quote: a submit's price, or why no model on offer takes it. It is made before the job is asked for. */
import type { MicroDa } from '../../money/micro-da.js';
import type { Route } from '../../providers/provider.js';

export type Quote = AcceptableQuote | RefusedQuote;

export interface AcceptableQuote {
  readonly ok: true;
  readonly model: string;
  readonly route: Route;
  /** The other routes that can make it, in order of preference. */
  readonly fallbacks: readonly Route[];
  readonly lengthMs: number;
  readonly pricePerSecond: MicroDa;
  readonly reserve: MicroDa;
  readonly deadlineAfterMs: number;
}

export type RefusedQuote =
  | {
      readonly ok: false;
      readonly code: 'model_not_found' | 'invalid_request';
      readonly message: string;
      readonly param: string;
    }
  /** The model takes no more work now. A job that is there already is answered all the same. */
  | {
      readonly ok: false;
      readonly code: 'overloaded' | 'storage_unavailable';
      readonly message: string;
      readonly retryAfterMs: number;
    };
