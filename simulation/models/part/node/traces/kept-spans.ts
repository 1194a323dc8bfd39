/** A tracer whose spans are kept, in the order in which they ended. */
import type { Context, Span, SpanContext, SpanOptions, Tracer } from '@opentelemetry/api';

export interface KeptSpan {
  readonly name: string;
  /** The trace, and the span that it is a child of; undefined if it begins a trace. */
  readonly parent: string | undefined;
  readonly kind: number | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isFailed: boolean;
  /** Undefined if nothing but the clock said it. */
  readonly beganAtMs: unknown;
  readonly tookMs: number | undefined;
}

export class KeptSpans {
  readonly ended: KeptSpan[] = [];
  /** Whether a trace that begins here is picked. */
  isPicked = false;
  readonly #contextOf: (context: Context) => SpanContext | undefined;
  #count = 0;

  constructor(contextOf: (context: Context) => SpanContext | undefined) {
    this.#contextOf = contextOf;
  }

  /** The identity of the span that was begun last. */
  get last(): string {
    return spanIdOf(this.#count);
  }

  readonly tracer = {
    startSpan: (name: string, options: SpanOptions = {}, context?: Context) =>
      this.#start(name, options, context),
  } as Tracer;

  #start(name: string, { kind, attributes, startTime }: SpanOptions, context: Context | undefined): Span {
    const parent = context && this.#contextOf(context);
    const isRecording = parent === undefined ? this.isPicked : (parent.traceFlags & 1) === 1;
    this.#count += 1;
    const own = {
      traceId: parent?.traceId ?? '9'.repeat(32),
      spanId: spanIdOf(this.#count),
      traceFlags: isRecording ? 1 : 0,
    };
    const told = { name, attributes: { ...attributes } as Record<string, unknown>, isFailed: false };
    const span = {
      isRecording: () => isRecording,
      spanContext: () => own,
      updateName: (to: string) => {
        told.name = to;
        return span;
      },
      setAttribute: (attribute: string, value: unknown) => {
        told.attributes[attribute] = value;
        return span;
      },
      setStatus: ({ code }: { readonly code: number }) => {
        told.isFailed = code === 2;
        return span;
      },
      end: (at?: number) => {
        if (!isRecording) return;
        this.ended.push({
          ...told,
          kind,
          parent: parent && `${parent.traceId} ${parent.spanId}`,
          beganAtMs: at === undefined ? startTime : undefined,
          tookMs: at === undefined ? undefined : Math.round(at - Number(startTime)),
        });
      },
    };
    return span as unknown as Span;
  }
}

function spanIdOf(number: number): string {
  return String(number).padStart(16, '0');
}
