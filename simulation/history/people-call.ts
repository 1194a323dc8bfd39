/**
 * The requests of people: for pages of the dashboard, and about people.
 *
 * `session`, `device` and `link` are ids of the steps whose answers told of them: a session and the mark of a
 * browser come with a sign-in or an accepted link, a link with an invitation. A request with one that nobody
 * was told of is not sent, nor one with the link of a mail that has not come.
 */
import type { DeskCall, ReadAuditCall, UseMadeKeyCall } from './forms/desk-call.js';
import type { ForgedCall } from './forms/forged-call.js';
import type { FormCall, UseCardCall } from './forms/form-call.js';
import type { VisitCall } from './forms/visit-call.js';
import type { MailLink } from './mails/mails.js';
import type { WatchPageCall } from './onlookers/watching.js';

export const ROLES = ['member', 'owner', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The pages that a person reads. `job_form` lists the keys that the person may use. */
export const PAGES = ['sessions', 'people', 'job_form', 'key'] as const;

/** The pages whose figures and rows are compared with answers of the API, and the files behind them. */
export const TOLD_PAGES = [
  'keys',
  'key',
  'ledger_file',
  'jobs',
  'job',
  'usage',
  'usage_by_model',
  'usage_file',
  'orders',
  'order',
  'account',
  'usage_by_provider',
  'usage_by_key',
  'overview',
  'accounts',
  'all_keys',
  'node',
  'usage_file_by_key',
] as const;

export type ToldPage = (typeof TOLD_PAGES)[number];

/** Of these an owner is shown nothing. */
export const OPERATORS_PAGES: readonly ToldPage[] = ['account', 'accounts', 'all_keys', 'node'];

export type PeopleCall =
  | ({
      readonly op: 'invite';
      readonly account: number;
      readonly name: string;
      readonly role: Role;
      /** Of a form: sent twice with the same, it makes one invitation. */
      readonly once?: string;
    } & ByWhom)
  | ({ readonly op: 'change_role'; readonly name: string; readonly role: Role } & ByWhom)
  /** All keys that a member may use from then on. */
  | ({ readonly op: 'grant'; readonly name: string; readonly keys: readonly number[] } & ByWhom)
  | ({ readonly op: 'remove_user'; readonly name: string } & ByWhom)
  /** Tells the operator the ids of users, which requests about them take. */
  | { readonly op: 'list_users'; readonly account: number }
  | { readonly op: 'list_invitations'; readonly account: number }
  /** The invitation of a step that an operator's management key sent. */
  | ({ readonly op: 'withdraw'; readonly link: number } & ByWhom)
  | ({ readonly op: 'look_at_link' } & WhichLink)
  | ({ readonly op: 'accept'; readonly password: string } & TypedAgain & WhichLink)
  /** Somebody who forgot the password of that name asks for a link by mail. */
  | ({ readonly op: 'forgot' } & TypedName)
  | ({
      readonly op: 'sign_in';
      readonly password: string;
      readonly device?: number;
      /** The page that led to the sign-in, or something in its place. */
      readonly next?: string;
    } & TypedName)
  | {
      readonly op: 'read_page';
      readonly session: number;
      readonly page: (typeof PAGES)[number];
      /** Of the page of a key. */
      readonly key?: number;
    }
  | ReadListCall
  | PrivateCall
  | LookCall
  | VisitCall
  | WatchPageCall
  | FormCall
  | UseCardCall
  | DeskCall
  | UseMadeKeyCall
  | ReadAuditCall
  | ForgedCall
  | { readonly op: 'sign_out'; readonly session: number; readonly isEverywhere?: true }
  | ({
      readonly op: 'change_password';
      readonly session: number;
      readonly password: string;
      readonly next: string;
    } & TypedAgain)
  /**
   * A message of the web chat, or the form of a job, for a model that does not exist; without `key` for a key
   * of nobody.
   */
  | { readonly op: 'chat_message' | 'job_form'; readonly session: number; readonly key?: number }
  /** A stranger makes an account; without a password, asks for a link by mail. */
  | ({ readonly op: 'sign_up'; readonly name: string; readonly password?: string } & TypedAgain);

/** A new password is typed twice; the second time like the first if it is absent. */
interface TypedAgain {
  readonly again?: string;
}

/** The name of a user, and the spelling in which it is typed; as it stands if that is absent. */
export interface TypedName {
  readonly name: string;
  readonly typed?: string;
}

/** The page of jobs: the first, or one behind a job that is newer than all. */
export interface ReadListCall {
  readonly op: 'read_list';
  readonly session: number;
  readonly status?: 'pending' | 'in_progress' | 'completed' | 'failed';
  readonly model?: string;
  /** Jobs of the key alone, or of its account. */
  readonly of?: 'key' | 'account';
  readonly key: number;
  readonly isFurther?: true;
}

/** Asks for the video of a job, or reads its page: both are for the people of its account. */
export interface PrivateCall {
  readonly op: 'see_private';
  readonly session: number;
  /** The step that submitted it. */
  readonly job: number;
  readonly what: 'clip' | 'page';
}

/** A page about a key, or about its account, one of its jobs, or an order. */
export interface LookCall {
  readonly op: 'look';
  readonly session: number;
  readonly page: ToldPage;
  readonly key: number;
  /** Of a further page of a table: its path with the query, as the page before leads there. */
  readonly link?: string;
  /** How many pages of the table came before. */
  readonly nth?: number;
  /** Of jobs: how they stand, of which model they are, and whose they are; of the key without. */
  readonly status?: ReadListCall['status'];
  readonly model?: string;
  readonly of?: 'account' | 'all';
  /** Of usage, in days; the usual 30 without. */
  readonly period?: 7;
  /** The step that submitted it. */
  readonly job?: number;
  /** The step that made it. */
  readonly order?: number;
}

/** A link by the step that told of it, or one that was mailed. */
type WhichLink =
  | { readonly link: number; readonly mail?: never }
  | { readonly mail: MailLink; readonly link?: never };

/** By the form of a page, or, without a session, by an operator's management key. */
interface ByWhom {
  readonly session?: number;
}

type EitherOp = 'invite' | 'withdraw' | 'change_role' | 'grant' | 'remove_user';
type OperationOp = 'list_users' | 'list_invitations' | 'use_mkey' | 'read_audit';
/** Those that pages alone take. */
export type PageOp = Exclude<PeopleCall['op'], EitherOp | OperationOp>;
type PageCall =
  | Extract<PeopleCall, { readonly op: PageOp }>
  | (Extract<PeopleCall, { readonly op: EitherOp }> & Required<ByWhom>);

const OPS: Readonly<Record<PeopleCall['op'], 'page' | 'either' | 'operation'>> = {
  invite: 'either',
  change_role: 'either',
  grant: 'either',
  remove_user: 'either',
  list_users: 'operation',
  list_invitations: 'operation',
  withdraw: 'either',
  look_at_link: 'page',
  accept: 'page',
  forgot: 'page',
  sign_in: 'page',
  read_page: 'page',
  read_list: 'page',
  look: 'page',
  see_private: 'page',
  visit: 'page',
  watch_page: 'page',
  form: 'page',
  use_card: 'page',
  desk: 'page',
  use_mkey: 'operation',
  read_audit: 'operation',
  forged: 'page',
  sign_out: 'page',
  change_password: 'page',
  chat_message: 'page',
  job_form: 'page',
  sign_up: 'page',
};

export function isPeopleCall(call: { readonly op: string }): call is PeopleCall {
  return Object.hasOwn(OPS, call.op);
}

/** Whether a page is asked, and not an operation of the API. */
export function isForPage(call: { readonly op: string }): call is PageCall {
  if (!isPeopleCall(call)) return false;
  return OPS[call.op] === 'page' || (OPS[call.op] === 'either' && 'session' in call);
}
