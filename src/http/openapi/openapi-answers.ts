/** The answers of operations, in the OpenAPI document: headers, successes, and the errors of each. */
import { ERRORS, type ErrorCode } from '../errors.js';
import type { AnswerDoc, DocumentedOperation, HeaderDoc } from '../operations/documented-operation.js';
import type { ResponseName } from '../schemas/named-responses.js';
import type { JsonSchema, OpenApiContent, OpenApiHeader, OpenApiResponse } from './openapi-document.js';
import { schemaRef } from './openapi-schemas.js';

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const INTEGER: JsonSchema = { type: 'integer', minimum: 0 };
export const TEXT: JsonSchema = { type: 'string' };

export const HEADERS = {
  'X-Request-Id': { description: 'Identifies the request for support.', schema: TEXT },
  'X-RateLimit-Limit-RPM': {
    description: 'The ceiling: requests per rolling 60 seconds.',
    schema: INTEGER,
  },
  'X-RateLimit-Remaining-RPM': {
    description: 'How many more requests would be admitted right now.',
    schema: INTEGER,
  },
  'X-RateLimit-Reset': {
    description:
      'Unix time in seconds: while requests remain, when the oldest counted one leaves the window; else when the next one is admissible.',
    schema: INTEGER,
  },
  'X-Balance-Available': {
    description:
      'Micro-DA (1 DA = 1,000,000 micro-DA) that can be spent after this request; under /api, of the key the answer is about, else of the account.',
    schema: INTEGER,
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: INTEGER },
  'retry-after-ms': { description: 'The same in milliseconds.', schema: INTEGER },
} as const satisfies Record<string, OpenApiHeader>;

type HeaderName = keyof typeof HEADERS;

const ON_EVERY_ANSWER: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit-RPM',
  'X-RateLimit-Remaining-RPM',
  'X-RateLimit-Reset',
];

const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'malformed_request',
  'rate_limit_exceeded',
  'missing_api_key',
  'invalid_api_key',
  'wrong_credential',
  'method_not_allowed',
  'overloaded',
  'shutting_down',
  'internal_error',
];
const ERRORS_OF_BODIES: readonly ErrorCode[] = [
  'unsupported_media_type',
  'payload_too_large',
  'request_timeout',
  'invalid_json',
  'invalid_request',
];

export function successOf(answer: AnswerDoc): [string, OpenApiResponse] {
  const content =
    'media' in answer.content
      ? Object.fromEntries(answer.content.media.map((media) => [media, { schema: {} }]))
      : {
          'application/json': {
            schema: schemaRef(answer.content.schema),
            example: answer.content.example,
          },
          ...eventsOf(answer.content.eventData),
        };
  const headers = {
    ...headerRefs([...ON_EVERY_ANSWER, 'X-Balance-Available']),
    ...ownHeaders(answer.headers),
  };
  return [String(answer.status), { description: answer.description, headers, content }];
}

function eventsOf(data: ResponseName | undefined): OpenApiContent {
  return data === undefined ? {} : { 'text/event-stream': { schema: schemaRef(data) } };
}

/** The codes that an operation may answer, grouped by their status. */
export function errorsOf({ body, isRead, doc }: DocumentedOperation): Record<string, OpenApiResponse> {
  const possible = new Set([
    ...ERRORS_OF_ALL,
    ...(body === 'none' ? [] : ERRORS_OF_BODIES),
    ...(isRead ? [] : (['storage_unavailable'] as const)),
    ...doc.errors,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of ERROR_CODES) {
    if (!possible.has(code)) continue;
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), errorResponse(status, codes)]),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[]): OpenApiResponse {
  const mayRetry = status === 429 || status === 503 || codes.includes('not_ready');
  const extra: Record<string, OpenApiHeader> = {
    ...(status === 401 ? ownHeaders([{ name: 'WWW-Authenticate', description: '`Bearer`.' }]) : {}),
    ...(status === 405 ? ownHeaders([{ name: 'Allow', description: 'The methods that the path has.' }]) : {}),
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}.`).join(' '),
    headers: {
      ...headerRefs(mayRetry ? [...ON_EVERY_ANSWER, 'Retry-After', 'retry-after-ms'] : ON_EVERY_ANSWER),
      ...extra,
    },
    content: {
      'application/json': {
        schema: schemaRef('Error' satisfies ResponseName),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** The body of an error as it may look. */
export function errorExample(code: ErrorCode): unknown {
  const { status, type, when } = ERRORS[code];
  return {
    error: {
      type,
      code,
      message: `${when.charAt(0).toUpperCase()}${when.slice(1)}.`,
      param: code === 'invalid_request' ? 'prompt' : code === 'model_not_found' ? 'model' : null,
      request_id: 'req_01kaj2w7m9a1b2c3d4e5f6g7h8',
    },
    ...(status === 429 || status === 503 ? { retry_after: 5 } : {}),
    ...(status === 402 ? { required: 4, balance: 1.5 } : {}),
  };
}

function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function ownHeaders(headers: readonly HeaderDoc[] = []): Record<string, OpenApiHeader> {
  return Object.fromEntries(headers.map(({ name, description }) => [name, { description, schema: TEXT }]));
}
