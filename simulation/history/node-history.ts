/** The parts of a history of a whole node: its setup, and everything that can happen to it. */

import type { History } from '../model.js';
import type { Asked, ClientCall } from './client-call.js';
import type { ShortageStep } from './limits/shortage-step.js';
import type { SmallLimits } from './limits/small-limits.js';
import type { ScrapeStep } from './onlookers/watching.js';
import type { PaymentSetup } from './payment-script.js';
import type { ProviderName } from './provider-kinds.js';
import type { LeftModels, ModelBounds, ReloadMistake } from './reload-words.js';
import type { StartChanges } from './start-changes.js';
import type { TextPrices, TextSetup } from './texts/text-setup.js';

export type { PaymentSetup };

export type NodeHistory = History<NodeStep, NodeSetup>;

export interface NodeSetup {
  /** Absent if all are as usual. */
  readonly limits?: SmallLimits;
  readonly accounts: number;
  /** Made through the API before the first step; the n-th is key n. */
  readonly keys: readonly KeySetup[];
  readonly models: readonly ModelSetup[];
  readonly settings: NodeSettings;
  /** The payment service; absent if there is none, and no order can be made. */
  readonly payments?: PaymentSetup;
  /** The people of the history; absent if there are none. */
  readonly people?: PeopleSetup;
  /** Absent if there are no models of text. */
  readonly texts?: TextSetup;
  /** False if providers are within a real process, out of sight. */
  readonly providersAreSeen?: boolean;
}

export interface PeopleSetup {
  readonly signUp: 'open' | 'closed';
  /** Absent if there is no mail server. */
  readonly hasMail?: true;
}

export interface KeySetup {
  /** Number of its account, 0 to `accounts` - 1; account 0 is `acct_default`. */
  readonly account: number;
  readonly rpm: number;
  readonly creditsMicroDa: number;
}

/** A model, and the providers that make it. */
export interface ModelSetup {
  readonly id: string;
  readonly provider: ProviderName;
  /** The providers of its other routes, in order of preference; absent if it has but the one. */
  readonly fallbacks?: readonly ProviderName[];
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
  /** Absent if the history says nothing of it: as many as there are. */
  readonly residentKeysMax?: number | undefined;
  readonly passivateAfterMs: number;
  readonly managementRpm: number;
  readonly addressRpm: number;
  readonly bodyTimeoutMs: number;
  readonly drainTimeLimitMs: number;
  readonly managementPort?: number;
  /** A commit takes 0 to so many ms. */
  readonly commitMsMax: number;
  /** How long after its provider's completion a result may wait to be read; the usual time if absent. */
  readonly resultDeadlineMinutes?: number;
  /** Absent if every client calls from an address of its own, and no proxy is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Absent if no results are kept. */
  readonly kept?: KeptSettings;
}

/** In these clients have their proxies. */
export const PROXY_NETWORKS = ['10.0.0.0/8', '2001:db8:ffff::/48'];

export interface KeptSettings {
  readonly providers: readonly ProviderName[];
  /** Bound of the store. */
  readonly bytesMax: number;
  /** No younger one makes room for others. */
  readonly keptMsMin: number;
  /** Absent if an entry of each says so, and nothing else does. */
  readonly saidBy?: 'top' | 'kinds' | 'each_against_top';
}

/** Of a body that is announced as twice as long; then the client goes away at once, or waits. */
export interface BrokenBody {
  readonly sentBytes: number;
  readonly stays?: true;
}

interface At {
  readonly id: number;
  readonly at: number;
}

export type NodeStep =
  | RequestStep
  | DiskStep
  /** Hanging commits settle, as their fault says. */
  | (At & { readonly do: 'release_disk' })
  | FilesStep
  | ShortageStep
  | CrashStep
  | OutageStep
  | RestartStep
  | ReloadStep
  | ScrapeStep
  | (At & { readonly do: 'step_wall'; readonly ms: number });

/** SIGTERM, and a start once it has stopped. */
export interface RestartStep extends At, StartChanges {
  readonly do: 'restart';
  readonly downMs: number;
}

/**
 * SIGHUP: the node reads its configuration again, which says what it said before but for what stands here, or
 * has a mistake in it. If none runs in full, nothing happens and the file stays as it is.
 */
