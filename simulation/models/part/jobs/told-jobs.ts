/** The jobs that a history buys, and the news of them, in words that the product does not have. */

export type Lost =
  /** `forMs` 0: without a limit. */
  { readonly kind: 'idempotent' | 'findable' | 'unknown'; readonly forMs: number };

/** How a provider says that the job stands. */
export type Heard = 'pending' | 'in_progress' | 'completed' | 'made' | 'failed';

export interface NaiveRoute {
  readonly name: string;
  readonly lost: Lost;
}

export interface Bought {
  readonly routes: readonly NaiveRoute[];
  readonly pricePerSecond: number;
  readonly lengthMs: number;
  readonly deadlineAfterMs: number;
  readonly readingLimitMs: number;
}

export type Told =
  | { readonly is: 'accepted' | 'polled' | 'last_poll'; readonly state: Heard; readonly hintMs?: number }
  | { readonly is: 'no_last_answer' | 'not_now' | 'unknown' | 'rejected' | 'waits' | 'begins' | 'not_found' }
  | { readonly is: 'read' | 'unreadable' | 'deadline' | 'end' | 'resume' };

/** Of the output that a provider says, or a reader finds. */
export interface Output {
  readonly outputMs: number;
}
