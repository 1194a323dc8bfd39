/** Carries requests over HTTP and WebSockets to a stand-in. It listens on 127.0.0.1 alone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MakeStandIn, StandIn, StandInAnswer, StandInParts, StandInRequest } from './stand-in.js';
import type { FaultPlan, StandInFault } from './stand-in-faults.js';
import { StandInStream } from './stand-in-stream.js';

const HOST = '127.0.0.1';
const BODY_BYTES_MAX = 64 * 1024 * 1024;

export interface StandInServerOptions extends Omit<StandInParts, 'baseUrl'> {
  /** 0, the default, is a free one. */
  readonly port?: number;
  readonly faultOf?: FaultPlan;
}

export interface StandInServer {
  readonly url: string;
  readonly standIn: StandIn;
  /** Ends all connections, too. */
  close(): Promise<void>;
}

/** Rejects if the port cannot be had. */
export async function serveStandIn(
  make: MakeStandIn,
  { port = 0, faultOf = () => undefined, ...parts }: StandInServerOptions,
): Promise<StandInServer> {
  let url = '';
  const standIn = make({ ...parts, baseUrl: () => url });
  const server = createServer((request, response) => {
    answer(standIn, faultOf, request, response).catch(() => request.socket.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (standIn.listen === undefined) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (upgraded) => listen(standIn, request, upgraded));
  });
  await listening(server, port);
  url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    standIn,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
}

async function answer(
  standIn: StandIn,
  faultOf: FaultPlan,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(request);
  const fault = faultOf(asked);
  if (fault === undefined) return send(response, asked, standIn.answer(asked));
  switch (fault.kind) {
    case 'late': {
      const answered = standIn.answer(asked);
      await delay(fault.ms, undefined, { ref: false });
      return send(response, asked, answered);
    }
    case 'instead':
      return send(response, asked, fault.answer);
    case 'changed':
      return send(response, asked, fault.change(standIn.answer(asked)));
    default:
      breakOff(request.socket, fault, () => bytesOf(standIn.answer(asked)));
  }
}

function breakOff(
  socket: Socket,
  fault: Extract<StandInFault, { kind: 'halved' | 'reset_unseen' | 'reset_after' }>,
  act: () => Buffer,
): void {
  if (fault.kind === 'reset_unseen') {
    socket.resetAndDestroy();
    return;
  }
  const bytes = act();
  if (fault.kind === 'halved') socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
  else if (fault.bytes === 0) socket.resetAndDestroy();
  else socket.write(bytes.subarray(0, fault.bytes), () => socket.resetAndDestroy());
}

async function read(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('a body that is too long for a stand-in');
    chunks.push(chunk);
  }
  return { ...headOf(request), body: await parsed(request, Buffer.concat(chunks)) };
}

function headOf({ method = 'GET', url = '/', headers }: IncomingMessage): Omit<StandInRequest, 'body'> {
  const { pathname, searchParams } = new URL(url, `http://${HOST}`);
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method,
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: Object.fromEntries(entries),
  };
}

async function parsed({ headers }: IncomingMessage, bytes: Buffer): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  try {
    if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString());
    const form = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    return Object.fromEntries(await form.formData());
  } catch {
    return undefined;
  }
}

async function send(
  response: ServerResponse,
  asked: StandInRequest,
  { status, headers, body }: StandInAnswer,
): Promise<void> {
  if (body instanceof StandInStream) {
    response.writeHead(status, headers).flushHeaders();
    return sendStream(response, body);
  }
  if (!(body instanceof Uint8Array)) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '') ?? [];
  if (first === undefined) {
    response.writeHead(status, { 'accept-ranges': 'bytes', 'content-length': body.length, ...headers });
    response.end(body);
    return;
  }
  const from = Number(first);
  const to = Math.min(last === '' || last === undefined ? body.length : Number(last) + 1, body.length);
  if (from >= to) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const range = `bytes ${from}-${to - 1}/${body.length}`;
  response.writeHead(206, { 'content-length': to - from, 'content-range': range, ...headers });
  response.end(body.subarray(from, to));
}

async function sendStream(response: ServerResponse, { pieces, end }: StandInStream): Promise<void> {
  for (const { afterMs, bytes } of pieces()) {
    if (afterMs > 0) await delay(afterMs, undefined, { ref: false });
    if (response.destroyed) return;
    // A piece is a packet, and an endless stream lets other requests in.
    await new Promise((resolve) => response.write(bytes, resolve));
  }
  if (end === 'ends') response.end();
  else if (end === 'resets') response.socket?.resetAndDestroy();
}

/** The whole answer as it goes over the wire, to be broken off. */
function bytesOf({ status, headers, body }: StandInAnswer): Buffer {
  const payload = payloadOf(body);
  const fields = { 'content-type': 'application/json', 'content-length': payload.length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} As it is\r\n${lines.join('')}\r\n`), payload]);
}

function payloadOf(body: unknown): Buffer {
  if (body instanceof StandInStream) return body.bytes();
  return Buffer.from(body instanceof Uint8Array ? body : JSON.stringify(body ?? ''));
}

function listen(standIn: StandIn, request: IncomingMessage, socket: WebSocket): void {
  const end = standIn.listen?.({ ...headOf(request), body: undefined }, (text) => socket.send(text));
  socket.on('close', () => end?.());
  socket.on('error', () => socket.terminate());
}
