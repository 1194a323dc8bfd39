/** An operation together with what the documentation says of it: both stand side by side, in one file. */
import type * as z from 'zod';
import type { ErrorCode } from '../errors.js';
import type { Operation } from '../operation.js';
import type { ResponseName } from '../schemas/named-responses.js';

export const TAGS = [
  'Videos',
  'Text',
  'Credits and usage',
  'Models',
  'API keys',
  'Orders',
  'Jobs',
  'Accounts',
  'People',
] as const;

export interface OperationDoc {
  /** Unique, in camel case: what a generated client calls it. */
  readonly operationId: string;
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  /** Markdown, without headings. */
  readonly description: string;
  /** The `{…}` parts of the path, by name. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly HeaderDoc[];
  readonly request?: { readonly schema: z.ZodType; readonly example: unknown };
  readonly answers: readonly AnswerDoc[];
  /** Besides those that every operation may answer. */
  readonly errors: readonly ErrorCode[];
}

export interface HeaderDoc {
  readonly name: string;
  readonly description: string;
}

export interface AnswerDoc {
  readonly status: 200 | 201 | 202 | 206;
  readonly description: string;
  /** Headers besides those of every answer. */
  readonly headers?: readonly HeaderDoc[];
  /** JSON, also as events of a stream with data of their own; or media types of what is streamed. */
  readonly content:
    | { readonly schema: ResponseName; readonly example: unknown; readonly eventData?: ResponseName }
    | { readonly media: readonly string[] };
}

export interface DocumentedOperation extends Operation {
  readonly doc: OperationDoc;
}

export const IDEMPOTENCY_KEY_HEADER: HeaderDoc = {
  name: 'Idempotency-Key',
  description:
    '1 to 255 printable ASCII characters, quoted or bare. The same request again within 24 hours is answered with what the first one made, and makes nothing.',
};

export const REPLAYED_HEADER: HeaderDoc = {
  name: 'Idempotent-Replayed',
  description: '`true` if the answer repeats what an earlier request made.',
};
