/** Load in an open loop, from the core of the load (`open-loop-process.ts`). */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pinned } from '../machine/pinning.js';

const PROCESS = fileURLToPath(new URL('./open-loop-process.js', import.meta.url));

export interface OpenLoopLoad {
  readonly port: number;
  /** A file of `writeRequests`; they are sent in turn. */
  readonly requests: string;
  /** Left out: a closed loop, in which each connection sends its next request when it has its answer. */
  readonly perSecond?: number;
  readonly connectionsMax: number;
  /** Seconds at the beginning that do not count. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface OpenLoopResult {
  /** 2xx. */
  readonly acceptedPerSecond: number;
  /** 503. */
  readonly refusedPerSecond: number;
  /** Other answers, and connections that broke with a request under way. */
  readonly failed: number;
  /** Requests that waited for a connection at the end. */
  readonly unsent: number;
  readonly connections: number;
  readonly acceptedP50Ms: number;
  readonly acceptedP99Ms: number;
  readonly refusedP99Ms: number;
  readonly retryAfterP50Ms: number;
  /** Of the load itself. */
  readonly cpuSeconds: number;
}

export interface RequestText {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  /** JSON. */
  readonly body?: string;
}

export async function writeRequests(file: string, requests: readonly RequestText[]): Promise<string> {
  const texts = requests.map(({ method, path, key, body }) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}`;
    if (body === undefined) return `${head}\r\n\r\n`;
    return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  });
  await writeFile(file, JSON.stringify(texts));
  return file;
}

export async function applyOpenLoop(load: OpenLoopLoad): Promise<OpenLoopResult> {
  const args = [PROCESS, JSON.stringify(load)];
  const { stdout } = await promisify(execFile)(...pinned('load', process.execPath, args));
  return JSON.parse(stdout) as OpenLoopResult;
}
