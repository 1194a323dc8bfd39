/** The requests that clients of a history send. */
import type { PreflightCall } from './onlookers/preflight-call.js';
import type { WatchCall } from './onlookers/watching.js';
import type { PaymentScript } from './payment-script.js';
import type { PeopleCall } from './people-call.js';
import type { ProviderScript } from './provider-script.js';
import type { ContentCall, LinkCall } from './results/result-calls.js';
import type { ChatCall, LookUpCall } from './texts/chat-call.js';

/**
 * A request of a client. `key` is a number: those of the setup, then those that `create_key` made. `job` is
 * the id of the step that submitted it. A request about a key or job whose id the client cannot know is not
 * sent.
 */
export type ClientCall =
  | SubmitCall
  | ChatCall
  | LookUpCall
  | { readonly op: 'poll'; readonly key: number; readonly job: number }
  | ContentCall
  | LinkCall
  | ManagedJobCall
  | { readonly op: 'list_jobs'; readonly key: number; readonly status?: string; readonly limit: number }
  /** With the secret of so many rotations ago; with the latest that is known if absent. */
  | { readonly op: 'credits'; readonly key: number; readonly earlier?: number }
  | {
      readonly op: 'activity';
      readonly key: number;
      /** Of one model or provider alone. */
      readonly model?: string;
      readonly provider?: string;
      /** The first and the last day, as the query says them. */
      readonly from?: string;
      readonly to?: string;
    }
  | { readonly op: 'models'; readonly key: number }
  | {
      readonly op: 'create_key';
      readonly newKey: number;
      readonly account: number;
      readonly rpm?: number;
      readonly creditsMicroDa?: number;
      readonly amountText?: AmountText;
      /** Of its body, in the place of the account and its credits. */
      readonly fields?: Readonly<Record<string, unknown>>;
      readonly idempotencyKey?: string;
    }
  /** The account gets the next number. */
  | { readonly op: 'create_account'; readonly name: string }
  /** Says whether it is verified. */
  | { readonly op: 'change_account'; readonly account: number; readonly isVerified: boolean }
  | { readonly op: 'show_key'; readonly key: number }
  /** Its credits, by the operator. */
  | { readonly op: 'show_balance'; readonly key: number }
  | { readonly op: 'list_keys' }
  | { readonly op: 'set_rpm'; readonly key: number; readonly rpm: number }
  | { readonly op: 'revoke'; readonly key: number }
  | {
      readonly op: 'add_credit';
      readonly key: number;
      readonly amountMicroDa: number;
      readonly amountText?: AmountText;
      readonly reference: string;
    }
  | { readonly op: 'ledger'; readonly key: number; readonly limit: number }
  | MovementCall
  /** Gives the key another secret; the one of before works for `graceSeconds`. */
  | { readonly op: 'rotate'; readonly key: number; readonly graceSeconds: number }
  | OrderCall
  /** `order` is the id of the step that made it. */
  | { readonly op: 'show_order'; readonly order: number }
  | { readonly op: 'list_orders'; readonly limit: number }
  | VoidCall
  | PeopleCall
  | PageCall
  | StrayCall
  | WatchCall
  | PreflightCall
  | FlawedCall;

/** The name and the way by which a request comes. */
export interface Asked {
  /** The Host field. */
  readonly host?: string;
  readonly isTls?: true;
  /** X-Forwarded-Proto. */
  readonly proto?: string;
  /** X-Forwarded-Host. */
  readonly forwardedHost?: string;
  /** Of the page whose script asks. */
  readonly origin?: string;
}

/** The operator reads a job, or ends it. */
export type ManagedJobCall =
  | { readonly op: 'show_job'; readonly job: number }
  | { readonly op: 'fail_job'; readonly job: number; readonly reason: string };

export interface SubmitCall {
  readonly op: 'submit';
  readonly key: number;
  /** A model of the setup, or of the simulated provider (`sim/…`), or one that does not exist. */
  readonly model: string;
  /** As the body says it; left out for the model's default. */
  readonly seconds?: number | string;
  /** The others of the body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Names the script, and so what the provider does to the job. */
  readonly prompt: string;
  /** The prompt is made so many code points long; it is as it stands if absent. */
  readonly promptLength?: number;
  readonly idempotencyKey?: string;
  readonly head?: SubmitHead;
  /**
   * The script that the provider follows for a job with this prompt; the first submit with a prompt says it.
   */
  readonly script?: ProviderScript;
}

