/**
 * The fields of records (`docs/records.md`), judged to the last field: a node reads them in good faith, an
 * audit does not.
 */
import * as z from 'zod';
import { ENTRY_TYPES } from '../../../actors/money/ledger.js';
import { ORDER_STATUSES } from '../../../actors/orders/order-messages.js';
import { ORDER_MACHINE_VERSION } from '../../../machines/order.js';
import { MISMATCHES } from '../../../machines/order-context.js';
import { VIDEO_JOB_MACHINE_VERSION } from '../../../machines/video-job.js';
import { KEY_CREDIT_MAX_MICRO_DA } from '../../../money/micro-da.js';
import { CARD_USES, type CardUse } from '../../../payments/simulated/cards.js';

export const MICRO_DA = z.int().min(0).max(KEY_CREDIT_MAX_MICRO_DA);
export const COUNT = z.int().min(0);
export const VERSION = z.literal(1);
/** 2 is that of a job that is traced. */
const TRACED_VERSION = z.union([VERSION, z.literal(2)]);
export const ID = z.string().min(1);
export const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const TOTAL = z.string().regex(/^(0|[1-9]\d{0,30})$/);

export const ACCOUNT = z.object({
  v: VERSION,
  name: z.string(),
  verified: z.boolean(),
  created_at: z.int(),
  made_at: COUNT,
  credited: TOTAL,
  charged: TOTAL,
  reserved: TOTAL,
  keys: COUNT.optional(),
  marked: TOTAL.refine((sum) => sum !== '0').optional(),
});

export const CREDENTIAL = z.object({
  v: VERSION,
  kind: z.enum(['api', 'management']),
  id: ID,
  until: COUNT.optional(),
});

export const MANAGEMENT_KEY = z.object({
  v: VERSION,
  account: ID,
  role: z.enum(['account', 'operator']),
  name: z.string().optional(),
  hash: HASH,
  revoked: z.boolean(),
});

export const API_KEY = z.object({
  v: VERSION,
  account: ID,
  name: z.string().nullable(),
  rpm: z.int().min(1),
  revoked: z.boolean(),
  created_at: z.int(),
  credited: MICRO_DA,
  charged: MICRO_DA,
  reserved: MICRO_DA,
  open_jobs: COUNT,
  open_generations: COUNT.min(1).optional(),
  entries: COUNT,
  hash: HASH,
  withdrawn: MICRO_DA.min(1).optional(),
  marked: MICRO_DA.min(1).optional(),
  rotations: COUNT.min(1).optional(),
  earlier: z.array(z.object({ hash: HASH, until: COUNT })).optional(),
});

export const LEDGER_ENTRY = z
  .object({
    v: VERSION,
    type: z.enum(ENTRY_TYPES),
    amount: MICRO_DA,
    balance: MICRO_DA,
    reserved: MICRO_DA,
    job: ID.nullable(),
    reference: z.string().nullable(),
    at: z.int(),
    other: ID.optional(),
    marked: MICRO_DA.min(1).optional(),
  })
  // A model may cost nothing; all other movements of nothing are left out.
  .refine(({ type, amount }) => amount > 0 || type === 'reserve', { path: ['amount'] });

export const REFERENCE = z.object({
  v: VERSION,
  key: ID,
  amount: MICRO_DA,
  entry: z.int().min(1),
  kind: z.enum(['debit', 'transfer']).optional(),
  to: ID.optional(),
});

const LOST_ANSWER = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idempotent'), forMs: COUNT.optional() }),
  z.object({ kind: z.literal('findable') }),
  z.object({ kind: z.literal('unknown') }),
]);

const ROUTE = z.object({ provider: ID, model: ID, lostAnswer: LOST_ANSWER });

/** Of a machine's context, in every version. */
const JOB_CONTEXT = {
  attempt: z.int().min(1),
  handle: z.string().nullable(),
  output: z
    .object({
      lengthMs: COUNT,
      location: z.string(),
      link: ID.optional(),
      file: z.object({ bytes: COUNT, contentType: ID, isKept: z.boolean() }).optional(),
    })
    .nullable(),
  failure: z.object({ slug: z.string(), message: z.string() }).nullable(),
};

