/**
 * The header of a request, read once while it is there, and validated as far as framing and target go.
 *
 * Every field is visited, for a repeated Content-Length shows in no look-up by name. Requests that the
 * HTTP parser has refused never get here.
 */
import type { Exchange } from '../exchange.js';
import { isHostAndPort } from './host.js';
import { isPercentEncoded } from './percent.js';

/** The Host last found sound: nearly every request names the same one. */
let soundHost = '';

export class RequestHead {
  host = '';
  authorization = '';
  contentType = '';
  contentEncoding = '';
  range = '';
  hasIfRange = false;
  forwardedFor = '';
  forwardedProto = '';
  forwardedHost = '';
  transferEncoding = '';
  contentLength = '';
  hostFields = 0;
  contentLengthFields = 0;
  transferEncodingFields = 0;
  /** Fields that some operation reads. */
  others: Map<string, string> | undefined;

  /** Bytes of the body as announced; undefined if it comes in chunks. */
  get bodyBytes(): number | undefined {
    if (this.transferEncodingFields > 0) return undefined;
    return this.contentLength === '' ? 0 : Number(this.contentLength);
  }

  get hasBody(): boolean {
    return this.bodyBytes !== 0;
  }

  /**
   * The Range field as far as it counts. No content has a validator that If-Range could match, so the whole
   * of it is the answer to one (RFC 9110, 13.1.5).
   */
  get rangeInForce(): string {
    return this.hasIfRange ? '' : this.range;
  }

  /** A field that `HeadReader` was told of; undefined if absent. */
  other(name: string): string | undefined {
    return this.others?.get(name);
  }

  /** Puts another value in the place of such a field, or takes it away. */
  setOther(name: string, value: string | undefined): void {
    if (value === undefined) this.others?.delete(name);
    else {
      this.others ??= new Map();
      this.others.set(name, value);
    }
  }
}

export class HeadReader {
  readonly #others: ReadonlySet<string>;
  /** 1 at the lengths of those. */
  readonly #otherLengths: Uint8Array;
  readonly #visit: (name: string, value: string) => void;
  #head = new RequestHead();

  /** @param others names, in lower case, of the fields that operations read */
  constructor(others: Iterable<string>) {
    this.#others = new Set(others);
    const lengths = [...this.#others].map((name) => name.length);
    this.#otherLengths = Uint8Array.from({ length: Math.max(0, ...lengths) + 1 }, (_, at) =>
      Number(lengths.includes(at)),
    );
    // One function for all requests: this is the hot path.
    this.#visit = (name, value) => this.#take(this.#head, name, value);
  }

  read(exchange: Exchange): RequestHead {
    this.#head = new RequestHead();
    exchange.eachField(this.#visit);
    return this.#head;
  }

  #take(head: RequestHead, name: string, value: string): void {
    // By length first: the strings are new ones, so telling each from ten names would cost more than the
    // visit.
    switch (name.length) {
      case 4:
        if (name === 'host') {
          head.hostFields += 1;
          head.host = value;
        }
        break;
      case 5:
        if (name === 'range') head.range = joined(head.range, value);
        break;
      case 8:
        if (name === 'if-range') head.hasIfRange = true;
        break;
      case 12:
        if (name === 'content-type') head.contentType = joined(head.contentType, value);
        break;
      case 13:
        // Two of them make a text that is no key.
        if (name === 'authorization') head.authorization = joined(head.authorization, value);
        break;
      case 14:
        if (name === 'content-length') {
          head.contentLengthFields += 1;
          head.contentLength = value;
        }
        break;
      case 15:
        if (name === 'x-forwarded-for') head.forwardedFor = joined(head.forwardedFor, value);
        break;
      case 16:
        if (name === 'x-forwarded-host') head.forwardedHost = joined(head.forwardedHost, value);
        else if (name === 'content-encoding') head.contentEncoding = joined(head.contentEncoding, value);
        break;
      case 17:
        if (name === 'transfer-encoding') {
          head.transferEncodingFields += 1;
          head.transferEncoding = joined(head.transferEncoding, value);
        } else if (name === 'x-forwarded-proto') head.forwardedProto = joined(head.forwardedProto, value);
        break;
    }
    if (this.#otherLengths[name.length] === 1 && this.#others.has(name)) this.#takeOther(head, name, value);
  }

  #takeOther(head: RequestHead, name: string, value: string): void {
    head.others ??= new Map();
    const before = head.others.get(name);
    head.others.set(name, before === undefined ? value : joined(before, value));
  }
}

/** Repeated fields make one list (RFC 9110, 5.2). */
function joined(before: string, value: string): string {
  return before === '' ? value : `${before}, ${value}`;
}

/** Why the request must not be acted on; undefined if it may be. */
export function whyMalformed(head: RequestHead, path: string, query: string): string | undefined {
  if (head.contentLengthFields > 1) return 'Content-Length is sent more than once';
  if (head.contentLengthFields === 1 && !/^\d{1,18}$/.test(head.contentLength)) {
    return 'Content-Length is not a number of bytes';
  }
  if (head.transferEncodingFields > 0) {
    if (head.contentLengthFields > 0) return 'Content-Length and Transfer-Encoding exclude each other';
    // Of several, the server's library goes by the first alone: an empty one hides the next from it.
    if (head.transferEncodingFields > 1) return 'Transfer-Encoding is sent more than once';
    if (head.transferEncoding.toLowerCase() !== 'chunked') return 'Transfer-Encoding is not chunked';
  }
  if (head.hostFields !== 1 || !isSoundHost(head.host)) return 'Host is not host[:port]';
  if (!isPercentEncoded(path)) return 'the percent-encoding of the path is broken';
  if (query !== '' && !isPercentEncoded(query)) return 'the percent-encoding of the query is broken';
  return undefined;
}

function isSoundHost(host: string): boolean {
  if (host === soundHost) return true;
  if (!isHostAndPort(host)) return false;
  soundHost = host;
  return true;
}
