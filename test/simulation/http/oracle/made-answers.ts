/** Requests and answers as tests make them up, and what the oracle says of them. */
import { readDescription } from '../../../../simulation/http/api-description.js';
import { Oracle } from '../../../../simulation/http/oracle/oracle.js';
import type { HttpFlaw, KnownKey } from '../../../../simulation/http/oracle/oracle-facts.js';
import {
  PAGE_ORIGIN,
  type Served,
  type ServerSetup,
  USUAL_SETUP,
} from '../../../../simulation/http/server/server-setup.js';
import { AnswerReader } from '../../../../simulation/http/wire/answer-reader.js';
import type { Fate } from '../../../../simulation/http/wire/connection.js';
import { readRequests } from '../../../../simulation/http/wire/request-reader.js';
import { openApiDocument } from '../../../../src/http/openapi/openapi.js';
import { operations } from '../../../../src/http/operations/index.js';

const NOW_S = 1_800_000_000;
export const ID = 'req_0123456789abcdef';
export const JOB_ID = 'video_01m7y6z8we0x0x1xkm7spytvgg';
export const HIDDEN = 'video_01m7y6z8we0x0x1xkm7spytvhh';

/** The server and the listener that a request comes to. */
export interface At {
  readonly setup?: Partial<ServerSetup>;
  readonly served?: Served;
}

export function check(
  request: string,
  answer: string,
  fate: Fate = 'open',
  { setup, served = 'whole' }: At = {},
): HttpFlaw | undefined {
  const oracle = new Oracle({
    description: readDescription(JSON.parse(JSON.stringify(openApiDocument(operations, '1')))),
    setup: { ...USUAL_SETUP, ...setup },
    models: ['sim/video'],
    keys: new Map<string, KnownKey>([
      ['k', { limit: 50, reader: 'other', name: 'large' }],
      ['m', { limit: 55, reader: 'operator' }],
    ]),
    addressLimit: 60,
    secrets: { everywhere: ['a-secret'], ofTenant: [HIDDEN], ofOthers: [] },
  });
  const stream = readRequests(request);
  const reader = new AnswerReader(stream.requests.map(({ method }) => method));
  reader.take(answer);
  if (fate === 'ended') reader.end();
  const { answers, flaw, unread: leftover } = reader;
  return oracle.check(
    { bytes: request, stream, served },
    { answers, flaw, leftover, fate, isRefused: false },
    NOW_S,
  );
}

export function ask(target: string, method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\n\r\n`;
}

const FIELDS: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json',
  'X-Request-Id': ID,
  'X-RateLimit-Limit-RPM': '50',
  'X-RateLimit-Remaining-RPM': '49',
  'X-RateLimit-Reset': String(NOW_S + 60),
  'Cache-Control': 'no-store',
  Vary: 'Origin',
};

export function answer(status: string, body: unknown, fields: Readonly<Record<string, string>> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = Object.entries({ ...FIELDS, ...fields, 'Content-Length': String(Buffer.byteLength(text)) });
  const lines = all
    .filter(([, value]) => value !== 'left out')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`;
}

export const READABLE = { 'Access-Control-Allow-Origin': PAGE_ORIGIN };
export const PREFLIGHT = `OPTIONS /v1/credits HTTP/1.1\r\nHost: a\r\nOrigin: ${PAGE_ORIGIN}\r\nAccess-Control-Request-Method: GET\r\n\r\n`;
export const BALANCE = { 'X-Balance-Available': '2000000' };
export const CREDITS = {
  object: 'credits',
  balance: 2,
  reserved: 0,
  total_credits: 2,
  total_usage: 0,
  currency: 'DA',
};

export function error(code: string, more: object = {}, beside: object = {}): object {
  const message = 'There is no such thing here.';
  return {
    error: { type: 'invalid_request_error', code, message, param: null, request_id: ID, ...more },
    ...beside,
  };
}

export const WAIT = { 'Retry-After': '3', 'retry-after-ms': '2500' };
export const BARE =
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<h1>Bad Request</h1><hr><i>uWebSockets/20 Server</i>';
