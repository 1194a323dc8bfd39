/** Spans of what is done for traced jobs: commits, calls to providers, and at its end a job's whole life. */
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import type { Effect, TracedEnd } from '../../actors/jobs/effects.js';
import type { Inspector } from '../../actors/runtime/inspection.js';
import type { CallResult } from '../../providers/calls/slots/call-counts.js';
import type { CallObserver, ObservedCall } from '../../providers/calls/slots/call-observer.js';
import type { DispatchObserver } from '../../routing/dispatch-observer.js';
import { contextOf } from './trace-parent.js';

type CommitEvent = Parameters<NonNullable<Inspector['commit']>>[0];

const WITHOUT_OUTCOME: readonly CallResult[] = ['timeout', 'error', 'garbage'];

export class JobTraces implements DispatchObserver, CallObserver {
  readonly #tracer: Tracer;
  /** `traceparent` of the unfinished jobs that are traced. */
  readonly #traces = new Map<string, string>();
  #lastCommit = { beganAt: 0, endedAt: 0, turns: 0, writes: 0 };

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  committed({ turns, writes, tookMs, outcome }: CommitEvent): void {
    if (outcome !== 'committed') return;
    const endedAt = Date.now();
    this.#lastCommit = { beganAt: endedAt - tookMs, endedAt, turns, writes };
  }

  released(effect: Effect, trace: string): void {
    const jobId = 'ticket' in effect ? effect.ticket.jobId : effect.jobId;
    const { beganAt, endedAt, turns, writes } = this.#lastCommit;
    const attributes = { 'tollgate.job_id': jobId, 'tollgate.turns': turns, 'tollgate.records': writes };
    this.#tracer.startSpan('commit', { startTime: beganAt, attributes }, contextOf(trace)).end(endedAt);
    if (effect.type !== 'forget') {
      this.#traces.set(jobId, trace);
      return;
    }
    this.#traces.delete(jobId);
    if (effect.end !== undefined) this.#ended(effect, effect.end, trace);
  }

  takenUp(jobId: string, trace: string): void {
    this.#traces.set(jobId, trace);
  }

  opens<T>(content: Promise<T>, trace: string, provider: string): Promise<T> {
    const attributes = { 'tollgate.provider': provider };
    const span = this.#tracer.startSpan(
      'provider content',
      { kind: SpanKind.CLIENT, attributes },
      contextOf(trace),
    );
    content.then(
      () => span.end(),
      () => failed(span, 'error').end(),
    );
    return content;
  }

  began({ kind, jobId, provider, model }: ObservedCall): ((result: CallResult) => void) | undefined {
    const trace = this.#traces.get(jobId);
    if (trace === undefined) return undefined;
    const attributes = { 'tollgate.job_id': jobId, 'tollgate.provider': provider, 'tollgate.model': model };
    const span = this.#tracer.startSpan(
      `provider ${kind}`,
      { kind: SpanKind.CLIENT, attributes },
      contextOf(trace),
    );
    return (result) => {
      span.setAttribute('tollgate.outcome', result);
      if (WITHOUT_OUTCOME.includes(result)) failed(span, result);
      span.end();
    };
  }

  #ended(
    { jobId, provider, model }: Extract<Effect, { type: 'forget' }>,
    { createdAt, status, error }: TracedEnd,
    trace: string,
  ): void {
    const attributes = {
      'tollgate.job_id': jobId,
      'tollgate.provider': provider,
      'tollgate.model': model,
      'tollgate.status': status,
    };
    const span = this.#tracer.startSpan(
      'video job',
      { startTime: createdAt * 1_000, attributes },
      contextOf(trace),
    );
    if (error !== undefined) failed(span, error);
    span.end();
  }
}

function failed(span: Span, why: string): Span {
  return span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(ATTR_ERROR_TYPE, why);
}
