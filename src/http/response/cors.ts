/**
 * Cross-origin resource sharing (https://fetch.spec.whatwg.org/#http-cors-protocol), for operators whose
 * users call the API from pages in a browser: which origins may, and the fields that tell the browser so.
 *
 * It covers what API keys call, under `/v1`, and result links; never what management keys call. Credentials
 * of the browser's own (cookies) are not allowed: a page sends the key itself.
 *
 * Invariants
 *  1. A path that does not begin with `/v1/` or `/results/`, as it was sent, gets none of these fields.
 *  2. A preflight from an origin that may is answered by itself: it carries no key, and counts on no window.
 */
import { ANSWER_AND_KEEP, type Exchange, statusLine } from '../exchange.js';
import { type RequestHead, whyMalformed } from '../request/request-head.js';

/** The fields of a request that CORS asks for, in lower case. */
export const CORS_REQUEST_FIELDS = ['origin', 'access-control-request-method'] as const;

const ANY_ORIGIN = '*';
/** The fields that scripts may read besides those that they always may. */
const EXPOSED = `\r\nAccess-Control-Expose-Headers: ${[
  'Content-Disposition',
  'Content-Range',
  'Idempotent-Replayed',
  'Location',
  'Retry-After',
  'retry-after-ms',
  'X-Balance-Available',
  'X-RateLimit-Limit-RPM',
  'X-RateLimit-Remaining-RPM',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')}`;
/**
 * The methods and fields that a request may have. A browser may remember it for two hours; some remember at
 * most ten minutes.
 */
const PREFLIGHT = `\r\n${[
  'Access-Control-Allow-Methods: GET, HEAD, POST',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, Range',
  'Access-Control-Max-Age: 7200',
].join('\r\n')}`;

export class Cors {
  readonly #isOpen: boolean;
  readonly #origins: ReadonlySet<string>;

  /** @param origins as browsers send them (`https://app.example.com`), or `*` for every one */
  constructor(origins: readonly string[]) {
    this.#isOpen = origins.includes(ANY_ORIGIN);
    this.#origins = new Set(origins);
  }

  /** Fields for an answer to this request, each after a CRLF. */
  answerFields(path: string, head: RequestHead): string {
    if (!isShared(path)) return '';
    return this.#allows(head) ? this.#allowing(head) + EXPOSED : this.#denying();
  }

  /** Answers a preflight from an origin that may call; false, and nothing done, for any other request. */
  answerPreflight(exchange: Exchange, head: RequestHead): boolean {
    const isPreflight =
      exchange.method === 'OPTIONS' && CORS_REQUEST_FIELDS.every((name) => head.other(name) !== undefined);
    if (!isPreflight || head.hasBody || !isShared(exchange.path) || !this.#allows(head)) return false;
    if (whyMalformed(head, exchange.path, exchange.query) !== undefined) return false;
    exchange.answer(`${statusLine(200)}${this.#allowing(head)}${PREFLIGHT}`, '', ANSWER_AND_KEEP);
    return true;
  }

  #allows(head: RequestHead): boolean {
    return this.#isOpen || this.#origins.has(head.other('origin') ?? '');
  }

  #allowing(head: RequestHead): string {
    if (this.#isOpen) return '\r\nAccess-Control-Allow-Origin: *';
    // One of the configured origins, so nothing foreign gets into a field.
    return `\r\nAccess-Control-Allow-Origin: ${head.other('origin')}${this.#denying()}`;
  }

  /** A cache that kept an answer to one origin must not give it to another. */
  #denying(): string {
    return this.#isOpen ? '' : '\r\nVary: Origin';
  }
}

function isShared(path: string): boolean {
  return path.startsWith('/v1/') || path.startsWith('/results/');
}
