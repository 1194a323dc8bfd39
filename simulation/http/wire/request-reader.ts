/**
 * Reads a stream of requests as RFC 9112 has it, apart from the server's own parser: which requests the bytes
 * hold, if each ends, and from where on they are none.
 *
 * Reading stops at the first thing that is not certain, for what follows has no certain place either.
 */
import { isHostAndPort } from '../../../src/http/request/host.js';
import { isPercentEncoded } from '../../../src/http/request/percent.js';

export interface ReadRequest {
  readonly method: string;
  /** As sent, with the query. */
  readonly target: string;
  readonly path: string;
  /** By lower-case name, in the order sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly hasBody: boolean;
  readonly isWhole: boolean;
  /** Index behind its last byte. */
  readonly end: number;
}

/**
 * The bytes behind the requests: nothing; the beginning of another; what a server must refuse, closing the
 * connection; or what is odd: HTTP forbids it and servers may bear with it, or HTTP allows it and this server
 * does not know it (`docs/http.md`).
 */
export type Rest = 'nothing' | 'beginning' | 'malformed' | 'odd';

export interface RequestStream {
  /** The last one may lack a part of its body. */
  readonly requests: readonly ReadRequest[];
  readonly rest: Rest;
  /** Why the rest is malformed or odd. */
  readonly why: string;
}

/** Of a field, by its lower-case name. */
export function valuesOf(request: ReadRequest | undefined, name: string): readonly string[] {
  return (request?.fields ?? []).filter(([of]) => of === name).map(([, value]) => value);
}

/** Head blocks near the server's bounds of 4,096 bytes and 100 fields may or may not be taken. */
const HEAD_BYTES_CERTAIN = 3_800;
const FIELDS_CERTAIN = 90;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const REQUEST_LINE = new RegExp(`^(${TOKEN}) (/[\\x21\\x22\\x24-\\x7e]*) HTTP/1\\.1$`);
const FIELD_LINE = new RegExp(
  `^(${TOKEN}):[ \\t]*((?:[\\x20-\\x7e\\x80-\\xff\\t]*[\\x21-\\x7e\\x80-\\xff])?)[ \\t]*$`,
);
const FIELD_BEGUN = new RegExp(`^(?:${TOKEN}(?::[\\x20-\\x7e\\x80-\\xff\\t]*\\r?)?|\\r)?$`);
const CHUNK_LINE = /^([0-9A-Fa-f]{1,6})((?:;[\x20-\x7e]*)?)$/;

const FRAMING = 'the framing of chunks';
const EXTENSION = 'an extension of a chunk';
const TRAILERS = 'trailers';
/** Reasons for what is odd that have a body in chunks before it. */
export const WHYS_OF_CHUNKS: readonly string[] = [FRAMING, EXTENSION, TRAILERS];

/** Fields that decide whether a request is one, and if it ends. */
const DECISIVE = ['host', 'content-length', 'transfer-encoding'];

type Stop = { readonly rest: Rest; readonly why: string };
type Body = { readonly end: number; readonly isWhole: boolean };

export function readRequests(bytes: string): RequestStream {
  const requests: ReadRequest[] = [];
  let at = 0;
  while (at < bytes.length) {
    const read = readRequest(bytes, at);
    if ('rest' in read) return { requests, ...read };
    requests.push(read);
    at = read.end;
    if (!read.isWhole) break;
  }
  return { requests, rest: 'nothing', why: '' };
}

function readRequest(bytes: string, start: number): ReadRequest | Stop {
  const headEnd = bytes.indexOf('\r\n\r\n', start);
  const head = bytes.slice(start, headEnd === -1 ? bytes.length : headEnd);
  if (headEnd === -1) return unfinished(head);
  if (head.length > HEAD_BYTES_CERTAIN) return odd('a long head');
  const [requestLine = '', ...lines] = head.split('\r\n');
  const request = REQUEST_LINE.exec(requestLine);
  if (request === null) return odd('the request line');
  const fields: (readonly [string, string])[] = [];
  for (const line of lines) {
    const field = FIELD_LINE.exec(line);
    if (field === null) return odd('a header field');
    fields.push([(field[1] ?? '').toLowerCase(), field[2] ?? '']);
  }
  if (fields.length > FIELDS_CERTAIN) return odd('many fields');
  const [, method = '', target = ''] = request;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  // The server's library loses such bytes at the ends of a field.
  if (fields.some(([name, value]) => DECISIVE.includes(name) && /[\x80-\xff]/.test(value)))
    return odd('bytes outside of ASCII');
  const malformed = whyMalformed(fields, path, query);
  if (malformed !== undefined) return { rest: 'malformed', why: malformed };
  const body = readBody(bytes, headEnd + 4, fields);
  if ('rest' in body) return body;
  return { method, target, path, fields, hasBody: body.end !== headEnd + 4 || !body.isWhole, ...body };
}

