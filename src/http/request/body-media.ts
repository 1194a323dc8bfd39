/** Which bodies an operation takes, by their Content-Type, and how each is read into a field object. */
import type { ApiError } from '../errors.js';
import type { Operation } from '../operation.js';
import { readJson } from './json-text.js';
import { readMultipart } from './multipart.js';
import type { RequestHead } from './request-head.js';

export type BodyReading =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly error: ApiError };

/** The refusal of a body as it is announced; undefined if it may be read. */
export function validateMedia(operation: Operation, head: RequestHead): ApiError | undefined {
  if (!head.hasBody) return undefined;
  const takesMultipart = operation.body === 'json_or_multipart';
  if (isSentAs(head, 'application/json')) return undefined;
  if (takesMultipart && isSentAs(head, 'multipart/form-data')) return undefined;
  const taken = takesMultipart ? 'application/json or multipart/form-data' : 'application/json';
  return {
    code: 'unsupported_media_type',
    message: `Send the body as ${taken}, say so in Content-Type, and leave out Content-Encoding.`,
  };
}

export function readBodyObject(operation: Operation, head: RequestHead, bytes: Uint8Array): BodyReading {
  if (bytes.length === 0 && operation.bodyOptional === true) return { ok: true, value: {} };
  if (mediaTypeOf(head.contentType) === 'multipart/form-data') return readForm(bytes, head.contentType);
  const reading = readJson(bytes);
  if (!reading.ok) return refused('invalid_json', `${reading.why}; send one JSON object in UTF-8.`);
  const { value } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('invalid_request', 'The body must be a JSON object; see /docs for its fields.');
  }
  return { ok: true, value };
}

function readForm(bytes: Uint8Array, contentType: string): BodyReading {
  const reading = readMultipart(bytes, contentType);
  if (reading.ok) return { ok: true, value: reading.fields };
  return refused(
    'invalid_request',
    `${reading.why}; send text fields as multipart/form-data, or JSON.`,
    reading.param,
  );
}

function refused(
  code: 'invalid_json' | 'invalid_request',
  message: string,
  param?: string,
): Extract<BodyReading, { ok: false }> {
  return { ok: false, error: { code, message, ...(param === undefined ? {} : { param }) } };
}

/** Whether the body is announced as of this media type, and as it is, without an encoding of its content. */
export function isSentAs(head: RequestHead, mediaType: string): boolean {
  const isPlain = head.contentEncoding === '' || head.contentEncoding.toLowerCase() === 'identity';
  return isPlain && mediaTypeOf(head.contentType) === mediaType;
}

function mediaTypeOf(contentType: string): string {
  // As nearly all say it: nothing to take apart.
  if (contentType === 'application/json') return contentType;
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
