/**
 * A socket that sends whatever it is told to, and reads HTTP answers off it strictly.
 *
 * For requests that no HTTP client would send. Bytes stand in for characters (latin1) throughout.
 */
import { connect, type Socket } from 'node:net';
import { type Answer, PATIENCE_MS, type RawRequest } from './client.js';

export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    // The other side's end is the end: half-open connections are none of these tests' business.
    socket.on('end', () => socket.end());
  }

  static open(port: number, host = '127.0.0.1'): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host);
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** On a socket that is, or will be, connected. */
  static on(socket: Socket): RawConnection {
    return new RawConnection(socket);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The bytes that came and were not yet read as an answer. */
  get unread(): string {
    return this.#received.toString('latin1');
  }

  send(bytes: string | Uint8Array): this {
    if (!this.#isClosed) {
      this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    }
    return this;
  }

  /** Says that nothing more will be sent. */
  end(): this {
    this.#socket.end();
    return this;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** The next whole answer; undefined if the connection closes without one. Throws when time runs out. */
  async answer({ isHead = false, withinMs = PATIENCE_MS } = {}): Promise<Answer | undefined> {
    const until = performance.now() + withinMs;
    for (;;) {
      const read = readAnswer(this.#received, isHead);
      if (read !== undefined) {
        this.#received = this.#received.subarray(read.length);
        return read.answer;
      }
      if (this.#isClosed) return undefined;
      if (!(await this.#news(until))) throw new Error(`no answer in ${withinMs} ms; so far: ${this.unread}`);
    }
  }

  /** Whether the other side closes the connection in time. */
  async closes(withinMs = PATIENCE_MS): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (!this.#isClosed) if (!(await this.#news(until))) return false;
    return true;
  }

  /** Waits for bytes or the end; false when time runs out first. */
  #news(until: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

function readAnswer(bytes: Buffer, isHead: boolean): { answer: Answer; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  if (status === undefined) throw new Error(`no HTTP answer: ${statusLine}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name.toLowerCase() in headers)
      throw new Error(`the field ${name} came twice: ${statusLine} ${lines}`);
    headers[name.toLowerCase()] = value;
  }
  const start = headEnd + 4;
  const length = isHead || status === '204' ? 0 : bodyLength(headers, bytes, start);
  if (length === undefined || bytes.length < start + length) return undefined;
  const text = bytes.subarray(start, start + length).toString('utf8');
  const isJson = (headers['content-type'] ?? '').startsWith('application/json') && text !== '';
  return {
    answer: { status: Number(status), headers, text, json: isJson ? JSON.parse(text) : undefined },
    length: start + length,
  };
}

/** Every answer of the gateway says how long it is; the parser's own may end with the connection. */
function bodyLength(headers: Record<string, string>, bytes: Buffer, start: number): number | undefined {
  if (headers['transfer-encoding'] !== undefined) throw new Error('an answer came in chunks');
  if (headers['content-length'] === undefined) return bytes.length - start;
  return Number(headers['content-length']);
}

/** The bytes of a request. */
export function requestBytes(request: RawRequest): Buffer {
  const body = Buffer.from(request.body ?? '');
  const headers = [...(request.headers ?? [])];
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) headers.unshift(['Host', 'gateway.test']);
  const length = request.contentLength === undefined && body.length > 0 ? body.length : request.contentLength;
  if (length !== undefined && length !== null) headers.push(['Content-Length', String(length)]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${request.method ?? 'GET'} ${request.target ?? '/'} HTTP/1.1\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Sends one request on a connection of its own. */
export async function rawCall(port: number, request: RawRequest): Promise<Answer | undefined> {
  const connection = await RawConnection.open(port);
  try {
    return await connection.send(requestBytes(request)).answer({ isHead: request.method === 'HEAD' });
  } finally {
    connection.destroy();
  }
}
