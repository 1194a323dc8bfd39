/**
 * Requests to one service: which headers they carry, which redirects they follow, and what is told of their
 * end. Every error that leaves is one of ours: those of libraries may quote what was sent.
 */
import type { Dispatcher } from 'undici';
import { type Answer, exchange } from './answer.js';
import { ForbiddenFileError, NoConnectionError, type ServiceConfig } from './outward.js';
import type { Secrets } from './secrets.js';
import { type CallKind, type Outcome, outcomeOf, type Traffic } from './traffic.js';

const REDIRECTS_MAX = 3;
const DETAIL_CHARACTERS_MAX = 2_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export type Headers = Readonly<Record<string, string>>;

export interface Sent {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Headers;
  readonly withSecret: boolean;
  /** True if the URL is a client's: it is judged wherever it and its redirects lead. */
  readonly isForeign?: boolean;
  readonly body?: Dispatcher.DispatchOptions['body'];
  readonly signal: AbortSignal;
  /** How long the head of the answer may take, if that is not as long as the caller waits. */
  readonly headersMs?: number;
  /** How long a pause within its body may be; 0 for ever. That of the connections, if left out. */
  readonly pauseMs?: number | undefined;
}

export interface Dispatchers {
  /** @param isForeign true for a request that is judged at the configured origin, too */
  dispatcherTo(origin: string, isForeign: boolean): Pick<Dispatcher, 'dispatch'>;
}

export interface BegunRequest {
  /** @param said what the service said, which is logged if it is of a failure */
  answered(status: number, said: string): void;
  /** The error as it may be thrown, without secrets. */
  failed(thrown: unknown): Error;
}

export class Requests {
  readonly origin: string;
  readonly secrets: Secrets;
  readonly #config: ServiceConfig;
  readonly #connections: () => Promise<Dispatchers>;
  readonly #traffic: Traffic;

  constructor(
    config: ServiceConfig,
    secrets: Secrets,
    connections: () => Promise<Dispatchers>,
    traffic: Traffic,
  ) {
    this.origin = new URL(config.url).origin;
    this.secrets = secrets;
    this.#config = config;
    this.#connections = connections;
    this.#traffic = traffic;
  }

  /** Sends a request. A read follows redirects, each judged anew; any other call is answered with it. */
  async send(first: Sent): Promise<Answer> {
    let sent = first;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#once(sent);
      const { location } = answer.headers;
      if (sent.method !== 'GET' || !REDIRECTS.has(answer.statusCode) || typeof location !== 'string')
        return answer;
      await answer.body.drop();
      if (redirects === REDIRECTS_MAX) throw new ForbiddenFileError('too many redirects');
      const url = parsed(location, sent.url);
      // Once the origin has been left the key stays behind, also if the way leads back.
      sent = { ...sent, url, withSecret: sent.withSecret && url.origin === this.origin };
    }
  }

  /** To be told of the end of a request that begins now, once. */
  begun(kind: CallKind, method: string, url: URL, signal: AbortSignal): BegunRequest {
    const beganAt = performance.now();
    const tell = (outcome: Outcome, status: number | undefined, detail: string) => {
      const isOwn = url.origin === this.origin;
      const called = isOwn ? this.secrets.removedFrom(url.origin + url.pathname) : undefined;
      const cut = this.secrets.removedFrom(detail).slice(0, DETAIL_CHARACTERS_MAX);
      const ms = Math.round(performance.now() - beganAt);
      this.#traffic.ended({ kind, method, url: called, outcome, status, ms, detail: cut });
    };
    return {
      answered: (status, said) => tell(outcomeOf(status), status, status >= 400 ? said : ''),
      failed: (thrown) => {
        const error = this.#cleaned(signal.aborted ? signal.reason : thrown);
        tell(signal.aborted ? 'given_up' : outcomeOfError(error), undefined, error.message);
        return error;
      },
    };
  }

  async #once(sent: Sent): Promise<Answer> {
    const { method, url, headers, withSecret, isForeign = false, body, signal, headersMs, pauseMs } = sent;
    const connections = await this.#connections();
    const dispatcher = connections.dispatcherTo(url.origin, isForeign);
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        'user-agent': 'tollgate',
        ...headers,
        ...(withSecret && url.origin === this.origin ? this.#config.secretHeaders : {}),
      },
      body: body ?? null,
      ...(headersMs === undefined ? {} : { headersTimeout: headersMs }),
      ...(pauseMs === undefined ? {} : { bodyTimeout: pauseMs }),
    };
    return exchange(dispatcher, options, signal);
  }

  #cleaned(thrown: unknown): Error {
    if (thrown instanceof NoConnectionError || thrown instanceof ForbiddenFileError) return thrown;
    const message = thrown instanceof Error ? thrown.message : `threw a ${typeof thrown}`;
    return new Error(this.secrets.removedFrom(message));
  }
}

/** @throws ForbiddenFileError if it is no URL of HTTP, without the text */
export function parsed(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new ForbiddenFileError('a URL of the provider is none of HTTP');
}

function outcomeOfError(error: Error): Outcome {
  if (error instanceof NoConnectionError) return 'no_connection';
  return error instanceof ForbiddenFileError ? 'forbidden' : 'broken';
}
