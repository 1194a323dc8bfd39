/** The form of one answer: its error, and the headers that go with what it is. */

import { CONTRACT_ERRORS } from '../contract-errors.js';
import type { Sent } from '../facts/requests.js';
import { type Answer, bodyOf, isObject } from '../facts/requests.js';

const EVENTS = 'text/event-stream; charset=utf-8';
const WAITS: readonly string[] = ['idempotency_key_in_use', 'not_ready'];

/** The flaw of its form. */
export function malformed(sent: Sent, answer: Answer): readonly string[] {
  const wrong: string[] = [];
  const { status, headers } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (sent.call.op === 'preflight') return [];
  if (sent.call.op === 'open_link') return malformedWait(answer, undefined, false, status === 503);
  if (sent.credential === 'page') return malformedPage(sent, answer);
  if (sent.credential !== 'none' && headers['cache-control'] !== 'no-store') {
    wrong.push(`Cache-Control is ${headers['cache-control']}`);
  }
  if (sent.credential === 'api' && isSuccess !== (headers['x-balance-available'] !== undefined)) {
    wrong.push(`X-Balance-Available ${isSuccess ? 'is missing' : `stands on a ${status}`}`);
  }
  if (isSuccess && sent.call.op === 'content') return wrong;
  // Behind it come frames.
  if (status === 101) return wrong.filter((flaw) => !flaw.startsWith('Cache-Control'));
  if (status === 200 && sent.call.op === 'chat' && sent.call.isStreamed) {
    const type = headers['content-type'];
    return type === EVENTS ? wrong : [...wrong, `Content-Type is ${type}`];
  }
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    wrong.push(`Content-Type is ${headers['content-type']}`);
  }
  if (bodyOf(answer) === undefined) wrong.push('its body is no JSON object');
  if (!isSuccess) wrong.push(...malformedError(answer));
  return wrong;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'";

const SWITCHING = 101;

/** A page that was made; an answer in its place is a line of text. */
function malformedPage({ call, link }: Sent, answer: Answer): readonly string[] {
  const { status, headers } = answer;
  const type = headers['content-type'] ?? '';
  const wrong = [...malformedWait(answer, undefined, false, status === 503)];
  if (status === SWITCHING) return wrong;
  // A host that has no dashboard is answered a bare line.
  if (status !== 421 && headers['x-content-type-options'] !== 'nosniff')
    wrong.push('a browser may guess its type');
  // The script of a page is told of an error in JSON.
  if (type.startsWith('text/plain') || type.startsWith('application/json') || type === EVENTS) return wrong;
  const isSecret = link !== undefined && call.op !== 'withdraw' && headers.location === undefined;
  if (headers['cache-control'] !== 'no-store') wrong.push(`Cache-Control is ${headers['cache-control']}`);
  if (type.startsWith('text/csv')) {
    // A browser keeps a file, and never opens it as a page.
    if (headers['content-disposition']?.startsWith('attachment') !== true)
      wrong.push(`Content-Disposition is ${headers['content-disposition']}`);
  } else if (!isClip(call) && headers['content-security-policy']?.startsWith(POLICY) !== true)
    wrong.push(`Content-Security-Policy is ${headers['content-security-policy']}`);
  if (isSecret && headers['referrer-policy'] !== 'no-referrer')
    wrong.push(`Referrer-Policy is ${headers['referrer-policy']}`);
  return wrong;
}

/** The policy of a clip is that of results. */
function isClip(call: Sent['call']): boolean {
  return call.op === 'see_private' && call.what === 'clip';
}

function malformedError(answer: Answer): readonly string[] {
  const { status, headers } = answer;
  const body = bodyOf(answer);
  const error = body?.error;
  if (body === undefined || !isObject(error)) return [`a ${status} carries no error`];
  const wrong: string[] = [];
  const { type, code, message, param, request_id } = error;
  if (typeof code !== 'string' || CONTRACT_ERRORS[code] !== status) {
    return [`status ${status} with code ${String(code)} is not in the table of errors`];
  }
  if (typeof type !== 'string' || type === '') wrong.push('error.type is no text');
  if (typeof message !== 'string' || message === '') wrong.push('error.message is no text');
  if (param !== null && typeof param !== 'string') wrong.push('error.param is neither a text nor null');
  if (request_id !== headers['x-request-id']) wrong.push('error.request_id is not X-Request-Id');
  const mustWait = status === 429 || status === 503;
  wrong.push(...malformedWait(answer, body.retry_after, mustWait, mustWait || WAITS.includes(code)));
  if (status === 402 && (typeof body.required !== 'number' || typeof body.balance !== 'number')) {
    wrong.push('required and balance do not both stand beside the error');
  }
  if (status === 401 && headers['www-authenticate'] !== 'Bearer')
    wrong.push('WWW-Authenticate is not Bearer');
  if (status === 405 && !headers.allow) wrong.push('Allow is missing');
  return wrong;
}

function malformedWait(
  { status, headers }: Answer,
  inBody: unknown,
  isInBody: boolean,
  isInHeader: boolean,
): readonly string[] {
  const text = headers['retry-after'];
  const ms = headers['retry-after-ms'];
  if (text === undefined) return isInHeader ? [`a ${status} has no Retry-After`] : [];
  const wrong: string[] = [];
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || (status === 429 && seconds > 60))
    wrong.push(`Retry-After is ${text}`);
  if (isInBody && inBody !== seconds) wrong.push(`retry_after is ${String(inBody)}, Retry-After ${text}`);
  if (ms !== undefined && (!/^\d+$/.test(ms) || Math.max(1, Math.ceil(Number(ms) / 1000)) !== seconds)) {
    wrong.push(`retry-after-ms is ${ms}, Retry-After ${text}`);
  }
  return wrong;
}
