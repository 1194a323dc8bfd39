/**
 * Calls of the node to services of others, as whoever makes them sees it: adapters of providers, readers of
 * results. Production makes them over sockets; the simulation answers them in virtual time.
 *
 * Invariants
 *  1. The secret headers go to the configured origin alone, and stand in no error.
 *  2. A call that changes something follows no redirect; a read follows at most three, each judged anew.
 *  3. A URL that is not the configuration's is called only if it is https and leads to a public address.
 */

/** Makes the calls to one service. */
export interface Service {
  /**
   * Calls the service's API, with the secret headers. Resolves with every answer, whatever its status.
   *
   * @throws NoConnectionError if the request surely never left; any other error leaves open whether the
   *   service has acted on it
   */
  call(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer>;
  /**
   * As `call`, of a request that may be answered with server-sent events: those come as they are read, for as
   * long as the service sends them. How long a pause may be is the caller's to say, by `signal`.
   */
  stream(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer | ServiceEvents>;
  /**
   * Opens a file: a GET of its first byte, which tells its size and whether it is served in ranges.
   *
   * @returns undefined if the file is gone (404, 410)
   * @throws ForbiddenFileError if no waiting helps
   */
  openFile(file: FileAddress, signal: AbortSignal): Promise<RemoteFile | undefined>;
  /**
   * Listens to the service's events over a WebSocket, until `signal` says so or the connection ends; resolves
   * then. A message longer than 1 MiB ends it.
   */
  listen(path: string, onMessage: (text: string) => void, signal: AbortSignal): Promise<void>;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Goes behind the configured URL: begins with a slash and has the query in it. */
  readonly path: string;
  /** Sent as JSON; a `FormData` as a form. */
  readonly body?: unknown;
  /** Besides the secret ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServiceAnswer {
  readonly status: number;
  /** The parsed JSON, of at most 1 MiB; undefined if the body is none. */
  readonly body: unknown;
  /** As `Retry-After` has it, in seconds or as a date. */
  readonly retryAfterMs: number | undefined;
}

export interface ServiceEvents {
  readonly status: number;
  /**
   * The data of the events, without secrets, those that came together at a time. Throws if the connection
   * breaks. To leave them early closes it, unless the end comes within a second.
   */
  readonly events: AsyncIterable<readonly string[]>;
}

export interface FileAddress {
  readonly url: string;
  /** Sends the secret headers, too, if the file lies at the configured origin. */
  readonly withSecret?: boolean;
  /** True if a client named it: the configured origin is then no exception from rule 3. */
  readonly isForeign?: boolean;
}

export interface RemoteFile {
  /** '' if the service does not say. */
  readonly contentType: string;
  /** In bytes; undefined if the service does not say. */
  readonly size: number | undefined;
  readonly takesRanges: boolean;
  /**
   * The bytes from `from` up to `to`, or to the end. Without ranges the file is read from its beginning, and
   * what comes before `from` is dropped. Ends early with an error only.
   */
  read(from: number, to: number | undefined): AsyncIterable<Uint8Array>;
}

/** The service as the configuration has it. */
export interface ServiceConfig {
  /** Of the provider: for logs, metrics and pools. */
  readonly name: string;
  /** `https://host/base`, without a slash at the end. */
  readonly url: string;
  /** They carry the key. */
  readonly secretHeaders: Readonly<Record<string, string>>;
}

export type MakeService = (config: ServiceConfig) => Service;

/** No connection was made: the request surely never left. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError';
}

/** The file is not to be had, however long one waits: forbidden address, too many redirects, too big. */
export class ForbiddenFileError extends Error {
  override readonly name = 'ForbiddenFileError';
}

/** A service ended a file in the middle, and that is told already. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';
}
