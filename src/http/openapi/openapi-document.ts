/** The shape of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0), as far as ours has it. */
import type * as z from 'zod';
import type { ErrorCode } from '../errors.js';

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
  /** All errors, in their order of precedence. */
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
