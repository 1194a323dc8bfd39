/**
 * The shape of a frame of `/api/live`: docs/live.md tells it to others. A new field does not raise `v`;
 * readers pass over what they do not know.
 *
 * Totals count since the start of the node, so whoever compares two frames has what happened between them,
 * however many were missed. All times are in ms, sizes in bytes.
 */
export const FRAME_VERSION = 1;

export interface LiveHistogram {
  /** Upper bounds of the buckets; behind the last one there is one more bucket. */
  readonly bounds_ms: readonly number[];
  /** Not cumulated. */
  readonly buckets: readonly number[];
  readonly sum_ms: number;
}

export interface LiveVerdicts {
  readonly admitted: number;
  readonly refused: number;
}

/** A route: a provider, and a model of it. */
export interface LiveProvider {
  readonly provider: string;
  /** As the provider calls it. */
  readonly model: string;
  readonly breaker: 'closed' | 'half_open' | 'open';
  readonly breaker_opened: number;
  readonly in_flight: number;
  readonly waiting: number;
  /** Jobs that are polled for. */
  readonly watched: number;
  /** Calls that ended with an answer, whatever it said, and without one. */
  readonly answered: number;
  readonly failed: number;
  readonly call_ms: LiveHistogram;
}

export interface LiveKey {
  readonly kind: 'api_key' | 'management_key';
  readonly id: string;
  readonly name: string | null;
  /** Requests admitted in the last minute. */
  readonly last_minute: number;
  readonly limit_rpm: number;
}

export interface LiveProcess {
  readonly version: string;
  readonly uptime_ms: number;
  readonly cpu_ms: number;
  /** Time in which the event loop had something to do. */
  readonly loop_active_ms: number;
  readonly loop_delay_ms: LiveHistogram;
  /** Null while no file descriptor is left to read it with. */
  readonly rss_bytes: number | null;
  readonly heap_used_bytes: number;
  readonly heap_total_bytes: number;
  readonly external_bytes: number;
  readonly connections: number;
  readonly open_requests: number;
}

export interface LiveFrame {
  readonly v: typeof FRAME_VERSION;
  /** Unix time in ms. */
  readonly at_ms: number;
  /** Monotonic, of this start: what rates are made with. */
  readonly clock_ms: number;
  /** Why the node takes no work; null if it does. */
  readonly not_ready: string | null;
  /** Why work is turned away now: what the metric of shed requests calls it. */
  readonly shedding: readonly string[];
  readonly watchers: number;
  readonly requests: {
    /** Answers by class of status: `2xx`. */
    readonly answered: Readonly<Record<string, number>>;
    /** Whose client was gone before the answer was out. */
    readonly aborted: number;
    /** Error answers by code; those that there were. */
    readonly errors: Readonly<Record<string, number>>;
    readonly duration_ms: LiveHistogram;
  };
  /** Verdicts of windows, by the kind of their owner. */
  readonly limits: {
    readonly api_key: LiveVerdicts;
    readonly management_key: LiveVerdicts;
    readonly address: LiveVerdicts;
  };
  /** Those that count most in their last minute, most first. */
  readonly hottest_keys: readonly LiveKey[];
  readonly jobs: {
    /** On disk now, by state. */
    readonly pending: number;
    readonly in_progress: number;
    readonly completed: number;
    readonly failed: number;
    /** Since the data folder was made. */
    readonly accepted_total: number;
    readonly completed_total: number;
    readonly failed_total: number;
  };
  readonly commits: {
    readonly committed_ms: LiveHistogram;
    readonly rejected: number;
    readonly late: number;
    readonly turns: number;
  };
  readonly actors: {
    readonly resident: Readonly<Record<string, number>>;
    readonly messages_waiting: number;
    readonly reminders: number;
    /** Key and window rows in memory. */
    readonly keys: number;
    readonly windows: number;
  };
  readonly providers: readonly LiveProvider[];
  /** Null if frames are made apart from a process. */
  readonly process: LiveProcess | null;
}
