/**
 * One request over a real connection, told apart by how it ended: answered whole, or cut off.
 *
 * `node:http` alone, with connections that are kept and used again, as clients do.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { PreparedRequest } from '../node/clients/prepared-request.js';

export interface ExchangeListener {
  /** @param headers names in lower case */
  answered(status: number, headers: Readonly<Record<string, string>>, body: string): void;
  /** The connection could not be made, or ended before the answer did. */
  cutOff(): void;
}

export interface HttpExchange {
  readonly isOver: boolean;
  sendBody(body: string): void;
  /** The client goes away; nothing more is told. */
  goAway(): void;
}

/** The connections of one client. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #address: string;

  /** @param address of this machine, to call from */
  constructor(address: string) {
    this.#address = address;
  }

  /** Sends the head; a body announced in `fields` follows with `sendBody`. */
  send(
    port: number,
    { method, path, query, fields }: PreparedRequest,
    listener: ExchangeListener,
  ): HttpExchange {
    let isOver = false;
    const over = (tell: () => void) => {
      if (isOver) return;
      isOver = true;
      tell();
    };
    const cutOff = () => over(() => listener.cutOff());
    const outgoing = request({
      agent: this.#agent,
      host: '127.0.0.1',
      localAddress: this.#address,
      port,
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: Object.fromEntries(fields),
    });
    let isAnswering = false;
    outgoing.on('error', () => {
      if (!isAnswering) cutOff();
    });
    outgoing.on('close', () => {
      // The end of the connection may be noticed before the end of an answer that came whole.
      if (!isAnswering) cutOff();
    });
    outgoing.on('response', (incoming) => {
      isAnswering = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', cutOff);
      incoming.on('close', cutOff);
      incoming.on('end', () => {
        if (!incoming.complete) return cutOff();
        const body = Buffer.concat(chunks).toString();
        over(() => listener.answered(incoming.statusCode ?? 0, headersOf(incoming), body));
      });
    });
    if (fields.some(([name]) => name === 'content-length')) outgoing.flushHeaders();
    else outgoing.end();
    return {
      get isOver() {
        return isOver;
      },
      sendBody: (body) => {
        outgoing.end(body);
      },
      goAway: () => {
        isOver = true;
        outgoing.destroy();
      },
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
