/**
 * Sends spans, counts what became of them, and says in the log when sending begins to fail and when it works
 * again.
 */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../logging/log.js';

/** Tries and waits included. */
const EXPORT_LIMIT_MS = 10_000;

export class SpanExport implements SpanExporter {
  sent = 0;
  lost = 0;
  readonly #exporter: OTLPTraceExporter;
  readonly #log: Pick<Log, 'warn'>;
  #isFailing = false;

  constructor(endpoint: string, log: Pick<Log, 'warn'>) {
    this.#exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_LIMIT_MS });
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#count(spans.length, result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #count(spans: number, { code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS;
    if (isFailing) this.lost += spans;
    else this.sent += spans;
    if (isFailing && !this.#isFailing) this.#log.warn({ err: error }, 'traces cannot be sent');
    if (!isFailing && this.#isFailing) this.#log.warn('traces are sent again');
    this.#isFailing = isFailing;
  }
}
