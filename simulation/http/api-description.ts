/**
 * The operations of the server's own OpenAPI document, as generators and the oracle need them. A new endpoint
 * is fuzzed and checked without a change here.
 */
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';

/** As much of a schema as requests are made from. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface DocumentedOperation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly takesManagementKey: boolean;
  readonly parameters: readonly Parameter[];
  /** Of a JSON body; undefined if it takes none. */
  readonly body: JsonSchema | undefined;
  readonly bodyExample: unknown;
  readonly takesForm: boolean;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface ApiDescription {
  readonly operations: readonly Operation[];
  /** The schema that a reference names, or the schema itself. */
  resolved(schema: JsonSchema): JsonSchema;
  /** How a JSON body differs from the schema of the answer; undefined if it fits. */
  flawOfBody(operation: Operation, status: number, body: unknown): string | undefined;
}

const REFERENCE = '#/components/schemas/';

/** Pages beside the API, from the contract; the last one ends in what its links begin with. */
const PUBLIC_PAGES = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/results/'] as const;

export function isPublicPage(path: string): boolean {
  return PUBLIC_PAGES.some((page) => (page.endsWith('/') ? path.startsWith(page) : path === page));
}

/** @param document `/openapi.json`, parsed */
export function readDescription(document: unknown): ApiDescription {
  const { paths, components } = document as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]): Operation => {
      const content = operation.requestBody?.content ?? {};
      return {
        method: method.toUpperCase(),
        path,
        takesManagementKey: operation.security.some((scheme) => 'managementKey' in scheme),
        parameters: operation.parameters ?? [],
        body: content['application/json']?.schema,
        bodyExample: content['application/json']?.example,
        takesForm: 'multipart/form-data' in content,
        responses: operation.responses,
      };
    }),
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document as AnySchema, 'api');
  return {
    operations,
    resolved(schema) {
      if (schema.$ref === undefined) return schema;
      const named = components.schemas[schema.$ref.slice(REFERENCE.length)];
      if (named === undefined) throw new Error(`the document has no ${schema.$ref}`);
      return named;
    },
    flawOfBody({ path, method }, status, body) {
      const place = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
      const validate = ajv.getSchema(encodeURI(`api#${place}/content/application~1json/schema`));
      if (validate === undefined) return `the document has no schema at ${place}`;
      return validate(body) === true ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
    },
  };
}

const ID = /^[0-9A-Za-z_-]{1,100}$/;

/** All operations of the path of a request; none if the path is unknown. @param path percent-encoded */
export function operationsAt(path: string, { operations }: ApiDescription): readonly Operation[] {
  const segments = path.split('/').map(decodeURIComponent);
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every(
        (part, index) => part === segments[index] || (part.startsWith('{') && ID.test(segments[index] ?? '')),
      )
    );
  };
  return operations.filter(({ path: template }) => fits(template));
}
