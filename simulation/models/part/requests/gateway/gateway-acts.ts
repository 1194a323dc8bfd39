/** The chances of histories of the gateway: its settings, and the acts of its clients and its operator. */
import type { ApiError } from '../../../../../src/http/errors.js';
import type { ShedReason } from '../../../../../src/overload/load-shedder.js';
import type { Random } from '../../../../world/random.js';

export interface DrawnSettings {
  readonly bodyMaxBytes: number;
  readonly bodyTimeoutMs: number;
  readonly bodiesMaxBytes: number;
  readonly isNamed: boolean;
  readonly trustsProxy: boolean;
  readonly origins: readonly string[];
}

export interface GatewayLimits {
  readonly rpm: readonly number[];
  readonly managementRpm: number;
  readonly addressRpm: number;
  readonly timeLimitMs: number;
  readonly settings: DrawnSettings;
}

/** How an operation answers a request. */
export type Given =
  | { readonly kind: 'json'; readonly status: 200 | 201 | 202; readonly balance?: number }
  | { readonly kind: 'error'; readonly error: ApiError }
  | { readonly kind: 'content' }
  | { readonly kind: 'stream' }
  | { readonly kind: 'upgrade'; readonly isRefused: boolean };

export interface Script {
  readonly when: 'now' | 'later' | 'throws' | 'fails';
  readonly given: Given;
  /** It takes the signal when it is called; otherwise when it is looked at. */
  readonly takesSignal: boolean;
}

export interface SentBody {
  readonly text: string;
  readonly isChunked: boolean;
  readonly type: string;
  readonly encoding: string;
  /** Whether all of it comes with the head; otherwise in pieces, or never. */
  readonly isAtOnce: boolean;
}

export const FLAWS = [
  'two hosts',
  'no host',
  'broken host',
  'two lengths',
  'length in words',
  'length and chunks',
  'other coding',
  'broken path',
  'broken query',
] as const;

export const SPELLINGS = ['Bearer ', 'bearer ', 'BEARER   '] as const;
export const NO_KEYS = ['none', 'bare', 'Basic ', 'scheme', 'other field', 'query'] as const;
export const WRONG_KEYS = ['twice', 'mistyped', 'short', 'unknown'] as const;
export type Spelling = (typeof SPELLINGS | typeof NO_KEYS | typeof WRONG_KEYS)[number];

export interface AskAct {
  readonly do: 'ask';
  readonly method: string;
  readonly path: string;
  readonly surface: 'whole' | 'public' | 'management';
  readonly key: number;
  readonly spelling: Spelling;
  readonly peer: string;
  readonly forwardedFor: string;
  readonly forwardedHost: string;
  readonly isTls: boolean;
  readonly flaw?: (typeof FLAWS)[number];
  readonly origin: string;
  readonly asksMethod: boolean;
  readonly range: string;
  readonly hasIfRange: boolean;
  readonly body?: SentBody;
  /** More than is sent. */
  readonly announced?: number;
  readonly repeat: string;
  readonly isHandshake: boolean;
  readonly readsSlowly: boolean;
  readonly script: Script;
}

export type GatewayAct =
  | AskAct
  | { readonly do: 'piece'; readonly nth: number; readonly bytes: number }
  | { readonly do: 'finish' | 'read' | 'leave'; readonly nth: number }
  | { readonly do: 'configure'; readonly settings: DrawnSettings; readonly isBroken: boolean }
  | { readonly do: 'drain'; readonly drains: boolean }
  | { readonly do: 'freeze'; readonly isFrozen: boolean }
  | { readonly do: 'shed'; readonly reason: ShedReason | 'none' }
  | { readonly do: 'limit'; readonly key: number; readonly rpm: number }
  | { readonly do: 'revoke'; readonly key: number };

