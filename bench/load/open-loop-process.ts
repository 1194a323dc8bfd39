/**
 * Sends requests at times that are fixed beforehand, whatever becomes of those before: an open loop, as many
 * clients that know nothing of each other are one. A process of its own; it takes `OpenLoopLoad` as JSON and
 * prints `OpenLoopResult`.
 *
 * A request goes out over a connection that waits for nothing, or over a new one. If there are as many
 * connections as may be, it waits for the next that is free. Latencies count from the time at which the
 * request was to be sent, so that what waits here counts as well.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { OpenLoopLoad, OpenLoopResult } from './open-loop.js';

const STEP_MS = 1;

const load = JSON.parse(process.argv[2] ?? '{}') as OpenLoopLoad;
const requests = (JSON.parse(readFileSync(load.requests, 'utf8')) as string[]).map((text) =>
  Buffer.from(text),
);

const beganAt = performance.now();
const countFrom = beganAt + load.warmUpSeconds * 1_000;
const sendUntil = countFrom + load.seconds * 1_000;
const latenciesMs: Record<'accepted' | 'refused', number[]> = { accepted: [], refused: [] };
const retryAfterMs: number[] = [];
let failed = 0;
let offered = 0;
let sent = 0;
let open = 0;
let waitingAt: number[] = [];
let waitingFrom = 0;
const idle: Client[] = [];
const readBuffer = Buffer.allocUnsafe(65_536);

/** One connection, with at most one request under way. */
class Client {
  readonly #socket: Socket;
  #dueAt = 0;
  /** The received part of an answer that is not whole. */
  #begun = '';

  constructor() {
    open += 1;
    // One buffer for all: what a socket reads is taken before another reads.
    const onread = { buffer: readBuffer, callback: (bytes: number) => this.#take(bytes) };
    this.#socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#closed());
  }

  send(dueAt: number): void {
    this.#dueAt = dueAt;
    this.#socket.write(requests[sent++ % requests.length] ?? '');
  }

  #take(bytes: number): boolean {
    const text = this.#begun + readBuffer.toString('latin1', 0, bytes);
    if (isWhole(text)) {
      this.#begun = '';
      this.#answered(text);
      this.#dueAt = 0;
      next(this);
    } else this.#begun = text;
    return true;
  }

  #answered(text: string): void {
    const now = performance.now();
    if (now < countFrom || now >= sendUntil) return;
    const isRefused = text.startsWith('503', 9);
    if (!isRefused && !text.startsWith('2', 9)) failed += 1;
    else latenciesMs[isRefused ? 'refused' : 'accepted'].push(now - this.#dueAt);
    if (isRefused) retryAfterMs.push(numberBehind(text, 'retry-after-ms: '));
  }

  #closed(): void {
    open -= 1;
    const at = idle.indexOf(this);
    if (at !== -1) idle.splice(at, 1);
    if (this.#dueAt > 0) failed += 1;
  }
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  return headEnd !== -1 && answer.length >= headEnd + 4 + numberBehind(answer, 'Content-Length: ');
}

function numberBehind(text: string, name: string): number {
  const at = text.indexOf(name) + name.length;
  return Number.parseInt(text.slice(at, at + 10), 10);
}

/** The connection is free: for what waits, else for what is to come. */
function next(client: Client): void {
  if (load.perSecond === undefined) {
    if (performance.now() < sendUntil) client.send(performance.now());
    return;
  }
  const dueAt = waitingAt[waitingFrom];
  if (dueAt === undefined) idle.push(client);
  else {
    waitingFrom += 1;
    client.send(dueAt);
  }
}

function sendDue(perSecond: number): void {
  const now = Math.min(performance.now(), sendUntil);
  const due = Math.floor(((now - beganAt) * perSecond) / 1_000);
  for (; offered < due; offered++) {
    const dueAt = beganAt + (offered * 1_000) / perSecond;
    const client = idle.pop() ?? (open < load.connectionsMax ? new Client() : undefined);
    if (client === undefined) waitingAt.push(dueAt);
    else client.send(dueAt);
  }
  if (waitingFrom > 100_000) {
    waitingAt = waitingAt.slice(waitingFrom);
    waitingFrom = 0;
  }
  if (now < sendUntil) setTimeout(() => sendDue(perSecond), STEP_MS);
}

function quantileMs(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

if (load.perSecond === undefined) for (let n = 0; n < load.connectionsMax; n++) new Client().send(beganAt);
else sendDue(load.perSecond);

setTimeout(
  () => {
    const { user, system } = process.cpuUsage();
    const { accepted, refused } = latenciesMs;
    const figures: OpenLoopResult = {
      acceptedPerSecond: accepted.length / load.seconds,
      refusedPerSecond: refused.length / load.seconds,
      failed,
      unsent: waitingAt.length - waitingFrom,
      connections: open,
      acceptedP50Ms: quantileMs(accepted, 0.5),
      acceptedP99Ms: quantileMs(accepted, 0.99),
      refusedP99Ms: quantileMs(refused, 0.99),
      retryAfterP50Ms: quantileMs(retryAfterMs, 0.5),
      cpuSeconds: (user + system) / 1e6,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
  },
  (load.warmUpSeconds + load.seconds) * 1_000,
);
