/** Stands in for a node on a Unix socket: it keeps what it is asked, and answers as it is told. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { madeFolder } from '../folders/made-folder.js';

export interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if none was sent. */
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Undefined for a connection that is cut. */
export type GivenAnswer =
  | { readonly status: number; readonly fields?: Readonly<Record<string, string>>; readonly body: unknown }
  | undefined;

export class StandInNode {
  readonly #folder = madeFolder('commands');
  readonly #server = createServer((request, response) => this.#take(request, response));
  heard: HeardRequest[] = [];
  answer: (request: HeardRequest) => GivenAnswer = () => undefined;

  get url(): string {
    return `unix:${join(this.#folder, 'node')}`;
  }

  async listen(): Promise<void> {
    this.#server.unref();
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(join(this.#folder, 'node'), resolve));
  }

  /** The path of a file of its folder that has the text. */
  file(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    return path;
  }

  get folder(): string {
    return this.#folder;
  }

  end(): void {
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://node');
      const heard: HeardRequest = {
        method: request.method ?? '',
        path: decodeURIComponent(url.pathname),
        query: Object.fromEntries(url.searchParams),
        body: text === '' ? undefined : JSON.parse(text),
        authorization: request.headers.authorization,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      };
      this.heard.push(heard);
      const answer = this.answer(heard);
      if (answer === undefined) return void request.socket.destroy();
      const isText = typeof answer.body === 'string';
      const type = isText ? 'text/html' : 'application/json; charset=utf-8';
      response.writeHead(answer.status, { 'content-type': type, ...answer.fields });
      response.end(isText ? answer.body : JSON.stringify(answer.body));
    });
  }
}
