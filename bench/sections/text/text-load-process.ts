/**
 * Clients that ask for texts, each again when it has read one to its end. The only argument is a `TextLoad`
 * as JSON; a `TextOutcome` is printed, as JSON, when the time is over.
 *
 * With `isHeld` no text ends: a line says how many have their first token, when all have it or the time is
 * over, and the end of standard input ends the load.
 */
import { connect, type Socket } from 'node:net';
import type { TextLoad, TextOutcome } from './text-load.js';

const load = JSON.parse(process.argv[2] ?? '') as TextLoad;
const END_OF_CHUNKS = Buffer.from('\r\n0\r\n\r\n');
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const FIRST_EVENT = Buffer.from('data: ');
const TAIL_BYTES = 32;

const outcome: TextOutcome = {
  requests: 0,
  tokens: 0,
  firstTokenMs: [],
  failed: 0,
  seconds: 0,
  cpuSeconds: 0,
};
let isOver = false;
let begun = 0;
let isTold = false;

function tellBegun(): void {
  if (!isTold) process.stdout.write(`${begun}\n`);
  isTold = true;
}

class Client {
  readonly #request: Buffer;
  #socket: Socket;
  #sentAt = 0;
  #isBegun = false;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  /** Bytes of the body yet to come; undefined before the head, and of chunks. */
  #left: number | undefined;

  constructor(key: string) {
    const body = JSON.stringify({
      model: load.model,
      messages: [{ role: 'user', content: 'Say two hundred words about the sea.' }],
      ...(load.isStreamed ? { stream: true } : {}),
    });
    const fields = [...load.headers, ['authorization', `Bearer ${key}`]].map((one) => one.join(': '));
    this.#request = Buffer.from(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\n${fields.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    this.#socket = this.#connected();
  }

  #connected(): Socket {
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
    socket.on('connect', () => this.#ask());
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isOver || isTold) return;
      outcome.failed += 1;
      setTimeout(() => {
        this.#socket = this.#connected();
      }, 10);
    });
    return socket;
  }

  #ask(): void {
    this.#isBegun = false;
    this.#head = Buffer.alloc(0);
    this.#tail = Buffer.alloc(0);
    this.#left = undefined;
    this.#sentAt = performance.now();
    this.#socket.write(this.#request);
  }

  #read(bytes: Buffer): void {
    if (load.isHeld && this.#isBegun) {
      outcome.tokens += 1;
      return;
    }
    if (!this.#isBegun && !this.#begin(bytes)) return;
    if (load.isHeld) return;
    if (this.#left !== undefined) {
      if (this.#left > 0) return;
    } else {
      this.#tail = Buffer.concat([this.#tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      if (!this.#tail.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)) return;
    }
    outcome.requests += 1;
    if (!isOver) this.#ask();
  }

  /** @returns true if the answer has begun, and the bytes are of its body in part */
  #begin(bytes: Buffer): boolean {
    this.#head = Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end === -1) return false;
    const bodyBytes = this.#head.length - end - END_OF_HEAD.length;
    if (this.#head.indexOf('HTTP/1.1 200') !== 0) {
      outcome.failed += 1;
      this.#socket.destroy();
      return false;
    }
    if (load.isStreamed) {
      if (this.#head.indexOf(FIRST_EVENT, end) === -1) return false;
      outcome.firstTokenMs.push(performance.now() - this.#sentAt);
      begun += 1;
      if (load.isHeld && begun === load.clients) tellBegun();
    } else {
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head.subarray(0, end).toString('latin1'))?.[1];
      if (length !== undefined) {
        this.#left = Number(length) - bodyBytes;
        if (this.#left > 0) return false;
      }
    }
    this.#isBegun = true;
    return true;
  }
}

const startedAt = performance.now();
let openedAt = startedAt;
for (let client = 0; client < load.clients; client++) {
  const key = load.keys[client % load.keys.length] ?? 'none';
  setTimeout(() => new Client(key), client * load.everyMs);
}

function end(): void {
  isOver = true;
  const { user, system } = process.cpuUsage();
  const seconds = (performance.now() - openedAt) / 1_000;
  process.stdout.write(
    `${JSON.stringify({ ...outcome, seconds, cpuSeconds: (user + system) / 1e6 })}\n`,
    () => process.exit(0),
  );
}

if (load.isHeld) {
  process.stdin.resume().once('data', () => {
    outcome.tokens = 0;
    openedAt = performance.now();
  });
  process.stdin.once('end', end);
  setTimeout(tellBegun, load.seconds * 1_000);
} else setTimeout(end, load.seconds * 1_000);
