/**
 * Traces of requests and jobs: who is told what, and the only way to have somebody told.
 *
 * With no endpoint configured there is nobody: no package is loaded, and those who would tell find nobody to.
 *
 * A trace is named by its `traceparent` (https://www.w3.org/TR/trace-context/), text that goes from the request to its
 * job's record, and from there to all that is done for the job, also after a restart.
 */
import type { Effect } from '../../actors/jobs/effects.js';
import type { Inspector } from '../../actors/runtime/inspection.js';
import type { RequestObserver } from '../../http/pipeline/request-observer.js';
import type { CallObserver } from '../../providers/calls/call-observer.js';
import type { NodeConfig } from '../config/config.js';
import type { Log } from '../logging/log.js';
import type { MetricsPage } from '../metrics/page.js';

/** What the desk between jobs and providers tells of traced jobs. */
export interface JobTracing {
  /** The turn that wanted this is on disk. To be told before anything else that its commit sets free. */
  released(effect: Effect, trace: string): void;
  /** A job of the run before goes on. */
  takenUp(jobId: string, trace: string): void;
  /** A result is being opened; answers with the same. */
  opens<T>(content: Promise<T>, trace: string, provider: string): Promise<T>;
}

export interface Tracing {
  readonly requests: RequestObserver;
  readonly calls: CallObserver;
  readonly jobs: JobTracing;
  readonly committed: NonNullable<Inspector['commit']>;
  addMetrics(page: MetricsPage): void;
  /** Sends what is left; resolves in bounded time, whether or not somebody takes it. */
  stop(): Promise<void>;
}

/** Undefined where none is wanted. */
export async function startTracing(config: NodeConfig, log: Log): Promise<Tracing | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(config.otlpEndpoint, config.otlpSamplingRatio, log);
}
