import { counter } from './definition.js';

export const TRACE_METRICS = {
  spans: counter(
    'tollgate_trace_spans_total',
    'Spans of traces, by outcome (sent; lost: no collector took them). Only with otlp-endpoint.',
    ['outcome'],
  ),
};