/** A head without its end: harmless, unless a line of it already is none. */
function unfinished(head: string): Stop {
  if (head.length > HEAD_BYTES_CERTAIN) return odd('a long head');
  const [requestLine = '', ...lines] = head.split('\r\n');
  if (lines.length > FIELDS_CERTAIN) return odd('many fields');
  // Whatever comes, it has no Host.
  if (lines.length === 1 && lines[0] === '\r') return odd('no field');
  const isBeginning =
    lines.length === 0
      ? /^[A-Z]{1,20}(?: (?:\/[\x21-\x7e]*)?)?$/.test(requestLine)
      : REQUEST_LINE.test(requestLine) &&
        lines.slice(0, -1).every((line) => FIELD_LINE.test(line)) &&
        FIELD_BEGUN.test(lines.at(-1) ?? '');
  return isBeginning ? { rest: 'beginning', why: '' } : odd('an unfinished head');
}

function odd(why: string): Stop {
  return { rest: 'odd', why };
}

/** The reason why the contract refuses it as malformed_request. */
function whyMalformed(fields: ReadRequest['fields'], path: string, query: string): string | undefined {
  const all = (wanted: string) => fields.filter(([name]) => name === wanted).map(([, value]) => value);
  const lengths = all('content-length');
  const codings = all('transfer-encoding');
  if (lengths.length > 1) return 'several Content-Length';
  if (lengths.length === 1 && !/^\d{1,18}$/.test(lengths[0] ?? '')) return 'a broken Content-Length';
  if (codings.length > 0 && lengths.length > 0) return 'both Content-Length and Transfer-Encoding';
  if (codings.length > 0 && codings.join(', ').toLowerCase() !== 'chunked') return 'a transfer coding';
  const hosts = all('host');
  if (hosts.length !== 1 || !isHostAndPort(hosts[0] ?? '')) return 'the Host';
  if (!isPercentEncoded(path) || !isPercentEncoded(query)) return 'percent-encoding';
  return undefined;
}

function readBody(bytes: string, start: number, fields: ReadRequest['fields']): Body | Stop {
  if (fields.some(([name]) => name === 'transfer-encoding')) return readChunks(bytes, start);
  const length = Number(fields.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const end = Math.min(start + length, bytes.length);
  return { end, isWhole: start + length <= bytes.length };
}

function readChunks(bytes: string, start: number): Body | Stop {
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const line = CHUNK_LINE.exec(bytes.slice(at, lineEnd === -1 ? bytes.length : lineEnd));
    if (lineEnd === -1) return chunksBreakOff(bytes, at);
    if (line === null) return odd(FRAMING);
    if (line[2] !== '') return odd(EXTENSION);
    const size = Number.parseInt(line[1] ?? '', 16);
    at = lineEnd + 2;
    if (size === 0) return readTrailers(bytes, at);
    if (bytes.length < at + size + 2) return chunksBreakOff(bytes, at + size);
    if (bytes.slice(at + size, at + size + 2) !== '\r\n') return odd(FRAMING);
    at += size + 2;
  }
}

/** Whether what is there of an unfinished chunk could go on as one. */
function chunksBreakOff(bytes: string, from: number): Body | Stop {
  if (!/^(?:[0-9A-Fa-f]{0,6}\r?|\r)$/.test(bytes.slice(from))) return odd(FRAMING);
  return { end: bytes.length, isWhole: false };
}

function readTrailers(bytes: string, start: number): Body | Stop {
  if (bytes.startsWith('\r\n', start)) return { end: start + 2, isWhole: true };
  if (bytes.length < start + 2 && '\r\n'.startsWith(bytes.slice(start)))
    return { end: bytes.length, isWhole: false };
  return odd(TRAILERS);
}
