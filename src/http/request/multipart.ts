/**
 * Reads a multipart/form-data body (RFC 7578) into the field object that the same request in JSON would be.
 *
 * Text fields only. It is strict if the parser that comes with the server is not: a body that ends
 * early, a boundary in quotes, a part without a name or a field sent twice is refused or read right, never
 * silently less than what was sent.
 */
import { decodeUtf8 } from './json-text.js';

/** Parts in one body. */
const PARTS_MAX = 256;
/** Bytes of a part's own header fields. */
const PART_FIELDS_MAX = 4_096;

/**
 * A quote ends a value if a semicolon or the end follows: a name may end in a backslash. A quote that nothing
 * ends takes all that follows, which is so read once.
 */
const PARAMETER = /;[ \t]*([\w*-]+)=(?:"(?:(.*?)"(?=[ \t]*(?:;|$))|.*)|([^\s;"]+))/gs;

export type MultipartReading =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: string; readonly param?: string };

type Part =
  | { readonly ok: true; readonly name: string; readonly value: string }
  | Extract<MultipartReading, { ok: false }>;

/** The boundary that a Content-Type names; undefined if it names none that RFC 2046 allows. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

export function readMultipart(bytes: Uint8Array, contentType: string): MultipartReading {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return broken('The Content-Type of a multipart body must name its boundary');
  const parts = splitParts(bytes, boundary);
  if (parts === undefined) return broken('The multipart body is broken, or ends before its last boundary');
  if (parts.length > PARTS_MAX) return broken(`The multipart body has more than ${PARTS_MAX} parts`);
  const fields = new Map<string, string>();
  for (const bytesOfPart of parts) {
    const part = readPart(bytesOfPart);
    if (!part.ok) return part;
    if (fields.has(part.name)) return broken(`The field ${shown(part.name)} is sent twice`, part.name);
    fields.set(part.name, part.value);
  }
  // fromEntries defines own properties: a field called __proto__ is a field like any other.
  return { ok: true, fields: Object.fromEntries(fields) };
}

function broken(why: string, param?: string): Extract<MultipartReading, { ok: false }> {
  return { ok: false, why, ...(param === undefined ? {} : { param }) };
}

/** The parts between the boundaries; text before the first and after the last is ignored. */
function splitParts(bytes: Uint8Array, boundary: string): Buffer[] | undefined {
  // Every delimiter begins with a line break, but for one at the very beginning.
  const body = Buffer.concat([Buffer.from('\r\n'), bytes]);
  const delimiter = `\r\n--${boundary}`;
  const parts: Buffer[] = [];
  let at = findDelimiter(body, delimiter, 0);
  while (at !== -1 && parts.length <= PARTS_MAX) {
    const after = at + delimiter.length;
    if (body.subarray(after, after + 2).toString('latin1') === '--') return parts;
    const start = body.indexOf('\r\n', after) + 2;
    // One line break may end this delimiter's line and begin the next delimiter.
    at = findDelimiter(body, delimiter, start - 2);
    if (at !== -1) parts.push(body.subarray(start, Math.max(start, at)));
  }
  return at === -1 ? undefined : parts;
}

/** The next line that is the delimiter and nothing longer that begins with it; -1 if none follows. */
function findDelimiter(body: Buffer, delimiter: string, from: number): number {
  let at = body.indexOf(delimiter, from, 'latin1');
  while (at !== -1) {
    const end = at + delimiter.length;
    const rest = body.subarray(end, end + 64).toString('latin1');
    if (/^(?:--|[ \t]*\r\n)/.test(rest)) return at;
    at = body.indexOf(delimiter, end, 'latin1');
  }
  return -1;
}

function readPart(part: Buffer): Part {
  const blank = part.indexOf('\r\n\r\n');
  if (blank === -1 || blank > PART_FIELDS_MAX)
    return broken('A part of the multipart body has no proper header');
  const header = decodeUtf8(part.subarray(0, blank));
  const disposition = /(?:^|\r\n)content-disposition:[ \t]*form-data([^\r\n]*)/i.exec(header ?? '')?.[1];
  const parameters = parametersOf(disposition ?? '');
  const name = parameters.get('name');
  if (name === undefined || name === '') return broken('A part of the multipart body has no name');
  if (parameters.has('filename') || parameters.has('filename*')) {
    return broken(`${shown(name)} is sent as a file, and this endpoint takes text fields only`, name);
  }
  const value = decodeUtf8(part.subarray(blank + 4));
  return value === undefined
    ? broken(`The field ${shown(name)} is not UTF-8`, name)
    : { ok: true, name, value };
}

/** The parameters of Content-Disposition by lower-case name; the first of a name counts. */
function parametersOf(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token] of disposition.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? (token ?? '') : unescaped(quoted));
  }
  return parameters;
}

/**
 * Clients of today write a quote as `%22`, line breaks alike, and a backslash as it is (WHATWG); older ones
 * put a backslash before a quote.
 */
function unescaped(quoted: string): string {
  return quoted.replaceAll('\\"', '"').replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

function shown(name: string): string {
  const quoted = JSON.stringify(name);
  return quoted.length > 80 ? `${quoted.slice(0, 79)}…` : quoted;
}
