/**
 * The questions of Tollgate to a provider of video models, and the answers that it believes.
 *
 * A provider is an outside party: calls may be slow, fail, repeat or answer garbage. An adapter turns its
 * protocol into the answers below; whatever it throws, and whatever it answers that does not fit, counts
 * as a call without a known outcome. The caller (`provider-calls.ts`) owns time limits, concurrency,
 * back-off and breakers; an adapter owns none of these.
 */
import type { MicroDa } from '../money/micro-da.js';
import type { RemoteFile } from '../outward/outward.js';

/** The slugs a failed job may carry (contract: "Slugs of failed jobs"). */
export const FAILURE_SLUGS = [
  'content_rejected',
  'invalid_input',
  'provider_error',
  'provider_unavailable',
  'provider_timeout',
  'provider_rejected',
  'result_unavailable',
  'outcome_unknown',
  'expired',
] as const;

export type FailureSlug = (typeof FAILURE_SLUGS)[number];

/** A model as the gateway offers it. Lengths in whole milliseconds of video. */
export interface ModelOffer {
  readonly id: string;
  readonly provider: string;
  readonly pricePerSecondMicroDa: MicroDa;
  readonly lengthMinMs: number;
  readonly lengthMaxMs: number;
  readonly lengthDefaultMs: number;
  /** In rising order, if no others are taken. */
  readonly lengthsAllowedMs?: readonly number[];
  /** A job unsettled this long after its submit expires. */
  readonly deadlineAfterMs: number;
  /** Unix seconds, for `GET /v1/models`. */
  readonly createdAt: number;
}

export interface ProviderSubmit {
  /** Unique for ever: the idempotency key towards the provider. */
  readonly jobId: string;
  readonly model: string;
  readonly prompt: string;
  readonly lengthMs: number;
  /** Every other field of the client's request, parsed. An adapter passes on only those it names. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** How a job stands at its provider. */
export type ProviderState =
  /**
   * The provider has completed it, and the result has yet to be read. Its length, as the provider says, is
   * `saidMs`.
   */
  | { readonly state: 'made'; readonly location: string; readonly saidMs?: number }
  | { readonly state: 'pending'; readonly askAgainAfterMs?: number }
  | { readonly state: 'in_progress'; readonly progress?: number; readonly askAgainAfterMs?: number }
  | { readonly state: 'completed'; readonly outputMs: number; readonly location: string }
  | { readonly state: 'failed'; readonly slug: FailureSlug; readonly message: string };

export type SubmitAnswer =
  /** The provider has it. `handle` (at most 1,000 characters) is how to ask for it later. */
  | { readonly outcome: 'accepted'; readonly handle: string; readonly state: ProviderState }
  /** The provider will never take it. */
  | { readonly outcome: 'rejected'; readonly slug: FailureSlug; readonly message: string }
  /** The provider certainly did not take it, and may later. */
  | { readonly outcome: 'not_now'; readonly message: string; readonly askAgainAfterMs?: number };

/** Why a provider cannot make a job as it was asked for: the field of the request, and a message. */
export interface Misfit {
  readonly param: string;
  readonly message: string;
}

/** A provider's word on what a submit without an answer means. */
export type LostAnswer =
  /**
   * Submitted again within this time the same `jobId` makes one job, so the submit is repeated; without a
   * limit if `forMs` is absent.
   */
  | { readonly kind: 'idempotent'; readonly forMs?: number }
  /** The provider can be asked for the job by its `jobId`. Not found is still unknown. */
  | { readonly kind: 'findable' }
  | { readonly kind: 'unknown' };

export interface RouteName {
  readonly provider: string;
  /** The provider's own name of it. */
  readonly model: string;
}

/** One way to have a job made. */
export interface Route extends RouteName {
  readonly lostAnswer: LostAnswer;
}

/** A poll or a look-up that the provider turned away (429, 503). */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  /** As the provider said; undefined if it did not. */
  readonly askAgainAfterMs: number | undefined;

  constructor(message: string, askAgainAfterMs: number | undefined) {
    super(message);
    this.askAgainAfterMs = askAgainAfterMs;
  }
}

/**
 * A call that the service refused for what it knows of this one job, such as 404 to a poll. It is an answer:
 * the service is there.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export interface ProviderJob {
  readonly jobId: string;
  readonly model: string;
  readonly handle: string;
}

/** The file of a result that was read. */
export interface ResultFile {
  readonly bytes: number;
  /** As it was recognised, whatever the provider calls it. */
  readonly contentType: string;
  /** True if the gateway has a copy of its own. */
  readonly isKept: boolean;
}

/** Every path of a link to a result begins with this. */
export const RESULT_LINKS = '/results/';

/** A call under way, as the adapter sees it. */
export interface ProviderCall {
  /**
   * Aborted when nobody waits for the answer any more. Made when it is asked for: an adapter that has no use
   * for it leaves it alone, for an `AbortSignal` costs 4 µs and is not garbage before a full collection (Node
   * 20).
   */
  readonly signal: AbortSignal;
}

export interface Provider {
  readonly name: string;
  readonly models: readonly ModelOffer[];
  /**
   * True if its locations are links of the gateway's own: paths that begin with `RESULT_LINKS` and hold at
   * least 128 bits that nobody can guess. The gateway opens the result to whoever has one, without a key.
   */
  readonly servesLinks?: boolean;
  /** A submit of the same `jobId`, repeated or looked for, after an answer that was lost. */
  readonly lostAnswer: LostAnswer;
  /** Whether it can make the job as asked; calls nobody. */
  misfitOf?(request: Omit<ProviderSubmit, 'jobId'>): Misfit | undefined;
  submit(request: ProviderSubmit, call: ProviderCall): Promise<SubmitAnswer>;
  /** Looks for a job by its id, if lost answers are findable; undefined if there is none. */
  find?(job: Omit<ProviderJob, 'handle'>, call: ProviderCall): Promise<SubmitAnswer | undefined>;
  /** The handle of a job whose submit was never answered, if it follows from the job's id. */
  handleOf?(jobId: string): string;
  /** Has the provider give the job up. Its answer changes nothing. */
  cancel?(job: ProviderJob, call: ProviderCall): Promise<void>;
  /**
   * The cheapest real call that makes nothing. Resolves with a line about the provider, rejects if it is of
   * no use.
   */
  probe?(call: ProviderCall): Promise<string>;
  /** Rejects if the answer is not to be had; that changes nothing about the job. */
  poll(job: ProviderJob, call: ProviderCall): Promise<ProviderState>;
  /**
   * Opens the result of a completed job; undefined if the provider no longer has it.
   *
   * @throws ForbiddenFileError if no waiting helps
   */
  content(location: string, signal: AbortSignal): Promise<RemoteFile | undefined>;
}
