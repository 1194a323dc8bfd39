/** What is said to an API key, and what it answers. */
import type { MicroDa } from '../../money/micro-da.js';
import type { NewApiKey } from '../accounts/management-key.js';
import type { Effect } from '../jobs/effects.js';
import type { VideoJobState } from '../jobs/video-job-messages.js';
import type { KeyBalances } from '../money/ledger.js';
import type { Behavior } from '../runtime/behavior.js';
import type { IdempotentRequest } from './idempotency.js';

export interface ApiKeyState {
  readonly id: string;
  readonly account: string;
  readonly name: string | null;
  readonly rateLimitRpm: number;
  readonly isRevoked: boolean;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly figures: KeyBalances;
  readonly openJobs: number;
  /** Ledger entries written so far. */
  readonly entries: number;
  readonly credentialHash: string;
}

/** What a submit would buy, judged against the models on offer before the key is asked. */
export type Quote =
  | {
      readonly ok: true;
      readonly provider: string;
      readonly model: string;
      readonly lengthMs: number;
      readonly pricePerSecond: MicroDa;
      readonly reserve: MicroDa;
      readonly deadlineAfterMs: number;
      readonly idempotentSubmit: boolean;
    }
  | {
      readonly ok: false;
      readonly code: 'model_not_found' | 'invalid_request';
      readonly message: string;
      readonly param: string;
    }
  /** The model takes no more work now: not so with a job that is there already. */
  | {
      readonly ok: false;
      readonly code: 'overloaded';
      readonly message: string;
      readonly retryAfterMs: number;
    };

export interface SubmitMessage {
  readonly type: 'submit';
  /** A fresh id for the job, should it be accepted. */
  readonly jobId: string;
  readonly quote: Quote;
  readonly prompt: string;
  /** Every other field of the request. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly idempotency: IdempotentRequest | undefined;
  /** `traceparent` of the request; undefined where it is not traced. */
  readonly trace?: string | undefined;
}

export type ApiKeyMessage =
  | { readonly type: 'create'; readonly key: NewApiKey }
  | { readonly type: 'update'; readonly name?: string; readonly rateLimitRpm?: number }
  | { readonly type: 'revoke' }
  | {
      readonly type: 'credit';
      readonly amount: MicroDa;
      readonly reference: string;
      readonly referenceHash: string;
    }
  | SubmitMessage
  /** A job of this key came to its end; sent within the job's own turn. */
  | {
      readonly type: 'settle';
      readonly jobId: string;
      readonly outcome: 'completed' | 'failed';
      readonly charge: MicroDa;
      readonly outputMs: number;
      readonly provider: string;
      readonly model: string;
    };

export type ApiKeyReply =
  /** The key after a create, update, revoke or settle. */
  | { readonly outcome: 'key'; readonly key: ApiKeyState }
  | { readonly outcome: 'no_such_key' }
  | { readonly outcome: 'credited'; readonly entry: number; readonly key: ApiKeyState }
  | { readonly outcome: 'credit_replayed'; readonly entry: number; readonly key: ApiKeyState }
  | { readonly outcome: 'reference_reused' }
  | { readonly outcome: 'over_lifetime_credit' }
  | { readonly outcome: 'accepted'; readonly job: VideoJobState; readonly key: ApiKeyState }
  | { readonly outcome: 'replayed'; readonly jobId: string }
  | { readonly outcome: 'idempotency_key_in_use' }
  | { readonly outcome: 'idempotency_key_reused' }
  | { readonly outcome: 'not_on_offer'; readonly quote: Extract<Quote, { ok: false }> }
  | { readonly outcome: 'too_many_jobs' }
  /** Micro-DA. */
  | { readonly outcome: 'insufficient_credits'; readonly required: MicroDa; readonly balance: MicroDa };

export type ApiKeyBehavior = Behavior<ApiKeyState, ApiKeyMessage, ApiKeyReply, Effect>;
