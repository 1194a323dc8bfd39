/** The bodies of requests and answers in the OpenAPI document, each by a name. */
import * as z from 'zod';
import * as requests from '../schemas/management-requests.js';
import * as management from '../schemas/management-responses.js';
import * as people from '../schemas/people-requests.js';
import * as persons from '../schemas/people-responses.js';
import * as responses from '../schemas/responses.js';
import { SUBMIT_REQUEST } from '../schemas/submit-request.js';
import type { JsonSchema } from './openapi-document.js';

type Named = Readonly<Record<string, z.ZodType>>;

export const REQUESTS: Named = {
  SubmitVideoRequest: SUBMIT_REQUEST,
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

export const RESPONSES: Named = {
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
  Job: management.JOB,
  JobList: management.JOB_LIST,
  ApiKey: management.API_KEY,
  CreatedApiKey: management.CREATED_API_KEY,
  ApiKeyList: management.API_KEY_LIST,
  LedgerEntry: management.LEDGER_ENTRY,
  CreditEntry: management.CREDIT_ENTRY,
  DebitEntry: management.DEBIT_ENTRY,
  TransferOutEntry: management.TRANSFER_OUT_ENTRY,
  TransferInEntry: management.TRANSFER_IN_ENTRY,
  JobEntry: management.JOB_ENTRY,
  Ledger: management.LEDGER,
  Order: management.ORDER,
  OrderList: management.ORDER_LIST,
  VoidedCredit: management.VOIDED_CREDIT,
  Account: management.ACCOUNT,
  CreatedAccount: management.CREATED_ACCOUNT,
  AccountList: management.ACCOUNT_LIST,
  AuditEntry: management.AUDIT_ENTRY,
  AuditTrail: management.AUDIT_TRAIL,
  User: persons.USER,
  UserList: persons.USER_LIST,
  Invitation: persons.INVITATION,
  CreatedInvitation: persons.CREATED_INVITATION,
  InvitationList: persons.INVITATION_LIST,
  Error: responses.ERROR,
};

/** Throws for a schema that has no name here: every body in the document is a named one. */
export function refTo(names: Named, schema: z.ZodType): JsonSchema {
  const found = Object.entries(names).find(([, named]) => named === schema);
  if (found === undefined) throw new Error('a body of an operation has no name in the OpenAPI document');
  return { $ref: schemaUri(found[0]) };
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
