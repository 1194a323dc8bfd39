/** A server that speaks `/v1/chat/completions`, whose answers a test writes, and a node that has it. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshFolder, type StartOptions, startTollgate, type TollgateProcess } from './harness.js';

export const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

export class TextServer {
  /** Requests that came. */
  asked = 0;
  /** Writes an answer; the request has been read. */
  answer: (response: ServerResponse, n: number) => void = (response) => whole(response);
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      response.on('error', () => {});
      request.resume().on('end', () => this.answer(response, this.asked++));
    });
  }

  static async start(): Promise<TextServer> {
    const text = new TextServer();
    await new Promise<void>((resolve) => text.#server.listen(0, '127.0.0.1', resolve));
    return text;
  }

  /** A node with this server as its provider, and the model `small`. */
  async startNode(prices: string, options: StartOptions = {}): Promise<TollgateProcess> {
    const config = join(await freshFolder(), 'tollgate.yaml');
    const { port } = this.#server.address() as AddressInfo;
    const file = `providers: { local: { kind: openai, url: "http://127.0.0.1:${port}/v1" } }
models:
  small:
    price-per-million: ${prices}
    context-tokens: 8192
    output-tokens: { max: 2048, default: 100 }
    routes: [ { provider: local, model: llama } ]
`;
    await writeFile(config, file);
    return startTollgate({ ...options, args: ['--config', config, ...(options.args ?? [])] });
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

export function whole(response: ServerResponse, usage = USAGE): void {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'a b c' }, finish_reason: 'stop' }];
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'chat.completion', choices, usage }));
}

export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** @returns false if it is to wait for `drain` */
export function writeToken(response: ServerResponse, content: string): boolean {
  return response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
}

export function endEvents(response: ServerResponse): void {
  const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
  response.write(`data: ${JSON.stringify({ choices })}\n\n`);
  response.write(`data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** Tokens with a pause of some turns of the event loop between them. */
export async function writeSlowly(response: ServerResponse, tokens: number, pauseMs = 0): Promise<void> {
  beginEvents(response);
  for (let token = 0; token < tokens && !response.destroyed; token++) {
    writeToken(response, ` ${token}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  endEvents(response);
}
