/**
 * Pages of other origins: which of their scripts may read the answers of what API keys call, and of links to
 * results. The configuration in force names their origins.
 */
import type { ClientCall } from '../../history/client-call.js';
import { InForce } from '../facts/in-force.js';
import { type Answer, type Exchange, isOfChat } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const ALL = '*';
const ALLOW = 'access-control-allow-';
const EXPOSE = 'access-control-expose-headers';
/** The origin of the sandbox that the policy of a result puts it in. */
const SANDBOX = 'null';
/** Fields of the API that a browser keeps from a script unless they are exposed. */
const OF_API =
  /^(?:x-request-id|x-ratelimit-|x-balance-|retry-after|location$|content-range$|content-disposition$|idempotent-replayed$)/;
const METHODS = ['get', 'head', 'post'];
const FIELDS = ['authorization', 'content-type', 'idempotency-key', 'range'];
const OF_API_KEYS: readonly string[] = [
  'submit',
  'chat',
  'generation',
  'poll',
  'content',
  'list_jobs',
  'credits',
  'activity',
  'models',
];

export const CROSS_ORIGIN: Rule = {
  name: 'cross-origin',
  says: 'Scripts of the origins in force, and of no others, may read what API keys are answered under /v1 and at result links, with all its fields; they are told so before they ask, and cookies are never allowed.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        if (seen.what !== 'answered' || exchange === undefined) return;
        if (isOfChat(exchange.sent)) return;
        const isShared = isSharedPath(exchange.sent.call);
        if (isShared === undefined) return;
        const [value = '', ...more] = inForce.option('corsOrigins', exchange.seq, exchange.endSeq);
        // A request that was read under one configuration may be answered under the next.
        if (more.length > 0) return;
        const flaw = flawOf(exchange, seen, isShared ? String(value) : '');
        if (flaw === undefined) return;
        const { request, call, asked } = exchange.sent;
        report(
          `request ${request} (${call.op}) of a page of ${asked?.origin ?? 'none'} is answered ${seen.status}, while '${value}' may call: ${flaw}`,
        );
      },
    };
  },
};

/** Whether scripts may call the path if their page may; undefined if a page of the gateway is asked. */
function isSharedPath(call: ClientCall): boolean | undefined {
  switch (call.op) {
    case 'open_link':
      return true;
    case 'preflight':
      return !call.path.startsWith('/api');
    case 'page':
      return call.list === 'jobs';
    case 'flawed':
      return call.path.startsWith('/v1/');
    case 'stray':
      return call.how !== 'former_operator_key' && !(call.path ?? '').startsWith('/api/');
    case 'show_key':
    case 'create_key':
      return false;
    default:
      return OF_API_KEYS.includes(call.op) ? true : undefined;
  }
}

/** @param value of the option, which names the origins */
function flawOf({ sent }: Exchange, { status, headers, body }: Answer, value: string): string | undefined {
  const { call, asked } = sent;
  const origin = asked?.origin;
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const allowed = headers[`${ALLOW}origin`];
  const isListed = value === ALL || (origin !== undefined && value.split(',').includes(origin));
  if (headers.vary !== (value === '' || value === ALL ? undefined : 'Origin')) return `Vary ${headers.vary}`;
  if (!isListed) {
    const isForSandbox = isResult(call.op, status) && allowed === SANDBOX;
    const more = names.filter((name) => !isForSandbox || name !== `${ALLOW}origin`);
    return more.length === 0 ? undefined : `it has ${more.join(', ')}`;
  }
  if (allowed !== (value === ALL ? ALL : origin)) return `${ALLOW}origin is ${allowed}`;
  if (headers[`${ALLOW}credentials`] !== undefined) return 'cookies are allowed';
  if (call.op === 'preflight' && origin !== undefined) {
    if (status !== 200 || body !== '') return 'the question is not answered';
    const ofApi = Object.keys(headers).filter((name) => OF_API.test(name));
    if (ofApi.length > 0) return `it has ${ofApi.join(', ')}`;
    return (
      lacking(headers[`${ALLOW}methods`], METHODS, 'allowed') ??
      lacking(headers[`${ALLOW}headers`], FIELDS, 'allowed')
    );
  }
  return lacking(
    headers[EXPOSE],
    Object.keys(headers).filter((name) => OF_API.test(name)),
    'exposed',
  );
}

function isResult(op: string, status: number): boolean {
  return op === 'open_link' && (status === 200 || status === 206);
}

/** The words that a list of a field should have, and does not. */
function lacking(list: string | undefined, words: readonly string[], what: string): string | undefined {
  const has = (list ?? '').toLowerCase().split(/, */);
  const missing = words.filter((word) => !has.includes(word));
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not ${what}`;
}
