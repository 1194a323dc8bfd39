/** The fields of requests that have bounds, each with those of the contract and of `docs/`. */
import type { ZodType } from 'zod';
import { CHAT_REQUEST } from '../../../../src/http/schemas/chat-request.js';
import * as management from '../../../../src/http/schemas/management-requests.js';
import { CHANGE_USER_REQUEST } from '../../../../src/http/schemas/people-requests.js';
import { AUDIT_QUERY, LIST_VIDEOS_QUERY } from '../../../../src/http/schemas/query.js';
import { SUBMIT_REQUEST } from '../../../../src/http/schemas/submit-request.js';

/** A text counts its code points, a list its items; digits are a whole number as a query has it. */
export type Kind = 'text' | 'whole' | 'digits' | 'list' | 'da' | 'seconds';

export interface FieldFacts {
  readonly schema: ZodType;
  /** Takes the field where it is right. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly kind: Kind;
  readonly min: number;
  /** Undefined if a request may say any: what is too much is said later. */
  readonly max?: number;
  /** Of a list. */
  readonly item?: unknown;
  readonly isNotBlank?: true;
  readonly takesNull?: true;
}

const SUBMIT = { model: 'm', prompt: 'p' };
const ITEM = { role: 'user', content: 'Hello' };
const CHAT = { model: 'm', messages: [ITEM] };
const KEY = `key_${'0'.repeat(26)}`;
const MOVED = { amount: 1, reference: 'r' };
const LIFE_DA = 1_000_000_000;

const TEXTS: readonly FieldFacts[] = [
  text(SUBMIT_REQUEST, SUBMIT, 'model', 200),
  { ...text(SUBMIT_REQUEST, SUBMIT, 'prompt', 10_000), isNotBlank: true },
  text(CHAT_REQUEST, CHAT, 'model', 200),
  text(management.CREATE_KEY_REQUEST, {}, 'name', 100),
  text(management.CHANGE_KEY_REQUEST, {}, 'name', 100),
  text(management.CREATE_ACCOUNT_REQUEST, {}, 'name', 100),
  text(management.CHANGE_ACCOUNT_REQUEST, {}, 'name', 100),
  text(management.ADD_CREDIT_REQUEST, MOVED, 'reference', 200),
  text(management.DEBIT_REQUEST, MOVED, 'reference', 200),
  text(management.TRANSFER_REQUEST, { ...MOVED, to: KEY }, 'reference', 200),
  { ...text(management.FAIL_JOB_REQUEST, {}, 'reason', 300), isNotBlank: true },
];

const NUMBERS: readonly FieldFacts[] = [
  whole(management.CREATE_KEY_REQUEST, {}, 'rate_limit_rpm', 1, 1_000_000),
  whole(management.CHANGE_KEY_REQUEST, {}, 'rate_limit_rpm', 1, 1_000_000),
  whole(management.ROTATE_KEY_REQUEST, {}, 'grace_seconds', 0, 86_400),
  whole(management.CREATE_ORDER_REQUEST, { key: KEY }, 'amount', 1),
  { ...whole(CHAT_REQUEST, CHAT, 'max_tokens', 1, 100_000_000), takesNull: true },
  { ...whole(CHAT_REQUEST, CHAT, 'max_completion_tokens', 1, 100_000_000), takesNull: true },
  { ...whole(CHAT_REQUEST, CHAT, 'n', 1, 1), takesNull: true },
  { ...whole(LIST_VIDEOS_QUERY, {}, 'limit', 1, 100), kind: 'digits' },
  { ...whole(AUDIT_QUERY, {}, 'limit', 1, 100), kind: 'digits' },
];

/** In micro-DA, and in ms. */
const PARTS_OF_UNITS: readonly FieldFacts[] = [
  { ...whole(management.CREATE_KEY_REQUEST, {}, 'credits', 0, LIFE_DA * 1e6), kind: 'da' },
  { ...whole(management.ADD_CREDIT_REQUEST, MOVED, 'amount', 1, LIFE_DA * 1e6), kind: 'da' },
  { ...whole(management.DEBIT_REQUEST, MOVED, 'amount', 1, LIFE_DA * 1e6), kind: 'da' },
  { ...whole(SUBMIT_REQUEST, SUBMIT, 'seconds', 1), kind: 'seconds' },
  { ...whole(SUBMIT_REQUEST, SUBMIT, 'duration', 1), kind: 'seconds' },
];

export const LISTS: readonly FieldFacts[] = [
  { schema: CHAT_REQUEST, body: CHAT, field: 'messages', kind: 'list', min: 1, max: 10_000, item: ITEM },
  { schema: CHANGE_USER_REQUEST, body: {}, field: 'keys', kind: 'list', min: 0, max: 100, item: KEY },
];

export const FIELDS: readonly FieldFacts[] = [...TEXTS, ...NUMBERS, ...PARTS_OF_UNITS, ...LISTS];

function text(schema: ZodType, body: FieldFacts['body'], field: string, max: number): FieldFacts {
  return { schema, body, field, kind: 'text', min: 1, max };
}

function whole(
  schema: ZodType,
  body: FieldFacts['body'],
  field: string,
  min: number,
  max?: number,
): FieldFacts {
  return { schema, body, field, kind: 'whole', min, ...(max === undefined ? {} : { max }) };
}
