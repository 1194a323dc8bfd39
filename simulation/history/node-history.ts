/** What a history of a whole node consists of: its setup, and everything that can happen to it. */
import type { History } from '../model.js';

export type NodeHistory = History<NodeStep, NodeSetup>;

export interface NodeSetup {
  readonly accounts: number;
  /** Made through the API before the first step; the n-th is key n. */
  readonly keys: readonly KeySetup[];
  readonly models: readonly ModelSetup[];
  readonly settings: NodeSettings;
  /** False where providers are within a real process, out of sight. */
  readonly providersAreSeen?: boolean;
}

export interface KeySetup {
  /** Number of its account, 0 to `accounts` - 1; account 0 is `acct_default`. */
  readonly account: number;
  readonly rpm: number;
  readonly creditsMicroDa: number;
}

/** A model of a scripted provider. */
export interface ModelSetup {
  readonly id: string;
  /** `idempotent`: one job however often it is submitted. `forgetful`: every submit that it takes makes one. */
  readonly provider: 'idempotent' | 'forgetful';
  readonly pricePerSecondMicroDa: number;
  /** An unsettled job expires this long after its submit. */
  readonly deadlineAfterMs: number;
}

export interface NodeSettings {
  readonly openJobsMax: number;
  readonly idempotencyHours: number;
  readonly retentionDays: number;
  readonly gateTimeLimitMs: number;
  readonly mailboxMax: number;
  readonly residentActorsMax: number;
  /** Absent where the history says nothing of it: as many as there are. */
  readonly residentKeysMax?: number | undefined;
  readonly passivateAfterMs: number;
  readonly managementRpm: number;
  readonly addressRpm: number;
  readonly bodyTimeoutMs: number;
  readonly drainTimeLimitMs: number;
  /** A commit takes 0 to so many ms. */
  readonly commitMsMax: number;
}

interface At {
  readonly id: number;
  readonly at: number;
}

export type NodeStep =
  | RequestStep
  | DiskStep
  /** What hangs at the disk settles, as its fault says. */
  | (At & { readonly do: 'release_disk' })
  | CrashStep
  | OutageStep
  /** SIGTERM, and a start once it has stopped. */
  | (At & { readonly do: 'restart'; readonly downMs: number })
  | ReloadStep
  | (At & { readonly do: 'step_wall'; readonly ms: number });

/**
 * SIGHUP: the node reads its configuration again, which says what it said before but for what stands here, or has a mistake
 * in it. Where none runs in full, nothing happens and the file stays as it is.
 */
export interface ReloadStep extends At, Reloaded {
  readonly do: 'reload';
  readonly isMistaken: boolean;
}

/** What a configuration says anew; what is absent stays. */
export interface Reloaded {
  /** Of the models of the setup, in their order, in micro-DA a second. */
  readonly prices?: readonly number[];
  readonly addressRpm?: number;
  readonly managementRpm?: number;
}

/** After `skip` commits that go well, `commits` of them meet the fault. */
export interface DiskStep extends At {
  readonly do: 'disk';
  readonly fault: DiskFault;
  readonly skip: number;
  readonly commits: number;
}

/** Between the node and the providers: after `skip` calls that go through, `calls` of them do not. */
export interface OutageStep extends At {
  readonly do: 'outage';
  readonly how: (typeof OUTAGES)[number];
  readonly skip: number;
  readonly calls: number;
}

/** What becomes of the next commits; the names are those of the store that fails on demand. */
export const DISK_FAULTS = [
  'reject',
  'reject_yet_visible',
  'hang',
  'hang_then_commit',
  'commit_then_hang',
] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

/** `refused`: the call does not arrive. `answer_lost`: it does, and an error comes back. `silence`: it does. */
export const OUTAGES = ['refused', 'answer_lost', 'silence'] as const;

/** The process ends without warning, and is started again `downMs` later. */
export interface CrashStep extends At {
  readonly do: 'crash';
  /**
   * When: at once, or at the n-th occasion from now. An `event` is anything the process is woken for; a
   * `commit` begins; an `answer` leaves for a client; a `provider_call` leaves for a provider.
   */
  readonly on: 'now' | 'event' | 'commit' | 'answer' | 'provider_call';
  /** 1 for the next occasion. */
  readonly nth: number;
  /** Whether what leaves at that occasion still arrives. */
  readonly side: 'before' | 'after';
  /** What becomes of commits that were not acknowledged and may have reached the disk. */
  readonly undecided: 'lost' | 'kept';
  readonly downMs: number;
  /** 1 for a crash that happens once; else each of the next processes ends at the same occasion of its own life. */
  readonly times: number;
  /** True where the machine itself starts anew: the monotonic clock begins again and only the wall clock bridges. */
  readonly reboot: boolean;
}

