/**
 * Traces, sent to a collector by OTLP over HTTP. Loaded only if an endpoint is configured.
 *
 * A request is one span. If it submits a job, all that is done for the job are children of that span: each
 * commit that moves it, each call to its provider, and at its end one span for its whole life.
 *
 * Invariants
 *  1. No span carries a key, a prompt or any other text of a client, but for ids that Tollgate made.
 *  2. Memory is bounded: the processor drops spans beyond its queue, and traced jobs are as many as
 *     unfinished ones.
 */
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import type { Inspector } from '../../actors/runtime/inspection.js';
import { VERSION } from '../../packaged/version.js';
import type { Log } from '../logging/log.js';
import type { MetricsPage } from '../metrics/page.js';
import { TRACE_METRICS } from '../metrics/trace-metrics.js';
import { JobTraces } from './job-traces.js';
import { RequestTraces } from './request-traces.js';
import { SpanExport } from './span-export.js';
import type { Tracing } from './tracing.js';

/** Spans that are left when the node stops have so long to be sent. */
const STOP_LIMIT_MS = 3_000;

export class OtlpTracing implements Tracing {
  readonly requests: RequestTraces;
  readonly jobs: JobTraces;
  readonly #export: SpanExport;
  readonly #provider: BasicTracerProvider;

  /**
   * @param endpoint to which `/v1/traces` is added
   * @param ratio of the traces that begin here, 0 to 1; one that a client began is kept if the client says so
   */
  constructor(endpoint: string, ratio: number, log: Pick<Log, 'warn'>) {
    this.#export = new SpanExport(endpoint, log);
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'tollgate', [ATTR_SERVICE_VERSION]: VERSION }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor(this.#export)],
    });
    const tracer = this.#provider.getTracer('tollgate', VERSION);
    this.requests = new RequestTraces(tracer);
    this.jobs = new JobTraces(tracer);
  }

  get calls(): JobTraces {
    return this.jobs;
  }

  get committed(): NonNullable<Inspector['commit']> {
    return (event) => this.jobs.committed(event);
  }

  addMetrics(page: MetricsPage): void {
    page.add(TRACE_METRICS.spans, this.#export.sent, { outcome: 'sent' });
    page.add(TRACE_METRICS.spans, this.#export.lost, { outcome: 'lost' });
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_LIMIT_MS);
    });
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}
