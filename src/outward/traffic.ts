/** Numbers about the calls to one service, for metrics, and an observer of each call, for the log. */
import type { Socket } from 'node:net';

const OUTCOMES = [
  /** Answered below 400. */
  'ok',
  /** 429 or 503. */
  'busy',
  /** Any other 400 to 499. */
  'client_error',
  'server_error',
  'no_connection',
  /** The URL, or a redirect, leads to an address that may not be called, or to too many. */
  'forbidden',
  /** No answer, half an answer, or one that is too long. */
  'broken',
  /** The caller gave up: its time is over, or nobody waits any more. */
  'given_up',
] as const;

/** A call of the API, the opening or a reading of a file, a WebSocket. */
export type CallKind = 'api' | 'file' | 'events';

export type Outcome = (typeof OUTCOMES)[number];

/** The end of one call; none of it holds a secret. */
export interface EndedCall {
  readonly provider: string;
  readonly kind: CallKind;
  readonly method: string;
  /** Without its query; undefined for one that a provider named, unless it is at the configured origin. */
  readonly url: string | undefined;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly ms: number;
  /** The error, or the beginning of what the service said of a failure; '' if there is nothing to say. */
  readonly detail: string;
}

export type ObserveCall = (call: EndedCall) => void;

export type CallCounts = Readonly<Record<CallKind, Readonly<Record<Outcome, number>>>>;

export interface TrafficNumbers {
  readonly provider: string;
  readonly calls: CallCounts;
  readonly connections: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export class Traffic {
  readonly provider: string;
  readonly #observe: ObserveCall | undefined;
  /** With all that there can be, so that the first of each shows as an increase. */
  readonly #calls = { api: noCalls(), file: noCalls(), events: noCalls() };
  readonly #sockets = new Set<Socket>();
  #bytesSent = 0;
  #bytesReceived = 0;

  constructor(provider: string, observe: ObserveCall | undefined) {
    this.provider = provider;
    this.#observe = observe;
  }

  ended(call: Omit<EndedCall, 'provider'>): void {
    this.#calls[call.kind][call.outcome]++;
    this.#observe?.({ provider: this.provider, ...call });
  }

  /** Counts a connection until it is closed. */
  opened(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#bytesSent += socket.bytesWritten;
      this.#bytesReceived += socket.bytesRead;
    });
  }

  numbers(): TrafficNumbers {
    let [bytesSent, bytesReceived] = [this.#bytesSent, this.#bytesReceived];
    for (const socket of this.#sockets) {
      bytesSent += socket.bytesWritten;
      bytesReceived += socket.bytesRead;
    }
    return {
      provider: this.provider,
      calls: structuredClone(this.#calls),
      connections: this.#sockets.size,
      bytesSent,
      bytesReceived,
    };
  }
}

function noCalls(): Record<Outcome, number> {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
}

export function outcomeOf(status: number): Outcome {
  if (status === 429 || status === 503) return 'busy';
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'ok';
}
