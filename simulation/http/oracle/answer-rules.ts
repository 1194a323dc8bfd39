/**
 * The demands of the contract on one answer, whatever the request: each rule returns what is wrong, or
 * nothing.
 *
 * Knows the contract and the server's OpenAPI document, nothing of how the gateway works.
 */

import { CONTRACT_ERRORS } from '../../rules/contract-errors.js';
import { type ApiDescription, isPublicPage, type Operation, operationsAt } from '../api-description.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import type { ReadRequest } from '../wire/request-reader.js';
import { CORS_FIELDS } from './cors-rules.js';

export type Flaw = string | undefined;

const WHOLE = /^\d{1,16}$/;
const REQUEST_ID = /^req_[0-9A-Za-z_-]{8,64}$/;
/** On any answer of the gateway. The first three are the server library's, or of the connection. */
const FIELDS_OF_ALL = [
  'date',
  'uwebsockets',
  'connection',
  'content-type',
  'content-length',
  'cache-control',
];
const FIELDS_OF_API = [
  'x-request-id',
  'x-ratelimit-limit-rpm',
  'x-ratelimit-remaining-rpm',
  'x-ratelimit-reset',
];
const FIELDS_OF_CONTENT = [
  'accept-ranges',
  'content-range',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
];
const CODES_WITHOUT_OPERATION = [
  'malformed_request',
  'rate_limit_exceeded',
  'missing_api_key',
  'invalid_api_key',
  'wrong_credential',
];
/** Clocks of client and server are one; an answer may have been under way for as long as it may take. */
const RESET_EARLY_S = 20;
const RESET_LATE_S = 62;

/** An answer of the parser, to what is no request: fixed to the byte but for its status. */
export function flawOfBare({ status, fields, body }: HttpAnswer): Flaw {
  if (![400, 431, 505].includes(status)) return `a bare ${status}`;
  if (fields.length !== 1) return 'a bare answer with other fields than Connection';
  const isPlain =
    /^<h1>[A-Za-z ]{1,60}<\/h1>(?:<p>[\w /.]{1,80}<\/p>)?<hr><i>uWebSockets\/20 Server<\/i>$/.test(body);
  return isPlain ? undefined : 'a bare answer with another text';
}

/** The fields that every answer of the API carries, and none that nobody described. */
export function flawOfApiFields(answer: HttpAnswer, operation: Operation | undefined, nowS: number): Flaw {
  const { status, fields } = answer;
  if (!REQUEST_ID.test(fieldOf(answer, 'x-request-id') ?? '')) return 'X-Request-Id';
  for (const name of FIELDS_OF_API.slice(1))
    if (!WHOLE.test(fieldOf(answer, name) ?? '')) return `${name} is no whole number`;
  const number = (name: string) => Number(fieldOf(answer, name));
  if (number('x-ratelimit-remaining-rpm') > number('x-ratelimit-limit-rpm'))
    return 'X-RateLimit-Remaining-RPM is above the limit';
  const reset = number('x-ratelimit-reset');
  if (reset < nowS - RESET_EARLY_S || reset > nowS + RESET_LATE_S) return 'X-RateLimit-Reset is not near';
  if (fieldOf(answer, 'cache-control') !== 'no-store') return 'Cache-Control';
  const isSuccess = status < 300;
  if (isSuccess !== (fieldOf(answer, 'x-balance-available') !== undefined)) return 'X-Balance-Available';
  if (isSuccess && !WHOLE.test(fieldOf(answer, 'x-balance-available') ?? '')) return 'X-Balance-Available';
  const described = Object.keys(operation?.responses[String(status)]?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );
  const ofError = isSuccess ? ['x-balance-available', ...FIELDS_OF_CONTENT] : fieldsOfError(status);
  const known = new Set([...FIELDS_OF_ALL, ...CORS_FIELDS, ...FIELDS_OF_API, ...described, ...ofError]);
  const unknown = fields.find(([name]) => !known.has(name));
  return unknown === undefined ? undefined : `the field ${unknown[0]} is described nowhere`;
}

function fieldsOfError(status: number): readonly string[] {
  switch (status) {
    case 401:
      return ['www-authenticate'];
    case 405:
      return ['allow'];
    case 409:
    case 429:
    case 503:
      return ['retry-after', 'retry-after-ms'];
    case 416:
      return ['content-range'];
    default:
      return [];
  }
}

/**
 * @param operations of the path; undefined if what was sent is no request for certain
 * @param operation undefined if the path has none for the method, or is unknown
 */