export const APP = 'https://app.test';
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'];
const RARE_METHODS = ['OPTIONS', 'PUT', 'POST', 'PATCH', 'HEAD', 'get'];
/** Each with the methods that fit. */
const PATHS: readonly (readonly [path: string, methods: readonly string[]])[] = [
  ['/v1/things', ['GET', 'HEAD', 'POST', 'POST', 'POST']],
  ['/v1/th%69ngs', ['GET', 'POST']],
  ['/v1/things/t_1', ['GET', 'HEAD']],
  ['/v1/things/t%5F2/content', ['GET', 'GET', 'HEAD']],
  ['/v1/texts', ['POST', 'POST', 'HEAD']],
  ['/v1/walks', ['GET', 'HEAD']],
  ['/v1/slow', ['GET']],
  ['/api/notes', ['GET']],
  ['/api/notes/n-1', ['PATCH', 'PATCH', 'DELETE']],
];
const NO_PATHS = [
  ...['/v1/nothing', '/api/nothing', '/%76%31/nothing', '/%61pi', '/v1', '/other', '/v1/things/', '//v1'],
  ...['/v1/things/a%2Fb', '/v1/things/a.b', `/v1/things/${'x'.repeat(101)}`, '/v1/things/t_1/contents'],
];

export function drawLimits(random: Random): GatewayLimits {
  const rpm = () => random.pick([1, 2, 5, 60, 60, 600]);
  return {
    rpm: [rpm(), rpm()],
    managementRpm: random.pick([2, 60, 600]),
    addressRpm: random.pick([1, 3, 60]),
    timeLimitMs: random.pick([50, 2_000]),
    settings: drawSettings(random),
  };
}

function drawSettings(random: Random): DrawnSettings {
  const bodyMaxBytes = random.pick([100, 100, 1_000]);
  return {
    bodyMaxBytes,
    bodyTimeoutMs: random.pick([100, 1_000, 5_000]),
    bodiesMaxBytes: random.pick([bodyMaxBytes, 2 * bodyMaxBytes + 1, 100_000, 100_000]),
    isNamed: random.chance(0.3),
    trustsProxy: random.chance(0.6),
    origins: random.pick([[], ['*'], [APP], ['https://more.test', APP]]),
  };
}

export function drawAct(random: Random, { settings }: GatewayLimits): GatewayAct {
  const nth = random.below(4);
  return random.weighted<() => GatewayAct>([
    [14, () => drawAsk(random, settings.bodyMaxBytes)],
    [4, () => ({ do: 'piece', nth, bytes: random.pick([0, 1, 40, 99, 1_000]) })],
    [4, () => ({ do: random.pick(['finish', 'finish', 'read', 'leave'] as const), nth })],
    [0.6, () => ({ do: 'configure', settings: drawSettings(random), isBroken: random.chance(0.3) })],
    [0.7, () => ({ do: 'drain', drains: random.chance(0.4) })],
    [0.7, () => ({ do: 'freeze', isFrozen: random.chance(0.4) })],
    [1, () => ({ do: 'shed', reason: random.pick(['none', 'none', 'queue', 'memory', 'disk_space']) })],
    [0.4, () => ({ do: 'limit', key: random.below(2), rpm: random.pick([1, 2, 60]) })],
    [0.1, () => ({ do: 'revoke', key: random.below(2) })],
  ])();
}

