/** The demands of the contract and of `docs/http.md` on pages beside the API. */
import { METRICS_NETWORK, type Served, type ServerSetup } from '../server/server-setup.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';
import { type Flaw, foreignField } from './answer-rules.js';

const RESULTS = '/results/';
const TYPES: Readonly<Record<string, RegExp>> = {
  '/healthz': /^text\/plain\b/,
  '/readyz': /^text\/plain\b/,
  '/metrics': /^text\/plain\b/,
  '/openapi.json': /^application\/json$/,
  '/docs': /^text\/html\b/,
};
/** The pages of the dashboard that need no account, and so are on the public listener, too. */
const FOR_ALL = /^\/(?:language$|pay\/)/;

/** @param request undefined if what was sent is no request for certain */
export function flawOfPage(
  request: ReadRequest | undefined,
  answer: HttpAnswer,
  served: Served,
  setup: ServerSetup,
): Flaw {
  const foreign = foreignField(answer);
  if (foreign !== undefined) return `the field ${foreign[0]} on a page beside the API`;
  const { status } = answer;
  if (request === undefined) {
    const statuses = [200, 206, 400, 403, 404, 405, 416];
    return statuses.includes(status) ? undefined : `a ${status} of a page beside the API`;
  }
  if (fieldOf(answer, 'x-content-type-options') !== 'nosniff') return 'no X-Content-Type-Options';
  if (answer.isHead && fieldOf(answer, 'connection') !== 'close') return 'HEAD that keeps its connection';
  if (isElsewhere(request.path, served)) {
    if (status !== 404) return `a ${status} of a page that the other listener has`;
    return fieldOf(answer, 'cache-control') === 'no-store' ? undefined : 'Cache-Control of a page elsewhere';
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    if (status !== 405) return `a ${status} of ${request.method} of a page`;
    return fieldOf(answer, 'allow') === 'GET, HEAD' ? undefined : 'Allow';
  }
  if (request.path.startsWith(RESULTS)) {
    const statuses = [200, 206, 404, 416];
    return statuses.includes(status) ? undefined : `a ${status} of a result link`;
  }
  if (request.path === '/metrics') {
    const isOpen = mayReadMetrics(request, setup);
    if (isOpen !== undefined && status !== (isOpen ? 200 : 403)) return `a ${status} of the metrics`;
    if (status === 403) return undefined;
  }
  if (status !== 200) return `a ${status} of ${request.path}`;
  return TYPES[request.path]?.test(fieldOf(answer, 'content-type') ?? '') === false
    ? `the type of ${request.path}`
    : undefined;
}

/** A page of the dashboard, for those who accept HTML: it is with management. */
export function flawOfBrowserPage({ path }: ReadRequest, served: Served): Flaw {
  if (served !== 'public' || FOR_ALL.test(path)) return undefined;
  return 'a page of the dashboard on the public listener';
}

function isElsewhere(path: string, served: Served): boolean {
  if (served === 'public') return path === '/metrics';
  return served === 'management' && path.startsWith(RESULTS);
}

/** Undefined if what stands for the address of the client is odd. Inputs come from the loopback address. */
function mayReadMetrics(request: ReadRequest, setup: ServerSetup): boolean | undefined {
  const forwarded = valuesOf(request, 'x-forwarded-for');
  if (!setup.trustsProxies || forwarded.length === 0) return true;
  const addresses = forwarded.join(',').split(',');
  const [last = ''] = addresses.slice(-1);
  if (!/^ ?[1-9]\d{0,2}(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(last)) return undefined;
  const numbers = last.trim().split('.').map(Number);
  if (numbers[0] === 127 || numbers.some((each) => each > 255)) return undefined;
  // Others before it are told by a proxy that is not trusted.
  return numbers[0] === 10 && setup.metricsNetworks.includes(METRICS_NETWORK);
}
