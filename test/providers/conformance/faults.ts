/** The faults that every service can make of a submit or of a poll, and the outcomes that are honest then. */
import { GARBAGE_FORMS, type GarbageForm, garbled } from '../../../simulation/world/garbage.js';
import { Random } from '../../../simulation/world/random.js';
import type { StandInFault } from '../../../src/providers/adapters/remote/stand-in-faults.js';

export interface NamedFault {
  readonly name: string;
  readonly fault: StandInFault;
  /** True if the stand-in sees the request, so that a submit begins a job. */
  readonly takesEffect: boolean;
  /** Of the only honest answer to a submit; a submit without a known outcome rejects. */
  readonly submit: 'accepted' | 'not_now' | 'unknown' | 'accepted or unknown';
  readonly askAgainAfterMs?: number;
}

const html = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' };

function instead(status: number, headers: Readonly<Record<string, string>> = {}): StandInFault {
  return { kind: 'instead', answer: { status, headers, body: { unexpected: true } } };
}

export const FAULTS: readonly NamedFault[] = [
  {
    name: '429 with Retry-After',
    fault: instead(429, { 'retry-after': '7' }),
    takesEffect: false,
    submit: 'not_now',
    askAgainAfterMs: 7_000,
  },
  { name: '429 without Retry-After', fault: instead(429), takesEffect: false, submit: 'not_now' },
  {
    name: '503 with Retry-After',
    fault: instead(503, { 'retry-after': '3' }),
    takesEffect: false,
    submit: 'not_now',
    askAgainAfterMs: 3_000,
  },
  { name: '500', fault: instead(500), takesEffect: false, submit: 'unknown' },
  { name: '502 of a proxy', fault: { kind: 'instead', answer: html }, takesEffect: false, submit: 'unknown' },
  { name: '504', fault: instead(504), takesEffect: false, submit: 'unknown' },
  { name: '408', fault: instead(408), takesEffect: false, submit: 'unknown' },
  {
    name: '500 after the job was begun',
    fault: { kind: 'changed', change: () => ({ status: 500, body: {} }) },
    takesEffect: true,
    submit: 'unknown',
  },
  {
    name: 'a redirect to the service itself',
    fault: instead(307, { location: '/files/elsewhere' }),
    takesEffect: false,
    submit: 'unknown',
  },
  { name: 'half an answer', fault: { kind: 'halved' }, takesEffect: true, submit: 'unknown' },
  {
    name: 'an empty answer',
    fault: { kind: 'changed', change: ({ status }) => ({ status, body: undefined }) },
    takesEffect: true,
    submit: 'unknown',
  },
  {
    name: 'an answer of another shape',
    fault: { kind: 'changed', change: ({ status }) => ({ status, body: ['done'] }) },
    takesEffect: true,
    submit: 'unknown',
  },
  {
    name: 'a wrong content type',
    fault: {
      kind: 'changed',
      change: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }),
    },
    takesEffect: true,
    submit: 'accepted or unknown',
  },
  {
    name: 'fields that nobody knows',
    fault: {
      kind: 'changed',
      change: (answer) => ({ ...answer, body: withUnknownFields(answer.body) }),
    },
    takesEffect: true,
    submit: 'accepted',
  },
  {
    name: 'a clock that is years off',
    fault: {
      kind: 'changed',
      change: (answer) => ({
        ...answer,
        headers: { ...answer.headers, date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
      }),
    },
    takesEffect: true,
    submit: 'accepted',
  },
  { name: 'a late answer', fault: { kind: 'late', ms: 100 }, takesEffect: true, submit: 'accepted' },
  {
    name: 'a reset before it was read',
    fault: { kind: 'reset_unseen' },
    takesEffect: false,
    submit: 'unknown',
  },
];

interface NamedGarbage {
  readonly form: GarbageForm;
  /** @param secret that the service may repeat */
  faultOf(seed: number, secret: string): StandInFault;
}

/** Each form of garbage that a simulated service answers with, over sockets. */
export const GARBAGE: readonly NamedGarbage[] = GARBAGE_FORMS.map((form) => ({
  form,
  faultOf: (seed, secret) => ({
    kind: 'changed',
    change({ status, headers, body }) {
      const said = garbled(form, { status, body }, new Random(seed), secret);
      const location = { location: '/files/elsewhere' };
      return { status: said.status, headers: { ...headers, ...location }, body: Buffer.from(said.text) };
    },
  }),
}));

function withUnknownFields(body: unknown): unknown {
  return body instanceof Uint8Array || typeof body !== 'object'
    ? body
    : { ...body, surprise: { state: 'failed' } };
}
