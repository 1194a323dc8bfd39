/** A span for each request to the API that is traced, from its head to its answer. */
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { ObservedRequest, RequestObserver } from '../../http/monitoring/request-observer.js';
import type { RequestHead } from '../../http/request/request-head.js';
import { contextOf, traceParentOf } from './trace-parent.js';

const FIELD = 'traceparent';
/** Another method is what a client made up. */
const KNOWN_METHOD = /^[A-Z]{3,7}$/;
const SERVER_ERROR_MIN = 500;

export class RequestTraces implements RequestObserver {
  readonly fields = [FIELD];
  readonly #tracer: Tracer;
  readonly #spans = new WeakMap<ObservedRequest, Span>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** From here on the head names the request's own span: what is done for the request belongs to that. */
  began(request: ObservedRequest, head: RequestHead): void {
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, contextOf(head.other(FIELD)));
    const isRecording = span.isRecording();
    head.setOther(FIELD, isRecording ? traceParentOf(span.spanContext()) : undefined);
    if (isRecording) this.#spans.set(request, span);
  }

  answered(request: ObservedRequest, status: number): void {
    const span = this.#described(request);
    span?.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
    if (status >= SERVER_ERROR_MIN) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  }

  abandoned(request: ObservedRequest): void {
    this.#described(request)?.setAttribute('tollgate.aborted', true).end();
  }

  #described(request: ObservedRequest): Span | undefined {
    const span = this.#spans.get(request);
    if (span === undefined) return undefined;
    this.#spans.delete(request);
    const { requestId, route, keyId } = request;
    const method = KNOWN_METHOD.test(request.method) ? request.method : '_OTHER';
    span.updateName(`${method} ${route}`);
    span.setAttribute(ATTR_HTTP_REQUEST_METHOD, method);
    span.setAttribute(ATTR_HTTP_ROUTE, route);
    span.setAttribute('tollgate.request_id', requestId.text);
    if (keyId !== undefined) span.setAttribute('tollgate.key_id', keyId);
    return span;
  }
}