export interface RequestStep extends At {
  readonly do: 'request';
  readonly call: ClientCall;
  /** The body follows the head so many ms later; 0 where it comes with it. */
  readonly bodyAfterMs: number;
  /** The client goes away so long after its head was sent; undefined where it waits. */
  readonly givesUpAfterMs?: number;
  /** After a 429 that says so, waits exactly `Retry-After` (or `retry-after-ms`) and asks once more. */
  readonly obeys?: 'seconds' | 'milliseconds';
  /** The client's number; its address follows from it. */
  readonly client: number;
}

/**
 * What a client asks for. `key` is a number: those of the setup, then those that `create_key` made. `job` is
 * the id of the step that submitted it. A request about a key or job whose id the client cannot know is not sent.
 */
export type ClientCall =
  | SubmitCall
  | { readonly op: 'poll'; readonly key: number; readonly job: number }
  | { readonly op: 'content'; readonly key: number; readonly job: number }
  /** The operator ends a job. */
  | { readonly op: 'fail_job'; readonly job: number; readonly reason: string }
  | { readonly op: 'list_jobs'; readonly key: number; readonly status?: string; readonly limit: number }
  | { readonly op: 'credits'; readonly key: number }
  | { readonly op: 'activity'; readonly key: number }
  | { readonly op: 'models'; readonly key: number }
  | {
      readonly op: 'create_key';
      readonly newKey: number;
      readonly account: number;
      readonly rpm?: number;
      readonly creditsMicroDa?: number;
      readonly idempotencyKey?: string;
    }
  /** The account gets the next number. */
  | { readonly op: 'create_account'; readonly name: string }
  | { readonly op: 'show_key'; readonly key: number }
  | { readonly op: 'list_keys' }
  | { readonly op: 'set_rpm'; readonly key: number; readonly rpm: number }
  | { readonly op: 'revoke'; readonly key: number }
  | {
      readonly op: 'add_credit';
      readonly key: number;
      readonly amountMicroDa: number;
      readonly reference: string;
    }
  | { readonly op: 'ledger'; readonly key: number; readonly limit: number }
  | { readonly op: 'stray'; readonly key: number; readonly how: Stray };

export interface SubmitCall {
  readonly op: 'submit';
  readonly key: number;
  /** A model of the setup, or of the simulated provider (`sim/…`), or one that does not exist. */
  readonly model: string;
  /** As the body says it; left out for the model's default. */
  readonly seconds?: number | string;
  /** Names the script, and so what the provider does to the job. */
  readonly prompt: string;
  readonly idempotencyKey?: string;
  /** What the scripted provider does to a job with this prompt; the first submit with a prompt says it. */
  readonly script?: ProviderScript;
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
export type Stray = (typeof STRAYS)[number];

/** What a scripted provider does to one job. Once a list of moves is used up, the provider behaves. */
export interface ProviderScript {
  readonly submits: readonly SubmitMove[];
  readonly polls: readonly PollMove[];
  /** From acceptance to the beginning of the work, and from there to its end. */
  readonly pendingMs: number;
  readonly runningMs: number;
  readonly end:
    | { readonly how: 'completed'; readonly outputMs: number }
    | { readonly how: 'failed'; readonly slug: 'content_rejected' | 'invalid_input' | 'provider_error' }
    | { readonly how: 'never' };
  /** What it says of when to ask again; left out where it says nothing. */
  readonly askAgainAfterMs?: number;
}

/** How the n-th submit of a job goes. */
export interface SubmitMove {
  readonly delayMs: number;
  readonly do: (typeof SUBMIT_MOVES)[number];
}

export const SUBMIT_MOVES = [
  'accept',
  'reject',
  'not_now',
  /** Not taken, and an error that does not say so. */
  'error',
  'garbage',
  'never',
  /** Taken, and the answer lost: an error, garbage, or nothing. */
  'accept_then_error',
  'accept_then_garbage',
  'accept_then_never',
] as const;

/** How the n-th poll of a job goes. */
export interface PollMove {
  readonly delayMs: number;
  readonly do: (typeof POLL_MOVES)[number];
}

export const POLL_MOVES = [
  'truth',
  'error',
  'garbage',
  'never',
  /** The state it was in a while ago: an answer that overtook another. */
  'stale',
  /** Completed with more output than was asked for, before it is; the provider stands by it from then on. */
  'too_long',
  /** Failed, though it goes on; the provider does not stand by it. */
  'false_failure',
] as const;