const JOB_CONTEXTS = z.union([
  z.object({
    ...JOB_CONTEXT,
    lostAnswer: LOST_ANSWER,
    routeModel: ID.optional(),
    fallbacks: z.array(ROUTE).optional(),
    isBound: z.boolean().optional(),
    made: z.object({ location: z.string(), saidMs: COUNT.optional() }).optional(),
  }),
  /** Machine version 1. */
  z.object({ ...JOB_CONTEXT, idempotentSubmit: z.boolean() }),
]);

export const JOB = z.object({
  v: TRACED_VERSION,
  machine_version: z.union([z.literal(1), z.literal(VIDEO_JOB_MACHINE_VERSION)]),
  key: ID,
  account: ID,
  provider: ID,
  model: ID,
  lengthMs: COUNT,
  pricePerSecond: MICRO_DA,
  reserved: MICRO_DA,
  marked: MICRO_DA.min(1).optional(),
  createdAt: z.int(),
  idempotencyKeyHash: HASH.nullable(),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  machine: z.object({
    value: z.union([z.string(), z.record(z.string(), z.string())]),
    context: JOB_CONTEXTS,
  }),
  settled: z.object({ at: z.int(), cost: MICRO_DA }).nullable(),
  repeatUntil: z.int().optional(),
});

export const JOB_INPUT = z.object({
  v: VERSION,
  prompt: z.string(),
  extra: z.record(z.string(), z.unknown()),
});

export const UNFINISHED = z.object({
  v: TRACED_VERSION,
  key: ID,
  reserved: MICRO_DA,
  marked: MICRO_DA.min(1).optional(),
  provider: ID,
  model: ID,
  handle: z.string().nullable(),
  resume: z.boolean(),
  begun: z.boolean().optional(),
  next_poll: z.int(),
});

export const BY = z.object({
  kind: z.enum(['user', 'management_key', 'node']),
  id: ID,
  address: ID.optional(),
});

const ORDER_AMOUNT = MICRO_DA.min(1).multipleOf(1_000_000);

export const ORDER = z.object({
  v: VERSION,
  machine_version: z.literal(ORDER_MACHINE_VERSION),
  account: ID,
  key: ID,
  amount: ORDER_AMOUNT,
  service: z.object({ kind: z.enum(['chargily', 'simulated']), isLive: z.boolean() }),
  createdAt: z.int(),
  status: z.enum(ORDER_STATUSES),
  machine: z.object({
    value: z.union([z.string(), z.record(z.string(), z.string())]),
    context: z.object({
      attempt: z.int().min(1),
      checkout: z.object({ id: ID, url: ID }).nullable(),
      dailyLooks: COUNT,
      mismatch: z.object({ kind: z.enum(MISMATCHES), message: z.string() }).nullable(),
      refusal: z.string().nullable(),
    }),
  }),
  paid: z.object({ at: z.int(), entry: z.int().min(1) }).nullable(),
  card: z.object({ use: z.enum(Object.keys(CARD_USES) as CardUse[]), at: z.int() }).optional(),
  dismissal: z.object({ by: BY, note: z.string().min(1), at: z.int() }).optional(),
});

export const OPEN_ORDER = z.object({
  v: VERSION,
  key: ID,
  amount: ORDER_AMOUNT,
  is_live: z.boolean(),
  resume: z.boolean(),
});

export const ORDER_ROOM = z.object({ v: VERSION, orders: z.int().min(1), amount: ORDER_AMOUNT });

export const IDEMPOTENCY = z.object({ v: VERSION, fingerprint: ID, result: ID, expires: z.int() });

export const ACTIVITY = z.object({
  v: VERSION,
  completed: COUNT,
  failed: COUNT,
  output_ms: COUNT,
  prompt_tokens: COUNT.optional(),
  completion_tokens: COUNT.optional(),
  // A sum over keys; as text beyond the safe integers.
  cost: z.union([z.int().min(0), z.string().regex(/^[1-9]\d{15,}$/)]),
});

export type Read<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly why: string };

/** A record as its shape has it, or why it is none. */
export function readRecord<T>(shape: z.ZodType<T>, text: string): Read<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: 'it is no JSON' };
  }
  const read = shape.safeParse(value);
  if (read.success) return { ok: true, record: read.data };
  const [issue] = read.error.issues;
  return {
    ok: false,
    why: `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not as it has to be'}`,
  };
}
