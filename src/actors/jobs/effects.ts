import type { RouteName } from '../../providers/provider.js';
import type { SteadyMs } from '../../time/clock.js';

/** The handle of a job at its provider, for polls. */
export interface ProviderTicket {
  readonly jobId: string;
  readonly provider: string;
  /** The provider's own name of it. */
  readonly model: string;
  readonly handle: string;
}

export interface CancelTicket extends Omit<ProviderTicket, 'handle'> {
  /** Null if no submit was answered, and the provider may have the job. */
  readonly handle: string | null;
}

/** The result of a job that its provider has completed, and that has yet to be read. */
export interface ReadTicket {
  readonly jobId: string;
  readonly account: string;
  readonly provider: string;
  /** As the provider gave it. */
  readonly location: string;
  /** The length as the provider said it; undefined if it did not. */
  readonly saidMs: number | undefined;
}

/** The part of a job that its provider is sent beside model and length. */
export interface JobInput {
  readonly prompt: string;
  /** Every other field of the request. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The end of a traced job, as its trace shows it. */
export interface TracedEnd {
  /** Unix seconds. */
  readonly createdAt: number;
  readonly status: 'completed' | 'failed';
  /** The slug of a failed one. */
  readonly error: string | undefined;
}

/**
 * The effects of jobs' turns, released once the turns are on disk. Those of a traced job carry its
 * `traceparent`.
 */
export type Effect = JobEffect & { readonly trace?: string | undefined };

type JobEffect =
  /** Submit the job to its provider, `delayMs` from now. */
  | {
      readonly type: 'submit';
      readonly jobId: string;
      readonly provider: string;
      /** The provider's own name of it, as in all effects. */
      readonly model: string;
      readonly lengthMs: number;
      /** Undefined if the turn does not know it: it is on disk then. */
      readonly input: JobInput | undefined;
      readonly delayMs: number;
      /** Of one that is repeated: when it must not begin any more. */
      readonly notAfter: SteadyMs | null;
      /** The routes on which the job can go on. */
      readonly fallbacks: readonly RouteName[];
      /** True if the job stands on disk as one that waits: `SubmitTicket.isWaiting`. */
      readonly isWaiting: boolean;
    }
  /** Ask the provider whether it has the job, until it says. */
  | { readonly type: 'find'; readonly jobId: string; readonly provider: string; readonly model: string }
  /** Ask the provider for news from `nextPollAt` on, until told otherwise. */
  | {
      readonly type: 'watch';
      readonly ticket: ProviderTicket;
      readonly nextPollAt: SteadyMs;
      /** How the job is known to stand: only what goes beyond it is news. */
      readonly status: 'pending' | 'in_progress';
    }
  /** The job has ended: nothing more is asked or read for it, and no submit begins. */
  | {
      readonly type: 'forget';
      readonly jobId: string;
      readonly provider: string;
      readonly model: string;
      readonly end?: TracedEnd | undefined;
    }
  /** Ask the provider once, now, and report whatever comes of it. */
  | { readonly type: 'final_poll'; readonly ticket: ProviderTicket }
  /** Have the provider give up a job that has ended, as well as that goes. */
  | { readonly type: 'cancel'; readonly ticket: CancelTicket }
  /** Read the result, and report how that ended. */
  | { readonly type: 'read'; readonly ticket: ReadTicket };