export function flawOfApiBody(
  answer: HttpAnswer,
  operations: readonly Operation[] | undefined,
  operation: Operation | undefined,
  description: ApiDescription,
): Flaw {
  const { status, isHead, body } = answer;
  if (status < 300) return flawOfSuccess(answer, operation, description);
  if (fieldOf(answer, 'content-type') !== 'application/json') return 'an error that is no JSON';
  if (status === 500 || status === 503) return `a ${status}: ${body.slice(0, 500)}`;
  const described = operation?.responses[String(status)];
  if (operation !== undefined && described === undefined) return `a ${status} that is not described`;
  if (isHead) return flawOfErrorFields(answer, undefined, operations);
  const json = parsed(body);
  if (json === undefined) return 'a body that is no JSON in UTF-8';
  const { error = {}, ...beside } = json as { error?: Record<string, unknown> };
  const { code } = error;
  if (typeof code !== 'string' || CONTRACT_ERRORS[code] !== status)
    return `code ${code} with status ${status}`;
  const flaw = flawOfErrorShape(answer, error, beside);
  if (flaw !== undefined) return flaw;
  const named = Object.keys(described?.content?.['application/json']?.examples ?? {});
  if (operation !== undefined && !named.includes(code)) return `the code ${code} is not described`;
  if (operation === undefined && operations !== undefined) {
    const last = operations.length === 0 ? 'not_found' : 'method_not_allowed';
    if (![...CODES_WITHOUT_OPERATION, last].includes(code))
      return `the code ${code} although there is no operation`;
  }
  return flawOfErrorFields(answer, beside, operations);
}

function flawOfSuccess(
  answer: HttpAnswer,
  operation: Operation | undefined,
  description: ApiDescription,
): Flaw {
  const { status, isHead, body } = answer;
  if (operation === undefined) return `a ${status} although there is no operation`;
  const described = operation.responses[String(status)];
  if (described === undefined) return `a ${status} that is not described`;
  const type = fieldOf(answer, 'content-type') ?? '';
  const content = described.content?.[type];
  if (content === undefined) return `the type ${type} is not described`;
  if (type !== 'application/json' || isHead) return undefined;
  const json = parsed(body);
  if (json === undefined) return 'a body that is no JSON in UTF-8';
  return description.flawOfBody(operation, status, json);
}

function flawOfErrorShape(answer: HttpAnswer, error: Record<string, unknown>, beside: object): Flaw {
  const { type, message, param, request_id } = error;
  if (Object.keys(error).sort().join() !== 'code,message,param,request_id,type')
    return 'the fields of the error';
  if (typeof type !== 'string' || !/^[a-z_]+$/.test(type)) return 'the type of the error';
  if (typeof message !== 'string' || message.trim().length < 10) return 'the message of the error';
  if (param !== null && typeof param !== 'string') return 'the param of the error';
  if (request_id !== fieldOf(answer, 'x-request-id')) return 'request_id is not X-Request-Id';
  const wanted = answer.status === 402 ? 'balance,required' : answer.status === 429 ? 'retry_after' : '';
  return Object.keys(beside).sort().join() === wanted ? undefined : 'the fields beside the error';
}

/** @param beside the fields of the body beside `error`; undefined if there is no body */
function flawOfErrorFields(
  answer: HttpAnswer,
  beside: Readonly<Record<string, unknown>> | undefined,
  operations: readonly Operation[] | undefined,
): Flaw {
  const { status } = answer;
  if (status === 401 && fieldOf(answer, 'www-authenticate') !== 'Bearer') return 'WWW-Authenticate';
  if (status === 405 && operations !== undefined) {
    const methods = operations.map(({ method }) => method);
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
    if (fieldOf(answer, 'allow') !== allowed) return `Allow is not ${allowed}`;
  }
  if (status === 416 && !/^bytes \*\/\d+$/.test(fieldOf(answer, 'content-range') ?? ''))
    return 'Content-Range';
  if (status !== 429) return undefined;
  const seconds = Number(fieldOf(answer, 'retry-after'));
  if (!(seconds >= 1 && seconds <= 60)) return 'Retry-After';
  if (Math.ceil(Number(fieldOf(answer, 'retry-after-ms')) / 1_000) !== seconds) return 'retry-after-ms';
  return beside === undefined || beside.retry_after === seconds
    ? undefined
    : 'retry_after is not Retry-After';
}

/** The dashboard stands where the API has nothing, for those who accept HTML. */
export function isBrowserPage(
  { path, fields }: ReadRequest,
  answer: HttpAnswer,
  description: ApiDescription,
): boolean {
  if (isPublicPage(path) || operationsAt(path, description).length > 0) return false;
  const acceptsHtml = fields.some(([name, value]) => name === 'accept' && value.includes('text/html'));
  return acceptsHtml && foreignField(answer) === undefined;
}

/** One of the API alone. */
export function foreignField({ fields }: HttpAnswer): readonly [string, string] | undefined {
  return fields.find(([name]) => /^(?:x-request-id|x-ratelimit|x-balance|idempotent)/.test(name));
}

/** The JSON in a body of UTF-8; undefined if it is none. */
export function parsed(body: string): object | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'latin1'));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
