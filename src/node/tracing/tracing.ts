/**
 * Traces of requests and jobs: who is told what, and the only way to have somebody told.
 *
 * With no endpoint configured there is nobody: no package is loaded, and those who would tell find nobody to.
 *
 * A trace is named by its `traceparent` (https://www.w3.org/TR/trace-context/), text that goes from the
 * request to its job's record, and from there to all that is done for the job, also after a restart.
 */
import type { Inspector } from '../../actors/runtime/inspection.js';
import type { RequestObserver } from '../../http/monitoring/request-observer.js';
import type { CallObserver } from '../../providers/calls/slots/call-observer.js';
import type { DispatchObserver } from '../../routing/dispatch-observer.js';
import type { MetricsPage } from '../metrics/page.js';

export interface Tracing {
  readonly requests: RequestObserver;
  readonly calls: CallObserver;
  readonly jobs: DispatchObserver;
  readonly committed: NonNullable<Inspector['commit']>;
  addMetrics(page: MetricsPage): void;
  /** Sends what is left; resolves in bounded time, whether or not somebody takes it. */
  stop(): Promise<void>;
}
