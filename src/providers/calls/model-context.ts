/** The context of all calls to one model. */
import type { World } from '../../time/world.js';
import type { Provider, RouteName } from '../provider.js';
import type { ProviderReport, WaitReport } from '../provider-report.js';
import type { CallLimits } from './slots/call-limits.js';
import type { CallSlots } from './slots/call-slots.js';

/**
 * Whether a further submit may be made soon. A route `wants_probe` if its breaker is open and the cool-down
 * is over: it can take one.
 */
export type Readiness = 'ready' | 'wants_probe' | 'not_ready';

/**
 * Reports once, and calls back with whether the job has it on disk; if it has not, after a while. A job hears
 * such reports in the order in which they were made.
 */
export type TellJob = (jobId: string, report: WaitReport, told: (isTaken: boolean) => void) => void;

export interface ModelContext {
  readonly world: World;
  /** Asked for anew at each call, as the limits are: both may be replaced while calls are under way. */
  provider: Provider;
  readonly model: string;
  limits: CallLimits;
  readonly slots: CallSlots;
  /** Has what waits looked at again when the events at hand have been handled. */
  readonly beginSoon: () => void;
  /** Of any route. */
  readonly readinessOf: (route: RouteName) => Readiness;
  readonly report: (jobId: string, report: ProviderReport) => void;
  readonly tell: TellJob;
}

/** Calls of one kind that wait for their turn. */
export interface WaitingCalls {
  /**
   * The earliest time, in steady ms, at which there may be something to begin; `Infinity` if an end must come
   * first.
   */
  beginsFrom(): number;
  /** Begins what is due and finds a slot. */
  begin(): void;
  /** Forgets what waits. */
  clear(): void;
}
