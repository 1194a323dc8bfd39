/** The bodies of requests, each by the name that it has in the OpenAPI document. */
import * as z from 'zod';
import { CHAT_REQUEST } from '../schemas/chat-request.js';
import * as requests from '../schemas/management-requests.js';
import * as people from '../schemas/people-requests.js';
import { SUBMIT_REQUEST } from '../schemas/submit-request.js';
import type { JsonSchema } from './openapi-document.js';

type Named = Readonly<Record<string, z.ZodType>>;

export const REQUESTS: Named = {
  SubmitVideoRequest: SUBMIT_REQUEST,
  ChatCompletionRequest: CHAT_REQUEST,
  CreateKeyRequest: requests.CREATE_KEY_REQUEST,
  ChangeKeyRequest: requests.CHANGE_KEY_REQUEST,
  RotateKeyRequest: requests.ROTATE_KEY_REQUEST,
  AddCreditRequest: requests.ADD_CREDIT_REQUEST,
  DebitRequest: requests.DEBIT_REQUEST,
  TransferRequest: requests.TRANSFER_REQUEST,
  CreateOrderRequest: requests.CREATE_ORDER_REQUEST,
  VoidSimulatedRequest: requests.VOID_SIMULATED_REQUEST,
  FailJobRequest: requests.FAIL_JOB_REQUEST,
  CreateAccountRequest: requests.CREATE_ACCOUNT_REQUEST,
  ChangeAccountRequest: requests.CHANGE_ACCOUNT_REQUEST,
  InviteRequest: people.INVITE_REQUEST,
  ChangeUserRequest: people.CHANGE_USER_REQUEST,
};

/** Throws for a request that has no name here: every body in the document is a named one. */
export function requestRef(schema: z.ZodType): JsonSchema {
  const found = Object.entries(REQUESTS).find(([, named]) => named === schema);
  if (found === undefined) throw new Error('a body of an operation has no name in the OpenAPI document');
  return schemaRef(found[0]);
}

export function schemaRef(id: string): JsonSchema {
  return { $ref: schemaUri(id) };
}

export function schemasOf(named: Named, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: schemaUri, override: tidy });
  const plain = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]);
  return Object.fromEntries(plain);
}

/** A bound that only says what a number in JSON can hold says nothing to a reader. */
export function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function schemaUri(id: string): string {
  return `#/components/schemas/${id}`;
}
