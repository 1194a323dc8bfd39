/**
 * The bodies of answers, each by the name that it has in the OpenAPI document.
 *
 * Operations name them, and import only the type: to make the schemas takes some 5 ms, which a start need not
 * spend, for nothing but the document is made of them.
 */
import type * as z from 'zod';
import * as ledger from './ledger-responses.js';
import * as management from './management-responses.js';
import * as people from './people-responses.js';
import * as responses from './responses.js';
import * as texts from './text-responses.js';

export const RESPONSES = {
  SubmittedVideo: responses.SUBMITTED_VIDEO,
  Video: responses.VIDEO,
  UnfinishedVideo: responses.UNFINISHED_VIDEO,
  CompletedVideo: responses.COMPLETED_VIDEO,
  FailedVideo: responses.FAILED_VIDEO,
  VideoList: responses.VIDEO_LIST,
  ChatCompletion: texts.CHAT_COMPLETION,
  ChatCompletionChunk: texts.CHAT_COMPLETION_CHUNK,
  Generation: texts.GENERATION,
  Credits: responses.CREDITS,
  Activity: responses.ACTIVITY,
  ActivityRow: responses.ACTIVITY_ROW,
  Model: responses.MODEL,
  VideoModel: responses.VIDEO_MODEL,
  TextModel: responses.TEXT_MODEL,
  ModelList: responses.MODEL_LIST,
  Job: management.JOB,
  JobList: management.JOB_LIST,
  ApiKey: management.API_KEY,
  CreatedApiKey: management.CREATED_API_KEY,
  ApiKeyList: management.API_KEY_LIST,
  LedgerEntry: ledger.LEDGER_ENTRY,
  CreditEntry: ledger.CREDIT_ENTRY,
  DebitEntry: ledger.DEBIT_ENTRY,
  TransferOutEntry: ledger.TRANSFER_OUT_ENTRY,
  TransferInEntry: ledger.TRANSFER_IN_ENTRY,
  JobEntry: ledger.JOB_ENTRY,
  GenerationEntry: ledger.GENERATION_ENTRY,
  Ledger: ledger.LEDGER,
  Order: management.ORDER,
  OrderList: management.ORDER_LIST,
  VoidedCredit: management.VOIDED_CREDIT,
  Account: management.ACCOUNT,
  CreatedAccount: management.CREATED_ACCOUNT,
  AccountList: management.ACCOUNT_LIST,
  AuditEntry: management.AUDIT_ENTRY,
  AuditTrail: management.AUDIT_TRAIL,
  User: people.USER,
  UserList: people.USER_LIST,
  Invitation: people.INVITATION,
  CreatedInvitation: people.CREATED_INVITATION,
  InvitationList: people.INVITATION_LIST,
  Error: responses.ERROR,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type ResponseName = keyof typeof RESPONSES;
