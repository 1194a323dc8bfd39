/**
 * The OpenAPI 3.1 document, generated from the operations, the schemas that judge their requests, and the one
 * table of errors: nothing is said here that is said there.
 */
import * as z from 'zod';
import { ERRORS, type ErrorCode } from './errors.js';
import {
  type AnswerDoc,
  type DocumentedOperation,
  type HeaderDoc,
  TAGS,
} from './operations/documented-operation.js';
import * as requests from './schemas/management-requests.js';
import * as responses from './schemas/responses.js';
import { SUBMIT_REQUEST } from './schemas/submit-request.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
  /** All errors, in the order in which they are judged. */
  readonly 'x-errors': readonly OpenApiError[];
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, OpenApiHeader | { readonly $ref: string }>>;
  readonly content: OpenApiContent;
}

export interface OpenApiHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

export type OpenApiContent = Readonly<
  Record<
    string,
    {
      readonly schema: JsonSchema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
    }
  >
>;

export interface OpenApiError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: string;
  readonly when: string;
}

/** Names of the schemas in the document. */
const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  SubmitVideoRequest: SUBMIT_REQUEST,
  CreateKeyRequest: requests.CREATE_KEY_REQUEST,
  ChangeKeyRequest: requests.CHANGE_KEY_REQUEST,
  AddCreditRequest: requests.ADD_CREDIT_REQUEST,
  FailJobRequest: requests.FAIL_JOB_REQUEST,
  CreateAccountRequest: requests.CREATE_ACCOUNT_REQUEST,
  ChangeAccountRequest: requests.CHANGE_ACCOUNT_REQUEST,
};

const RESPONSES: Readonly<Record<string, z.ZodType>> = {
  SubmittedVideo: responses.SUBMITTED_VIDEO,
  Video: responses.VIDEO,
  UnfinishedVideo: responses.UNFINISHED_VIDEO,
  CompletedVideo: responses.COMPLETED_VIDEO,
  FailedVideo: responses.FAILED_VIDEO,
  VideoList: responses.VIDEO_LIST,
  Credits: responses.CREDITS,
  Activity: responses.ACTIVITY,
  ActivityRow: responses.ACTIVITY_ROW,
  Model: responses.MODEL,
  ModelList: responses.MODEL_LIST,
  Job: responses.JOB,
  JobList: responses.JOB_LIST,
  ApiKey: responses.API_KEY,
  CreatedApiKey: responses.CREATED_API_KEY,
  ApiKeyList: responses.API_KEY_LIST,
  LedgerEntry: responses.LEDGER_ENTRY,
  CreditEntry: responses.CREDIT_ENTRY,
  JobEntry: responses.JOB_ENTRY,
  Ledger: responses.LEDGER,
  Account: responses.ACCOUNT,
  CreatedAccount: responses.CREATED_ACCOUNT,
  AccountList: responses.ACCOUNT_LIST,
  Error: responses.ERROR,
};

const INTEGER: JsonSchema = { type: 'integer', minimum: 0 };
const TEXT: JsonSchema = { type: 'string' };

const HEADERS = {
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
const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

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

const DESCRIPTION = `A gateway in front of providers of video models: exact rolling rate limits and prepaid credit per API key.

Send \`Authorization: Bearer <key>\`: an API key (\`sk-…\`) to \`/v1\`, a management key (\`mk-…\`) to \`/api\`. Amounts are in DA, times in Unix seconds, dates in UTC. HEAD answers as GET does, without the body. Query parameters that an operation does not know are ignored.`;

/** @param version of the program that serves the document */
export function openApiDocument(
  operations: readonly DocumentedOperation[],
  version: string,
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Tollgate', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths: pathsOf(operations),
    components: {
      schemas: { ...schemasOf(REQUESTS, 'input'), ...schemasOf(RESPONSES, 'output') },
      headers: HEADERS,
      examples: Object.fromEntries(ERROR_CODES.map((code) => [code, { value: errorExample(code) }])),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, sk-….' },
        managementKey: { type: 'http', scheme: 'bearer', description: 'A management key, mk-….' },
      },
    },
    'x-errors': ERROR_CODES.map((code) => ({ code, ...ERRORS[code] })),
  };
}

