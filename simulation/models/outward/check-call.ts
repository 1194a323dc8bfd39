/** A call, and what its caller and the service have to see. */
import { messageOf } from '../../../src/errors/error-text.js';
import type { ServiceAnswer } from '../../../src/outward/outward.js';
import type { EndedCall } from '../../../src/outward/traffic.js';
import { bodyOf, KEY, withoutKey } from './answers.js';
import type { CallStep } from './outward-history.js';
import { BASE, differs, type StepWorld } from './step-world.js';

const LOOK_EVERY_MS = 1;
const REDIRECTS_MAX = 3;
const DAY_S = 86_400;
/** Of what a service says of a failure, so much is told. */
const DETAIL_MAX = 2_000;
const SECOND_MS = 1_000;
const SENT = { prompt: 'é', seconds: 4 };

export async function checkCall(step: CallStep, world: StepWorld): Promise<void> {
  const { service, broke } = world;
  const gone = new AbortController();
  const reason = new Error('nobody waits any more');
  const { followed, end: wayEnd } = wayOf(step);
  const isSilent = step.answer.end === 'never' && wayEnd === 'answer';
  // The caller waits until the request is there.
  const lookForIt = () => {
    if (world.heard().length > followed) gone.abort(reason);
  };
  const looks = isSilent ? setInterval(lookForIt, LOOK_EVERY_MS) : undefined;
  const beganAt = Date.now();
  const path = `/${step.id}?a=%20b`;
  const body = step.body === 'json' ? { body: SENT } : step.body === 'form' ? { body: form() } : {};
  const end = await service
    .call({ method: step.method, path, ...body, headers: { 'x-own': 'yes' } }, gone.signal)
    .then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  clearInterval(looks);
  const flaw =
    'answer' in end
      ? flawOfAnswer(step, end.answer, Date.now() - beganAt)
      : flawOfError(step, end.error, reason);
  if (flaw !== undefined) broke('told', flaw);
  const asked = flawOfAsked(step, world);
  if (asked !== undefined) broke('asked', asked);
  const counted = differs('what is told of its end', world.ended().map(toldEnd), [dueEnd(step, world)]);
  if (counted !== undefined) broke('numbers', counted);
}

/** Of the end of a call, all that does not hang on time or on the words of an error. */
function toldEnd({ provider, kind, method, url, outcome, status, detail }: EndedCall): unknown {
  return { provider, kind, method, url, outcome, status, said: status === undefined ? '' : detail };
}

function dueEnd(step: CallStep, { own }: StepWorld): unknown {
  const { answer, method, id } = step;
  const { end } = wayOf(step);
  const of = (outcome: string, status?: number, said = '') => {
    const url = `${own.origin}${BASE}/${id}`;
    return { provider: 'service', kind: 'api', method, url, outcome, status, said };
  };
  if (end === 'redirect') return of('ok', 302);
  if (end === 'forbidden') return of('forbidden');
  if (answer.end === 'never') return of('given_up');
  if (answer.end !== 'whole' || answer.body === 'long') return of('broken');
  const { status } = answer;
  if (status < 400) return of('ok', status);
  const said = withoutKey(answer).slice(0, DETAIL_MAX);
  if (status === 429 || status === 503) return of('busy', status, said);
  return of(status < 500 ? 'client_error' : 'server_error', status, said);
}

function form(): FormData {
  const data = new FormData();
  data.append('prompt', 'é');
  data.append('image', new Blob([Buffer.from('pixels')], { type: 'image/png' }), 'a.png');
  return data;
}

/** Redirects that are followed, and how the way ends. */
function wayOf({ method, hops }: CallStep): {
  readonly followed: number;
  readonly end: 'answer' | 'redirect' | 'forbidden';
} {
  if (method !== 'GET' || hops.length === 0)
    return { followed: 0, end: hops.length === 0 ? 'answer' : 'redirect' };
  const left = hops.indexOf('elsewhere');
  const own = left === -1 ? hops.length : left;
  if (own > REDIRECTS_MAX) return { followed: REDIRECTS_MAX, end: 'forbidden' };
  return { followed: own, end: left === -1 ? 'answer' : 'forbidden' };
}

function flawOfAnswer(step: CallStep, is: ServiceAnswer, tookMs: number): string | undefined {
  const { end } = wayOf(step);
  if (end === 'redirect')
    return differs('the answer', is, { status: 302, body: undefined, retryAfterMs: undefined });
  const { answer } = step;
  if (end === 'forbidden') return 'a way that is forbidden leads to an answer';
  if (answer.end !== 'whole' || answer.body === 'long')
    return `an answer comes, and its end was: ${answer.end}`;
  const { retryAfterMs, ...rest } = is;
  return (
    differs('the answer', rest, { status: answer.status, body: bodyOf(answer).told }) ??
    flawOfWait(step, retryAfterMs, tookMs)
  );
}

function flawOfWait(
  { answer: { retryAfter } }: CallStep,
  is: number | undefined,
  tookMs: number,
): string | undefined {
  const due =
    retryAfter && retryAfter.as !== 'garbage'
      ? Math.max(0, Math.min(retryAfter.seconds, DAY_S) * 1_000)
      : undefined;
  if (due === undefined || is === undefined || retryAfter?.as !== 'date') return differs('the wait', is, due);
  // A date has whole seconds, and time goes on.
  return is <= due && is >= Math.max(0, due - SECOND_MS - tookMs) ? undefined : differs('the wait', is, due);
}

function flawOfError(step: CallStep, error: unknown, reason: Error): string | undefined {
  const { answer } = step;
  const { end } = wayOf(step);
  const said = messageOf(error);
  if (said.includes(KEY)) return `the key stands in an error: ${said}`;
  const name = error instanceof Error ? error.name : typeof error;
  if (end === 'forbidden') return differs('the error', name, 'ForbiddenFileError');
  if (end === 'redirect' || (answer.end === 'whole' && answer.body !== 'long')) return `it throws: ${said}`;
  if (answer.end === 'never') return differs('the error', said, reason.message);
  return name === 'NoConnectionError' ? `the request left, and it throws: ${said}` : undefined;
}

function flawOfAsked(step: CallStep, { heard }: StepWorld): string | undefined {
  const { followed } = wayOf(step);
  const requests = heard();
  const due = Array.from(
    { length: followed + 1 },
    (_, hop) => `${BASE}/${step.id}${hop === 0 ? '?a=%20b' : `/${hop}`}`,
  );
  const targets = differs(
    'what is asked for',
    requests.map(({ target }) => target),
    due,
  );
  if (targets !== undefined) return targets;
  for (const { method, fields, body } of requests) {
    const flaw =
      differs('the method', method, step.method) ??
      differs('the key', fields.get('authorization'), `Bearer ${KEY}`) ??
      differs('the caller’s field', fields.get('x-own'), 'yes') ??
      differs('Accept', fields.get('accept'), 'application/json') ??
      flawOfBody(step, fields.get('content-type'), body);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function flawOfBody(step: CallStep, type: string | undefined, body: Buffer): string | undefined {
  if (step.body === 'none') return differs('the body', body.toString(), '');
  if (step.body === 'json')
    return (
      differs('the type', type, 'application/json') ?? differs('the body', JSON.parse(body.toString()), SENT)
    );
  const text = body.toString();
  const isForm = type?.startsWith('multipart/form-data; boundary=') === true;
  const isWhole = ['name="prompt"', 'é', 'filename="a.png"', 'image/png', 'pixels'].every((part) =>
    text.includes(part),
  );
  return isForm && isWhole ? undefined : `the form is ${type}: ${text}`;
}