/** The boundary in quotes, or all that may stand around parts, or none of that. */
export const FORM_SPELLINGS = ['quoted', 'wordy', 'bare'] as const;
export type FormSpelling = (typeof FORM_SPELLINGS)[number];

/** How a submit comes; whatever it says, the request is the same. */
export interface SubmitHead {
  /** Its `traceparent`. */
  readonly trace?: string;
  /** Its Idempotency-Key is a quoted string. */
  readonly isQuoted?: true;
  /** Its body is a form. */
  readonly isForm?: true;
  /** The spelling of that form; the usual one if absent. */
  readonly form?: FormSpelling;
}

/** Takes back credit without money, of a part of all orders and keys; a client goes on with the next part. */
export interface VoidCall {
  readonly op: 'void_simulated';
  /** The beginning of a part, as an answer told it; absent of the first one. */
  readonly from?: string;
}

/**
 * The JSON text of an amount in DA, as the body says it; digits alone if it is absent. The amount in micro-DA
 * beside it is what it means; 0 if it means none.
 */
export type AmountText = string;

/** Credit that leaves a key: taken back, or moved to another one. */
export type MovementCall = {
  readonly key: number;
  readonly amountMicroDa: number;
  readonly amountText?: AmountText;
  readonly reference: string;
} & ({ readonly op: 'debit' } | { readonly op: 'transfer'; readonly to: number });

export interface OrderCall {
  readonly op: 'order';
  readonly key: number;
  /** Names the script, and so what becomes of the payment. */
  readonly amountDa: number;
  readonly idempotencyKey?: string;
  /** The script of orders of this amount; the first order with an amount says it. */
  readonly script?: PaymentScript;
}

/** The lists that come in pages. */
export const PAGED_LISTS = [
  'jobs',
  'ledger',
  'all_jobs',
  'keys',
  'accounts',
  'orders',
  'audit',
  'users',
] as const;
export type PagedList = (typeof PAGED_LISTS)[number];

/**
 * A reading may begin behind an item that is none of the list, that never was, or that may be gone by then,
 * or behind a text that is no item's.
 */
export const STRANGE_CURSORS = ['foreign', 'unknown', 'removed', 'garbage'] as const;
export type StrangeCursor = (typeof STRANGE_CURSORS)[number];

export const JOB_STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** Reads a list, page after page, until there is no more. */
export interface PageCall {
  readonly op: 'page';
  readonly list: PagedList;
  /** The key whose jobs or ledger it is. */
  readonly key: number;
  /** As the query says it: `0` and `101` are refused. Absent for the usual one. */
  readonly limit?: number;
  /** Of a list of jobs: those that stand so, and no others. */
  readonly status?: (typeof JOB_STATUSES)[number];
  /** Of all jobs: those of the key, or of its account, and no others. */
  readonly of?: 'key' | 'account';
  /** Between the answer with a page and the request for the next. */
  readonly pauseMs?: number;
  /** `past`: the first that an answer about the same list told, however long ago. */
  readonly cursor?: StrangeCursor | 'past';
  /** The `next` of the page before; absent of the first. */
  readonly after?: string;
}

/** A request that is wrong in one place of its body or query, in its Idempotency-Key, or in its form. */
export interface FlawedCall {
  readonly op: 'flawed';
  readonly key: number;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** As the body, with `{key}` for the id of the key. The body is JSON if no type is given. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly idempotencyKey?: string;
  readonly query?: string;
  /** The refusal, and the place that it names; null if it names none. */
  readonly code: 'invalid_json' | 'invalid_request';
  readonly param: string | null;
}

/** Requests that are refused for what they are. */
export const STRAYS = [
  'unknown_path',
  'wrong_credential',
  'unknown_key',
  'mistyped_key',
  'no_key',
  'wrong_method',
  'not_json',
  'bad_field',
  'wrong_media_type',
  'unknown_job',
] as const;
/** `former_operator_key`: that of a start before; of nobody if there was none. */
export type Stray = (typeof STRAYS)[number] | 'former_operator_key' | 'other_listener';

export interface StrayCall {
  readonly op: 'stray';
  readonly key: number;
  readonly how: Stray;
  /** Of `other_listener`; of `wrong_credential`, /v1 for a management key and /api for an API key. */
  readonly path?: (typeof PATHS_OF_OTHERS)[number];
}

/** Of those that there are and those that there are not. */
export const PATHS_OF_OTHERS = ['/v1/credits', '/v1/nothing', '/api/keys', '/api/nothing'] as const;
