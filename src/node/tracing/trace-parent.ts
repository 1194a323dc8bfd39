/** Between `traceparent` as text and what OpenTelemetry makes of it. */
import { type Context, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** The context of what is done for a trace; a fresh one if the text names none. */
export function contextOf(traceParent: string | undefined): Context {
  const parent = traceParent === undefined ? null : parseTraceParent(traceParent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

export function traceParentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