export interface ReloadStep extends At, Reloaded {
  readonly do: 'reload';
  readonly isMistaken: boolean;
  /** Absent if the file cannot be read at all. */
  readonly mistake?: ReloadMistake;
}

/** The changed settings of a configuration; those that are absent stay. */
export interface Reloaded {
  /** Of the models of the setup, in their order, in micro-DA a second. */
  readonly prices?: readonly number[];
  /** Of the models of text, in their order. */
  readonly textPrices?: readonly TextPrices[];
  readonly addressRpm?: number;
  readonly managementRpm?: number;
  /** The provider is not in the file, until a reload that does not say so, or a start. */
  readonly without?: ProviderName;
  /** The models of video and of text that are not on offer; all others are. Starts leave it as it is. */
  readonly leftModels?: LeftModels;
  /** The lengths that models of video take; all others have their usual ones. Starts leave it as it is. */
  readonly bounds?: ModelBounds;
  /** By name. */
  readonly options?: Readonly<Record<string, number | string>>;
}

/** After `skip` commits that go well, `commits` of them meet the fault. */
export interface DiskStep extends At {
  readonly do: 'disk';
  readonly fault: DiskFault;
  readonly skip: number;
  readonly commits: number;
}

/** On the disk of kept results: after `skip` operations that go well, `operations` of them meet the fault. */
export interface FilesStep extends At {
  readonly do: 'files';
  readonly fault: FileFault;
  readonly skip: number;
  readonly operations: number;
}

/** `fails`: an operation ends with an error, half done. `full`: the disk says that it is full, too. */
export const FILE_FAULTS = ['fails', 'full'] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** Between the node and the providers: after `skip` calls that go through, `calls` of them do not. */
export interface OutageStep extends At {
  readonly do: 'outage';
  readonly how: (typeof OUTAGES)[number];
  readonly skip: number;
  readonly calls: number;
  /** The one that it keeps from the node; all of them if absent. */
  readonly provider?: ProviderName;
}

/** The fate of the next commits; the names are those of the store that fails on demand. */
export const DISK_FAULTS = [
  'reject',
  'reject_yet_visible',
  'hang',
  'hang_then_commit',
  'commit_then_hang',
] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

/**
 * `refused`: the call does not arrive. `answer_lost`: it does, and an error comes back. `silence`: it does.
 */
export const OUTAGES = ['refused', 'answer_lost', 'silence'] as const;

/** The process ends without warning, and is started again `downMs` later. */
export interface CrashStep extends At {
  readonly do: 'crash';
  /**
   * When: at once, or at the n-th occasion from now. An `event` is anything the process is woken for; a
   * `commit` begins; an `answer` leaves for a client; a `provider_call` leaves for a provider; a
   * `file_operation` takes effect on the disk of kept results.
   */
  readonly on: 'now' | 'event' | 'commit' | 'answer' | 'provider_call' | 'file_operation';
  /** 1 for the next occasion. */
  readonly nth: number;
  /** Whether what leaves at that occasion still arrives. */
  readonly side: 'before' | 'after';
  /** The fate of commits that were not acknowledged and may have reached the disk. */
  readonly undecided: 'lost' | 'kept';
  readonly downMs: number;
  /**
   * 1 for a crash that happens once; else each of the next processes ends at the same occasion of its own
   * life.
   */
  readonly times: number;
  /**
   * True if the machine itself starts anew: the monotonic clock begins again and only the wall clock bridges.
   */
  readonly reboot: boolean;
}

export interface RequestStep extends At {
  readonly do: 'request';
  readonly call: ClientCall;
  /** The body follows the head so many ms later; 0 if it comes with it. */
  readonly bodyAfterMs: number;
  /** The client goes away so long after its head was sent; undefined if it waits. */
  readonly givesUpAfterMs?: number;
  /** After a 429 that says so, waits exactly `Retry-After` (or `retry-after-ms`) and asks once more. */
  readonly obeys?: 'seconds' | 'milliseconds';
  /** The number of the account whose own management key asks; the operator's key if absent. */
  readonly as?: number;
  /** The client's number; its address follows from it. */
  readonly client: number;
  /** Absent if it is by the usual name, as it stands, and not over TLS. */
  readonly asked?: Asked;
  /** Its body breaks off. */
  readonly breaksOff?: BrokenBody;
  /** Its body, if that is JSON, comes in another spelling. */
  readonly isEscaped?: true;
}
