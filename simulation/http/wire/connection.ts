/**
 * Sends one input over one connection, and says what came back.
 *
 * It is done when every answer that is due is there, when the connection ends, or when nothing more can come;
 * at the latest after `TIME_LIMIT_MS`. Connections that are still open are reset: nothing lingers.
 */
import { connect, type Socket } from 'node:net';
import { AnswerReader, type HttpAnswer } from './answer-reader.js';
import type { HttpInput } from './http-input.js';
import type { RequestStream } from './request-reader.js';

/**
 * How the connection stood at the end: open; ended or reset by the server; ended by it after the client had
 * said that nothing more comes; broken by the client; or still owing an answer when time ran out.
 */
export type Fate = 'open' | 'ended' | 'ended_after_us' | 'aborted' | 'silent';

export interface Observation {
  readonly answers: readonly HttpAnswer[];
  /** The flaw in how answers are framed. */
  readonly flaw: string | undefined;
  /** The bytes behind the last whole answer. */
  readonly leftover: string;
  readonly fate: Fate;
  /** The connection could not be made. */
  readonly isRefused: boolean;
}

/** Longest wait for what is due, in ms. */
const TIME_LIMIT_MS = 8_000;
/** How long the parser has to refuse what may or may not be refused, in ms. */
const QUIET_MS = 25;
/** How long the server has to end a connection that we have ended, in ms. */
const END_WITHIN_MS = 10_000;

/** @param input with the names filled in @param stream what its bytes are */
export function exchange(port: number, input: HttpInput, stream: RequestStream): Promise<Observation> {
  return new Promise((resolve) => new Conversation(port, input, stream, resolve));
}

class Conversation {
  readonly #input: HttpInput;
  readonly #stream: RequestStream;
  readonly #resolve: (observation: Observation) => void;
  readonly #socket: Socket;
  readonly #reader: AnswerReader;
  readonly #segments: readonly string[];
  #sent = 0;
  #hasEnded = false;
  #isConnected = false;
  #isDone = false;
  #timer: NodeJS.Timeout;

  constructor(
    port: number,
    input: HttpInput,
    stream: RequestStream,
    resolve: (observation: Observation) => void,
  ) {
    this.#input = input;
    this.#stream = stream;
    this.#resolve = resolve;
    this.#reader = new AnswerReader(stream.requests.map(({ method }) => method));
    this.#segments = segmentsOf(input);
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#timer = setTimeout(() => this.#finish('silent'), TIME_LIMIT_MS);
    this.#socket.on('connect', () => {
      this.#isConnected = true;
      this.#send();
    });
    this.#socket.on('data', (bytes) => {
      this.#reader.take(bytes.toString('latin1'));
      if (this.#isSent) this.#look();
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#reader.end();
      this.#finish(this.#hasEnded ? 'ended_after_us' : 'ended');
    });
  }

  get #isSent(): boolean {
    return this.#sent === this.#segments.length;
  }

  #send(): void {
    if (this.#isDone) return;
    const segment = this.#segments[this.#sent];
    if (segment === undefined) {
      this.#allSent();
      return;
    }
    this.#socket.write(segment, 'latin1');
    this.#sent += 1;
    setImmediate(() => this.#send());
  }

  #allSent(): void {
    if (this.#input.delivery.ending === 'abort') {
      this.#finish('aborted');
      return;
    }
    if (this.#input.delivery.ending === 'half_close') this.#endOurSide();
    this.#look();
  }

  #look(): void {
    if (this.#isDone || this.#hasEnded || !this.#isSent) return;
    const { requests, rest } = this.#stream;
    if (this.#reader.flaw !== undefined) this.#finish('open');
    if (this.#reader.answers.length < requests.length) return;
    if (rest === 'nothing') this.#finish('open');
    else if (rest === 'beginning') this.#endOurSide();
    else if (rest === 'odd') this.#wait(QUIET_MS, () => this.#endOurSide());
  }

  #endOurSide(): void {
    if (this.#isDone) return;
    this.#hasEnded = true;
    this.#socket.end();
    this.#wait(END_WITHIN_MS, () => this.#finish('silent'));
  }

  #wait(delayMs: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, delayMs);
  }

  #finish(fate: Fate): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#socket.resetAndDestroy();
    const { answers, flaw, unread } = this.#reader;
    this.#resolve({ answers, flaw, leftover: unread, fate, isRefused: !this.#isConnected });
  }
}

function segmentsOf({ bytes, delivery }: HttpInput): readonly string[] {
  const ends = [...delivery.cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length];
  return ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end)).filter((part) => part !== '');
}
