/** The demands of `docs/http.md` on answers to pages of other origins. */
import { PAGE_ORIGIN } from '../page-origin.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';

/** Of an answer that a page may read. */
export const CORS_FIELDS = ['vary', 'access-control-allow-origin', 'access-control-expose-headers'];
/** Those of the API that a browser keeps from a script that is not told of them. */
const HIDDEN = /^(?:x-|retry-after|location$|content-range$|content-disposition$|idempotent-replayed$)/;
const NEVER_EXPOSED = ['x-content-type-options', 'x-accel-buffering'];

export function flawOfCors(request: ReadRequest, answer: HttpAnswer): string | undefined {
  const origins = valuesOf(request, 'origin');
  // Of several, none is told to count.
  if (origins.length > 1) return undefined;
  const ofCors = answer.fields.filter(([name]) => name === 'vary' || name.startsWith('access-control-'));
  if (!isShared(request)) {
    const [field] = ofCors;
    return field === undefined
      ? undefined
      : `the field ${field[0]} where pages of other origins may not call`;
  }
  if (fieldOf(answer, 'vary') !== 'Origin') return 'Vary is not Origin';
  const isListed = origins[0] === PAGE_ORIGIN;
  const allowed = fieldOf(answer, 'access-control-allow-origin');
  if (allowed !== (isListed ? PAGE_ORIGIN : undefined))
    return `Access-Control-Allow-Origin is ${allowed} for ${origins[0]}`;
  if (!isListed) return ofCors.length > 1 ? 'fields of CORS for an origin that may not call' : undefined;
  if (isPreflight(request)) return flawOfPreflight(answer);
  const exposed = (fieldOf(answer, 'access-control-expose-headers') ?? '').toLowerCase().split(', ');
  const hidden = answer.fields.find(
    ([name]) => HIDDEN.test(name) && !NEVER_EXPOSED.includes(name) && !exposed.includes(name),
  );
  return hidden === undefined ? undefined : `the field ${hidden[0]} is not exposed`;
}

/** From a page that may call: its answer has nothing of the API. */
export function isPreflight(request: ReadRequest): boolean {
  const [origin, ...others] = valuesOf(request, 'origin');
  return (
    request.method === 'OPTIONS' &&
    origin === PAGE_ORIGIN &&
    others.length === 0 &&
    isShared(request) &&
    !request.hasBody &&
    valuesOf(request, 'access-control-request-method').length > 0
  );
}

function flawOfPreflight({ status, fields, body }: HttpAnswer): string | undefined {
  if (status !== 200 || body !== '') return `a preflight is answered ${status}`;
  if (fields.some(([name]) => name.startsWith('x-'))) return 'a preflight is answered with fields of the API';
  const lines = fields.map(([name, value]) => `${name}: ${value.toLowerCase()}`);
  const allows = (name: string, value: string) =>
    lines.some((line) => line.startsWith(`access-control-allow-${name}: `) && line.includes(value));
  const methods = ['get', 'post'].every((method) => allows('methods', method));
  const headers = ['authorization', 'content-type', 'idempotency-key'].every((name) =>
    allows('headers', name),
  );
  return methods && headers ? undefined : 'a preflight does not allow what the API takes';
}

function isShared({ path }: ReadRequest): boolean {
  return path.startsWith('/v1/') || path.startsWith('/results/');
}