function pathsOf(operations: readonly DocumentedOperation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    const ofPath = paths[operation.path] ?? {};
    ofPath[operation.method.toLowerCase()] = describe(operation);
    paths[operation.path] = ofPath;
  }
  return paths;
}

function describe(operation: DocumentedOperation): OpenApiOperation {
  const { doc } = operation;
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    description: doc.description,
    security: [operation.credential === 'api' ? { apiKey: [] } : { managementKey: [] }],
    parameters: parametersOf(operation),
    ...(doc.request === undefined ? {} : { requestBody: requestBodyOf(operation, doc.request) }),
    responses: { ...Object.fromEntries(doc.answers.map(successOf)), ...errorsOf(operation) },
  };
}

function parametersOf({ doc }: DocumentedOperation): OpenApiParameter[] {
  const inPath = Object.entries(doc.pathParameters ?? {}).map(
    ([name, description]): OpenApiParameter => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: TEXT,
    }),
  );
  const inHeader = (doc.requestHeaders ?? []).map(
    ({ name, description }): OpenApiParameter => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: TEXT,
    }),
  );
  return [...inPath, ...(doc.query === undefined ? [] : queryParametersOf(doc.query)), ...inHeader];
}

/** A query carries text; what it is turned into says what it means, so the output side is shown. */
function queryParametersOf(query: z.ZodObject): OpenApiParameter[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', override: tidy });
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = property as JsonSchema;
    return { name, in: 'query', required: false, description, schema };
  });
}

function requestBodyOf(
  { body, bodyOptional }: DocumentedOperation,
  { schema, example }: { readonly schema: z.ZodType; readonly example: unknown },
): NonNullable<OpenApiOperation['requestBody']> {
  const content = { schema: refTo(REQUESTS, schema), example };
  return {
    required: bodyOptional !== true,
    content:
      body === 'json_or_multipart'
        ? { 'application/json': content, 'multipart/form-data': { schema: content.schema } }
        : { 'application/json': content },
  };
}

function successOf(answer: AnswerDoc): [string, OpenApiResponse] {
  const content =
    'media' in answer.content
      ? Object.fromEntries(answer.content.media.map((media) => [media, { schema: {} }]))
      : {
          'application/json': {
            schema: refTo(RESPONSES, answer.content.schema),
            example: answer.content.example,
          },
        };
  const headers = {
    ...headerRefs([...ON_EVERY_ANSWER, 'X-Balance-Available']),
    ...ownHeaders(answer.headers),
  };
  return [String(answer.status), { description: answer.description, headers, content }];
}

/** The codes that an operation may answer, grouped by their status. */
function errorsOf({ body, isRead, doc }: DocumentedOperation): Record<string, OpenApiResponse> {
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
        schema: refTo(RESPONSES, responses.ERROR),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** The body of an error as it may look. */
function errorExample(code: ErrorCode): unknown {
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

/** Throws for a schema that has no name here: every body in the document is a named one. */
function refTo(names: Readonly<Record<string, z.ZodType>>, schema: z.ZodType): JsonSchema {
  const found = Object.entries(names).find(([, named]) => named === schema);
  if (found === undefined) throw new Error('a body of an operation has no name in the OpenAPI document');
  return { $ref: schemaUri(found[0]) };
}

function schemasOf(
  named: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: schemaUri, override: tidy });
  const plain = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]);
  return Object.fromEntries(plain);
}

/** A bound that only says what a number in JSON can hold says nothing to a reader. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function schemaUri(id: string): string {
  return `#/components/schemas/${id}`;
}
