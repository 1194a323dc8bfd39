/** A server with `/videos`, for a provider of kind `openai-videos`, whose results a test sets. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';

export interface ServedResult {
  contentType: string;
  /** The beginning of the file; the rest of it is zeros. */
  head: Uint8Array;
  size: number;
  /** Sends the whole file only, and no more than so many bytes before it stands still. */
  standsStillAfter?: number | undefined;
}

const CHUNK = new Uint8Array(1 << 18);

export class VideoServer {
  result: ServedResult = clipResult(4_000);
  /** Bytes of results that were sent. */
  sentBytes = 0;
  /** How long a submit takes, in ms. */
  submitMs = 0;
  /** The idempotency keys of submits, in the order in which they came: the gateway's ids of its jobs. */
  readonly submitted: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume();
      const url = request.url ?? '';
      if (url.endsWith('/content')) void this.#send(request.headers.range, response);
      else {
        const isSubmit = request.method === 'POST';
        if (isSubmit) this.submitted.push(String(request.headers['idempotency-key']));
        const id = isSubmit ? `v${this.submitted.length}` : url.split('/').at(-1);
        const status = isSubmit ? 'queued' : 'completed';
        response.setHeader('content-type', 'application/json');
        const answer = JSON.stringify({ id, object: 'video', status, progress: 0, seconds: '4' });
        setTimeout(() => response.end(answer), isSubmit ? this.submitMs : 0);
      }
    });
  }

  static async start(): Promise<VideoServer> {
    const server = new VideoServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #send(range: string | undefined, response: ServerResponse): Promise<void> {
    const { contentType, size, standsStillAfter } = this.result;
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const isPart = range !== undefined && standsStillAfter === undefined;
    const from = isPart ? Number(first) : 0;
    const to = isPart && last !== '' ? Math.min(Number(last) + 1, size) : size;
    response.writeHead(isPart ? 206 : 200, {
      'content-type': contentType,
      'content-length': to - from,
      ...(isPart ? { 'content-range': `bytes ${from}-${to - 1}/${size}` } : {}),
    });
    for (let at = from; at < Math.min(to, standsStillAfter ?? to) && !response.destroyed; ) {
      const chunk = bytesOf(this.result, at, Math.min(to, at + CHUNK.length, standsStillAfter ?? to));
      at += chunk.length;
      this.sentBytes += chunk.length;
      if (!response.write(chunk)) await takesMore(response);
    }
    if (standsStillAfter === undefined) response.end();
  }
}

/** Resolves when it takes more, and when it is closed. */
function takesMore(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}

export function clipResult(lengthMs: number, size?: number): ServedResult {
  const clip = Buffer.from(renderClip({ lengthMs, seed: 1 }));
  if (size === undefined) return { contentType: 'text/html', head: clip, size: clip.length };
  // A box without meaning takes up the rest.
  const box = Buffer.alloc(8);
  box.writeUInt32BE(size - clip.length, 0);
  box.write('free', 4);
  return { contentType: 'text/html', head: Buffer.concat([clip, box]), size };
}

/** The bytes of a result from `from` to `to`. */
export function bytesOf({ head }: ServedResult, from: number, to: number): Uint8Array {
  if (from < head.length) return head.subarray(from, Math.min(to, head.length));
  return to - from === CHUNK.length ? CHUNK : CHUNK.subarray(0, to - from);
}
