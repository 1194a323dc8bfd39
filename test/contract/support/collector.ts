/** A collector of traces: takes OTLP over HTTP, as JSON, and keeps what it was sent. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export class Collector {
  readonly spans: SentSpan[] = [];
  /** All that was sent, as text. */
  text = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', async (request, response) => {
      request.setEncoding('utf8');
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url === '/v1/traces') collector.#take(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #take(body: string): void {
    this.text += body;
    const { resourceSpans } = JSON.parse(body) as ExportRequest;
    this.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
  }
}

/** The value of a span's attribute, whatever its type. */
export function attributeOf(span: SentSpan, key: string): unknown {
  const found = span.attributes.find((attribute) => attribute.key === key);
  return found === undefined ? undefined : Object.values(found.value)[0];
}
