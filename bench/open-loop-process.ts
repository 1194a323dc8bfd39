/**
 * Sends requests at times that are fixed beforehand, whatever becomes of those before: an open loop, as many clients
 * that know nothing of each other are one. A process of its own; it takes `OpenLoopLoad` as JSON and prints
 * `OpenLoopFigures`.
 *
 * A request goes out over a connection that waits for nothing, or over a new one. Where there are as many connections as
 * may be, it waits for the next that is free. Latencies count from the time at which the request was to be sent, so that
 * what waits here counts as well.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { OpenLoopFigures, OpenLoopLoad } from './open-loop.js';

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

/** One connection, with at most one request under way. */
class Client {
  readonly #socket: Socket;
  #dueAt = 0;
  #received = '';

  constructor() {
    open += 1;
    this.#socket = connect(load.port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#closed());
  }

  send(dueAt: number): void {
    this.#dueAt = dueAt;
    this.#socket.write(requests[sent++ % requests.length] ?? '');
  }

  #take(bytes: Buffer): void {
    this.#received += bytes.toString('latin1');
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const lengthAt = this.#received.indexOf('Content-Length: ');
    const length = Number.parseInt(this.#received.slice(lengthAt + 16, lengthAt + 26), 10);
    if (this.#received.length < headEnd + 4 + length) return;
    this.#answered(this.#received.slice(9, 12));
    this.#received = '';
    this.#dueAt = 0;
    next(this);
  }

  #answered(status: string): void {
    const now = performance.now();
    if (now < countFrom || now >= sendUntil) return;
    const isRefused = status === '503';
    if (!isRefused && !status.startsWith('2')) failed += 1;
    else latenciesMs[isRefused ? 'refused' : 'accepted'].push(now - this.#dueAt);
    if (!isRefused) return;
    const at = this.#received.indexOf('retry-after-ms: ');
    retryAfterMs.push(Number.parseInt(this.#received.slice(at + 16, at + 24), 10));
  }

  #closed(): void {
    open -= 1;
    const at = idle.indexOf(this);
    if (at !== -1) idle.splice(at, 1);
    if (this.#dueAt > 0) failed += 1;
  }
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
    const figures: OpenLoopFigures = {
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
