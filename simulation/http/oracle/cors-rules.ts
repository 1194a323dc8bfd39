/** The demands of `docs/http.md` on answers to pages of other origins. */
import { ANY_ORIGIN, type Served, type ServerSetup } from '../server/server-setup.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';

/** Of an answer that a page may read. */
export const CORS_FIELDS = ['vary', 'access-control-allow-origin', 'access-control-expose-headers'];
/** Those of the API that a browser keeps from a script that is not told of them. */
const HIDDEN = /^(?:x-|retry-after|location$|content-range$|content-disposition$|idempotent-replayed$)/;
const NEVER_EXPOSED = ['x-content-type-options', 'x-accel-buffering'];
/** The origin of the sandbox that a result's own policy puts it in (docs/api-decisions.md). */
const SANDBOX = 'null';

type Field = HttpAnswer['fields'][number];

export function flawOfCors(
  request: ReadRequest,
  answer: HttpAnswer,
  served: Served,
  setup: ServerSetup,
): string | undefined {
  const origins = valuesOf(request, 'origin');
  // Of several, none is told to count.
  if (origins.length > 1) return undefined;
  const [origin] = origins;
  const ofCors = answer.fields.filter(([name]) => name === 'vary' || name.startsWith('access-control-'));
  if (setup.corsOrigins.length === 0 || !isShared(request)) {
    const field = ofCors.find((each) => !isForSandbox(request, answer, each));
    return field && `the field ${field[0]} where pages of other origins may not call`;
  }
  const isOpen = setup.corsOrigins.includes(ANY_ORIGIN);
  if (fieldOf(answer, 'vary') !== (isOpen ? undefined : 'Origin')) return 'Vary';
  const isListed = isOpen || setup.corsOrigins.some((each) => each === origin);
  if (!isListed) {
    const field = ofCors.find((each) => each[0] !== 'vary' && !isForSandbox(request, answer, each));
    return field && `the field ${field[0]} for ${origin}, which may not call`;
  }
  const allowed = fieldOf(answer, 'access-control-allow-origin');
  if (allowed !== (isOpen ? ANY_ORIGIN : origin))
    return `Access-Control-Allow-Origin is ${allowed} for ${origin}`;
  if (fieldOf(answer, 'access-control-allow-credentials') !== undefined) return 'cookies are allowed';
  if (isPreflight(request, answer, served, setup)) return flawOfPreflight(answer);
  if (origin === undefined) return undefined;
  const exposed = (fieldOf(answer, 'access-control-expose-headers') ?? '').toLowerCase().split(', ');
  const hidden = answer.fields.find(
    ([name]) => HIDDEN.test(name) && !NEVER_EXPOSED.includes(name) && !exposed.includes(name),
  );
  return hidden && `the field ${hidden[0]} is not exposed`;
}

/** From a page that may call: its answer has nothing of the API. No script may call a management listener. */
export function isPreflight(
  request: ReadRequest,
  answer: HttpAnswer,
  served: Served,
  { corsOrigins }: ServerSetup,
): boolean {
  const origins = valuesOf(request, 'origin');
  // Of several, none is told to count: then either may be.
  const isSure = origins.length === 1 || fieldOf(answer, 'x-request-id') === undefined;
  const isListed =
    corsOrigins.includes(ANY_ORIGIN) || (isSure && origins.some((origin) => corsOrigins.includes(origin)));
  return (
    request.method === 'OPTIONS' &&
    served !== 'management' &&
    origins.length > 0 &&
    isListed &&
    isShared(request) &&
    !request.hasBody &&
    valuesOf(request, 'access-control-request-method').length > 0
  );
}

function isForSandbox({ path }: ReadRequest, { status }: HttpAnswer, [name, value]: Field): boolean {
  const isResult = path.startsWith('/results/') && (status === 200 || status === 206);
  return isResult && name === 'access-control-allow-origin' && value === SANDBOX;
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
