/**
 * A service on a port of 127.0.0.1 that answers each request with the bytes it is told, byte for byte, and
 * remembers what it was asked.
 */
import { createServer, type Server, type Socket } from 'node:net';

export interface HeardRequest {
  readonly method: string;
  readonly target: string;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The bytes of an answer, and what becomes of its connection. */
export interface AnswerBytes {
  readonly bytes: Buffer;
  /** Into so many writes. */
  readonly pieces: number;
  readonly after: 'keep' | 'end' | 'destroy';
}

export type Answering = (request: HeardRequest) => AnswerBytes;

/** The first byte of a connection that speaks TLS. */
const TLS_HANDSHAKE = 0x16;

export class ScriptedService {
  readonly heard: HeardRequest[] = [];
  connections = 0;
  /** Connections that began with TLS, which is not spoken here. */
  hellos = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #answer: Answering;

  private constructor(answer: Answering) {
    this.#answer = answer;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(answer: Answering): Promise<ScriptedService> {
    const service = new ScriptedService(answer);
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('a service that does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let came = Buffer.alloc(0);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    socket.on('data', (bytes) => {
      if (came.length === 0 && bytes[0] === TLS_HANDSHAKE) this.hellos += 1;
      came = Buffer.concat([came, bytes]);
      for (let read = readRequest(came); read !== undefined; read = readRequest(came)) {
        came = came.subarray(read.end);
        this.heard.push(read.request);
        void write(socket, this.#answer(read.request));
      }
    });
  }
}

async function write(socket: Socket, { bytes, pieces, after }: AnswerBytes): Promise<void> {
  const length = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += length) {
    socket.write(bytes.subarray(at, at + length));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (after === 'end') socket.end();
  // The bytes that were written go out first.
  else if (after === 'destroy') socket.end(() => socket.destroy());
}

/** Undefined while it is not whole. */
function readRequest(came: Buffer): { readonly request: HeardRequest; readonly end: number } | undefined {
  const headEnd = came.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [line = '', ...lines] = came.toString('latin1', 0, headEnd).split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const fields = new Map(
    lines.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const from = headEnd + 4;
  const body =
    fields.get('transfer-encoding') === 'chunked' ? chunked(came, from) : sized(came, from, fields);
  return body && { request: { method, target, fields, body: body.bytes }, end: body.end };
}

interface Body {
  readonly bytes: Buffer;
  readonly end: number;
}

function sized(came: Buffer, from: number, fields: ReadonlyMap<string, string>): Body | undefined {
  const end = from + Number(fields.get('content-length') ?? 0);
  return came.length < end ? undefined : { bytes: came.subarray(from, end), end };
}

function chunked(came: Buffer, from: number): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = came.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(came.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (came.length < end) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end };
    chunks.push(came.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
