/**
 * The OpenAPI 3.1 document, generated from the operations, the schemas of their requests, and the one
 * table of errors: nothing is said here that is said there.
 */
import * as z from 'zod';
import { ERRORS } from '../errors.js';
import { type DocumentedOperation, TAGS } from '../operations/documented-operation.js';
import { RESPONSES } from '../schemas/named-responses.js';
import { ERROR_CODES, errorExample, errorsOf, HEADERS, successOf, TEXT } from './openapi-answers.js';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi-document.js';
import { REQUESTS, requestRef, schemasOf, tidy } from './openapi-schemas.js';

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
  const content = { schema: requestRef(schema), example };
  return {
    required: bodyOptional !== true,
    content:
      body === 'json_or_multipart'
        ? { 'application/json': content, 'multipart/form-data': { schema: content.schema } }
        : { 'application/json': content },
  };
}
