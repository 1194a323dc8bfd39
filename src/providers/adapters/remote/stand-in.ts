/**
 * A stand-in for a service: it speaks the service's protocol, as the published description has it, and makes
 * clips of a few colours, or texts of a few sentences. It knows no socket: a server or the simulation carries
 * requests to it.
 */

export type MakeStandIn = (parts: StandInParts) => StandIn;

export interface StandInParts {
  readonly nowMs: () => number;
  /** The key that requests have to carry. */
  readonly key: string;
  /** Its own address, for links to itself: `http://127.0.0.1:8188`. */
  readonly baseUrl: () => string;
  /** From acceptance to the beginning of the work, and from there to its end. */
  readonly pendingMs: number;
  readonly runningMs: number;
  /** Renders a clip of that length. */
  readonly clip: (lengthMs: number) => Uint8Array;
  /** Told of each job that begins. */
  readonly begun?: (job: BegunJob) => void;
}

export interface BegunJob {
  readonly prompt: string;
  /** By the clock of the stand-in. */
  readonly begunAtMs: number;
  readonly overAtMs: number;
}

export interface StandIn {
  answer(request: StandInRequest): StandInAnswer;
  /** How often it has begun a job for each prompt. */
  readonly begun: ReadonlyMap<string, number>;
  /** Sends the events of a WebSocket, if the service has one; returns what ends it. */
  listen?(request: StandInRequest, send: (text: string) => void): () => void;
}

export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or the fields of a form; undefined if there is none. */
  readonly body: unknown;
}

export interface StandInAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; bytes as a file, in ranges if asked for; a `StandInStream` bit by bit. */
  readonly body: unknown;
}

/**
 * The end that a job comes to, by a word in brackets in its prompt: `a boat [rejects]`. Without one it
 * completes.
 */
export type Fate = (typeof FATES)[number];

const FATES = [
  'completes',
  /** The submit is refused for its prompt. */
  'rejects',
  /** It begins, and fails: the service's fault, or for its content. */
  'fails',
  'fails_for_content',
  'never_ends',
  'unknown_state',
  /** It completes, and its result is no use. */
  'dead_link',
  'private_link',
  'html_result',
] as const;

export function fateOf(prompt: string): Fate {
  const [, word] = /\[(\w+)\]/.exec(prompt) ?? [];
  return FATES.find((fate) => fate === word) ?? 'completes';
}