function drawAsk(random: Random, bodyMaxBytes: number): AskAct {
  const [path, fitting] = random.pick(PATHS);
  const isPath = random.chance(0.85);
  const method = isPath && random.chance(0.85) ? random.pick(fitting) : random.pick(METHODS);
  const isPreflight = random.chance(0.05);
  const isManagement = path.startsWith('/api') === random.chance(0.93);
  const key = random.below(2) + (isManagement ? 2 : 0);
  const isBodied = random.chance(method === 'POST' || method === 'PATCH' ? 0.93 : 0.1);
  return {
    do: 'ask',
    method: isPreflight ? 'OPTIONS' : random.chance(0.04) ? random.pick(RARE_METHODS) : method,
    path: isPath ? path : random.pick(NO_PATHS),
    surface: random.pick(['whole', 'whole', 'whole', 'public', 'management']),
    key,
    spelling: random.weighted<() => Spelling>([
      [30, () => 'Bearer '],
      [2, () => random.pick(SPELLINGS)],
      [2, () => random.pick(NO_KEYS)],
      [2, () => random.pick(WRONG_KEYS)],
    ])(),
    peer: random.pick(['192.0.2.1', '192.0.2.2', '10.0.0.1']),
    forwardedFor: random.chance(0.4) ? '203.0.113.9' : '',
    forwardedHost: random.chance(0.2) ? 'front.test' : '',
    isTls: random.chance(0.3),
    ...(random.chance(0.06) ? { flaw: random.pick(FLAWS) } : {}),
    origin: random.chance(isPreflight ? 0.9 : 0.3) ? random.pick([APP, 'https://evil.test']) : '',
    asksMethod: random.chance(isPreflight ? 0.9 : 0.1),
    range: random.pick(['', '', 'bytes=0-9', 'bytes=90-', 'bytes=100-']),
    hasIfRange: random.chance(0.2),
    ...(isBodied ? { body: drawBody(random, bodyMaxBytes) } : {}),
    ...(random.chance(0.05) ? { announced: random.pick([2 ** 26, 2 ** 26 + 1]) } : {}),
    repeat: random.chance(0.4) ? 'again-1' : '',
    isHandshake: random.chance(0.5),
    readsSlowly: random.chance(0.4),
    script: drawScript(random),
  };
}

function drawBody(random: Random, bodyMaxBytes: number): SentBody {
  const padded = (length: number) => `{"a":"${'x'.repeat(Math.max(0, length - 8))}"}`;
  return {
    text: random.weighted<() => string>([
      [8, () => '{"a":1}'],
      [4, () => padded(bodyMaxBytes + random.pick([-1, 0, 1]))],
      [1, () => random.pick(['', '[]', '{"a":', '7', 'null', '{"a":1,"a":2}'])],
    ])(),
    isChunked: random.chance(0.25),
    type: random.weighted([
      [8, 'application/json'],
      [1, random.pick(['application/json; charset=utf-8', 'Application/JSON'])],
      [1, random.pick(['text/plain', '', 'application/jsonx'])],
    ]),
    encoding: random.weighted([
      [12, ''],
      [1, random.pick(['identity', 'gzip'])],
    ]),
    isAtOnce: random.chance(0.5),
  };
}

function drawScript(random: Random): Script {
  const given = random.weighted<() => Given>([
    [6, () => ({ kind: 'json', status: random.pick([200, 201, 202] as const) })],
    [1, () => ({ kind: 'json', status: 200, balance: 5_000_000 })],
    [1, () => ({ kind: 'error', error: random.pick(ERRORS_GIVEN) })],
    [2, () => ({ kind: 'content' })],
    [1, () => ({ kind: 'stream' })],
    [0.5, () => ({ kind: 'upgrade', isRefused: random.chance(0.3) })],
  ])();
  const when = random.pick(['now', 'now', 'now', 'later', 'later', 'later', 'throws', 'fails'] as const);
  const isBound = given.kind === 'upgrade' ? 'now' : given.kind === 'stream' ? 'later' : undefined;
  return { when: isBound ?? when, given, takesSignal: random.chance(0.5) };
}

const ERRORS_GIVEN: readonly ApiError[] = [
  { code: 'not_found', message: 'There is no such thing.', param: 'a' },
  { code: 'not_ready', message: 'It is not ready.', retryAfterMs: 1_500 },
  { code: 'too_many_jobs', message: 'There are too many.', retryAfterMs: 999 },
  { code: 'storage_unavailable', message: 'The disk is away.' },
  { code: 'internal_error', message: 'Something is wrong.' },
];
