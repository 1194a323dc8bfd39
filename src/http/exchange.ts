/**
 * One HTTP request and the place for its answer, apart from any socket: the seam between the gateway and
 * the carrier of bytes. `server.ts` implements it on uWebSockets.js, a simulator may implement it on nothing.
 *
 * Rules
 *  1. `eachField` and `remoteAddress` are for the synchronous part of `Gateway.handle`; the request they read
 *     from is gone afterwards.
 *  2. An exchange is answered at most once; after that, or once the client has gone (`isOver`), answering
 *     does nothing.
 *  3. An exchange left unanswered when `handle` returns stays open until it is answered or gone.
 */
export interface Exchange {
  /** As sent, case included. */
  readonly method: string;
  /** The path as sent, from its first slash, without the query. */
  readonly path: string;
  /** The part behind the question mark, as sent; '' if there is none. */
  readonly query: string;
  /** Answered in whole, or the client has gone. */
  readonly isOver: boolean;
  /** Calls `visit` with every header field in the order sent, repeated ones too; names in lower case. */
  eachField(visit: (name: string, value: string) => void): void;
  /** The connection is encrypted. */
  readonly isTls: boolean;
  /** The peer of the connection, as text; `unix` on a Unix socket. */
  remoteAddress(): string;
  /** Called once if the client goes away, or is cut off, before it was answered in whole. */
  onGone(notify: () => void): void;
  /** Hands over the body in pieces. A chunk is valid during the call only. To be called during `handle`. */
  readBody(take: (chunk: Uint8Array, isLast: boolean) => void): void;
  /** Bytes of the head and of the body need to hold during the call only. */
  answer(head: AnswerHead, body: string | Uint8Array, options: AnswerOptions): void;
  /**
   * Makes a WebSocket of the connection, for this watcher; to be called during `handle`. Undefined if the
   * client did not ask for one, or not as RFC 6455 has it.
   *
   * @param head the answer's, with status 101
   */
  readonly upgrade?: ((head: AnswerHead, watcher: LiveWatcher) => void) | undefined;
  /** Answers with content as it comes, no faster than the client takes it. */
  stream(head: string, content: ContentStream, options: AnswerOptions): void;
}

/** The client of a WebSocket. */
export interface LiveWatcher {
  /** The management key or the session with which it came. */
  readonly by: { readonly kind: 'management_key' | 'session'; readonly id: string };
  /** The account whose frames it is sent; undefined if it is sent those of the node. */
  readonly account: string | undefined;
}

/**
 * The status, `200 OK`, then the header fields, each after a CRLF; in ASCII. Content-Length is no part of it,
 * nor of the field that says what becomes of the connection.
 */
export type AnswerHead = string | Uint8Array;

export function headText(head: AnswerHead): string {
  return typeof head === 'string' ? head : Buffer.from(head).toString('latin1');
}

export interface AnswerOptions {
  /** Sends the fields and the length of the body, not the body. */
  readonly isHead: boolean;
  readonly connection: ConnectionFate;
}

/**
 * The fate of the connection after the answer: it is kept for the next request; the client is told to
 * close it, and what it still sends of the body is passed over; or it is closed at once.
 *
 * A connection closed while the client sends is reset, and the client may never see the answer: so a body
 * that nobody wants is passed over, which costs no memory, and only what cannot be trusted is closed at once.
 */
export type ConnectionFate = 'keep' | 'ask_to_close' | 'close';

/** The usual ones: what is answered alike needs no object of its own. */
export const ANSWER_AND_KEEP: AnswerOptions = { isHead: false, connection: 'keep' };

export interface ContentStream {
  /**
   * Bytes in all; `chunks` that end short of it cut the connection. Undefined if that is not known before.
   */
  readonly size: number | undefined;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Told if `chunks` fails, or ends short. */
  readonly onFault: (error: unknown) => void;
}

/** The status line's code and reason, for every status that Tollgate answers. */
export function statusLine(status: number): string {
  return STATUS_LINES[status] ?? `${status} Unknown`;
}

const STATUS_LINES: Readonly<Record<number, string>> = {
  101: '101 Switching Protocols',
  200: '200 OK',
  201: '201 Created',
  202: '202 Accepted',
  206: '206 Partial Content',
  303: '303 See Other',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  402: '402 Payment Required',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  408: '408 Request Timeout',
  409: '409 Conflict',
  410: '410 Gone',
  413: '413 Content Too Large',
  415: '415 Unsupported Media Type',
  416: '416 Range Not Satisfiable',
  422: '422 Unprocessable Content',
  429: '429 Too Many Requests',
  500: '500 Internal Server Error',
  502: '502 Bad Gateway',
  503: '503 Service Unavailable',
  504: '504 Gateway Timeout',
};
