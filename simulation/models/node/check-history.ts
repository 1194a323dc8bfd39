/** Histories that were read from a file, and perhaps changed by hand, held against what a run knows. */
import * as z from 'zod';
import {
  JOB_STATUSES,
  PAGED_LISTS,
  PATHS_OF_OTHERS,
  STRANGE_CURSORS,
  STRAYS,
} from '../../history/client-call.js';
import { DRAWN_LIMITS } from '../../history/limits/small-limits.js';
import {
  DISK_FAULTS,
  FILE_FAULTS,
  type NodeHistory,
  type NodeStep,
  OUTAGES,
} from '../../history/node-history.js';
import { LEFT_WAYS, RELOAD_MISTAKES } from '../../history/reload-words.js';
import { FAULT_LEVELS, type History } from '../../model.js';
import { SHORTAGES } from '../../world/shortages.js';
import { CREDIT_CALLS } from './check-credit.js';
import { PEOPLE_CALLS } from './check-people.js';
import { MODEL_BOUNDS, PAYMENT_SCRIPT, PAYMENT_SETUP, PROVIDER_NAME, SCRIPT } from './check-scripts.js';
import { START_CHANGES } from './config/check-start.js';
import { PREFLIGHT_CALL, RESULT_CALLS } from './results/check-results.js';
import { CHAT_CALL, LOOK_UP_CALL, TEXT_PRICES, TEXT_SETUP } from './texts/check-texts.js';

const WHOLE = z.int().min(0);
const AMOUNT = z.int().min(0);
const KEY = z.object({ key: WHOLE });

const ASKED = z.object({
  host: z.string().optional(),
  isTls: z.literal(true).optional(),
  proto: z.string().optional(),
  forwardedHost: z.string().optional(),
  origin: z.string().optional(),
});

const CALL = z.discriminatedUnion('op', [
  KEY.extend({
    op: z.literal('submit'),
    model: z.string(),
    prompt: z.string(),
    promptLength: WHOLE.optional(),
    seconds: z.union([z.number(), z.string()]).optional(),
    fields: z.record(z.string(), z.unknown()).optional(),
    idempotencyKey: z.string().optional(),
    head: z
      .partialRecord(z.enum(['trace', 'isQuoted', 'isForm', 'form']), z.string().or(z.literal(true)))
      .optional(),
    script: SCRIPT.optional(),
  }),
  KEY.extend({ op: z.literal('poll'), job: z.int() }),
  ...RESULT_CALLS,
  z.object({ op: z.literal('show_job'), job: WHOLE }),
  z.object({ op: z.literal('fail_job'), job: WHOLE, reason: z.string() }),
  KEY.extend({ op: z.literal('list_jobs'), status: z.string().optional(), limit: WHOLE }),
  KEY.extend({ op: z.literal('credits'), earlier: WHOLE.optional() }),
  KEY.extend({ op: z.literal('rotate'), graceSeconds: WHOLE }),
  ...CREDIT_CALLS,
  KEY.extend({ op: z.enum(['models', 'show_key', 'show_balance', 'revoke']) }),
  KEY.extend({
    op: z.literal('activity'),
    model: z.string().optional(),
    provider: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  z.object({ op: z.literal('create_account'), name: z.string() }),
  z.object({ op: z.literal('change_account'), account: WHOLE, isVerified: z.boolean() }),
  KEY.extend({ op: z.literal('set_rpm'), rpm: WHOLE }),
  KEY.extend({ op: z.literal('ledger'), limit: WHOLE }),
  KEY.extend({
    op: z.literal('order'),
    amountDa: WHOLE.min(1),
    idempotencyKey: z.string().optional(),
    script: PAYMENT_SCRIPT.optional(),
  }),
  z.object({ op: z.literal('show_order'), order: WHOLE }),
  z.object({ op: z.literal('list_orders'), limit: WHOLE }),
  z.object({ op: z.enum(['list_keys', 'void_simulated']) }),
  KEY.extend({
    op: z.literal('page'),
    list: z.enum(PAGED_LISTS),
    limit: z.int().optional(),
    status: z.enum(JOB_STATUSES).optional(),
    of: z.enum(['key', 'account']).optional(),
    pauseMs: WHOLE.optional(),
    cursor: z.enum([...STRANGE_CURSORS, 'past']).optional(),
  }),
  ...PEOPLE_CALLS,
  CHAT_CALL,
  LOOK_UP_CALL,
  z.object({
    op: z.literal('watch'),
    isPlain: z.literal(true).optional(),
    leavesAfterMs: WHOLE.optional(),
  }),
  PREFLIGHT_CALL,
  KEY.extend({
    op: z.literal('stray'),
    how: z.enum([...STRAYS, 'former_operator_key', 'other_listener']),
    path: z.enum(PATHS_OF_OTHERS).optional(),
  }),
  KEY.extend({
    op: z.literal('flawed'),
    method: z.enum(['GET', 'POST', 'PATCH']),
    path: z.string(),
    body: z.string().optional(),
    contentType: z.string().optional(),
    idempotencyKey: z.string().optional(),
    query: z.string().optional(),
    code: z.enum(['invalid_json', 'invalid_request']),
    param: z.string().nullable(),
  }),
]);

const AT = z.object({ id: WHOLE, at: WHOLE });

/** Each kind of step, so that the compiler names one that is missing. */
const STEPS = {
  request: AT.extend({
    do: z.literal('request'),
    call: CALL,
    client: WHOLE,
    bodyAfterMs: WHOLE,
    givesUpAfterMs: WHOLE.optional(),
    obeys: z.enum(['seconds', 'milliseconds']).optional(),
    as: WHOLE.optional(),
    asked: ASKED.optional(),
    breaksOff: z.object({ sentBytes: WHOLE, stays: z.literal(true).optional() }).optional(),
    isEscaped: z.literal(true).optional(),
  }),
  disk: AT.extend({
    do: z.literal('disk'),
    fault: z.enum(DISK_FAULTS),
    skip: WHOLE,
    commits: WHOLE,
  }),
  release_disk: AT.extend({ do: z.literal('release_disk') }),
  files: AT.extend({ do: z.literal('files'), fault: z.enum(FILE_FAULTS), skip: WHOLE, operations: WHOLE }),
  shortage: AT.extend({ do: z.literal('shortage'), of: z.enum(SHORTAGES), forMs: WHOLE }),
  outage: AT.extend({
    do: z.literal('outage'),
    how: z.enum(OUTAGES),
    skip: WHOLE,
    calls: WHOLE,
    provider: PROVIDER_NAME.optional(),
  }),
  crash: AT.extend({
    do: z.literal('crash'),
    on: z.enum(['now', 'event', 'commit', 'answer', 'provider_call', 'file_operation']),
    nth: WHOLE,
    side: z.enum(['before', 'after']),
    undecided: z.enum(['lost', 'kept']),
    downMs: WHOLE,
    times: WHOLE,
    reboot: z.boolean(),
  }),
  restart: AT.extend({ do: z.literal('restart'), downMs: WHOLE, ...START_CHANGES }),
  reload: AT.extend({
    do: z.literal('reload'),
    isMistaken: z.boolean(),
    mistake: z.enum(RELOAD_MISTAKES).optional(),
    prices: z.array(AMOUNT).optional(),
    textPrices: z.array(TEXT_PRICES).optional(),
    addressRpm: WHOLE.min(1).optional(),
    managementRpm: WHOLE.min(1).optional(),
    without: PROVIDER_NAME.optional(),
    leftModels: z.record(z.string(), z.enum(LEFT_WAYS)).optional(),
    bounds: MODEL_BOUNDS.optional(),
    options: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
  scrape: AT.extend({ do: z.literal('scrape') }),
  step_wall: AT.extend({ do: z.literal('step_wall'), ms: z.int() }),
} satisfies { [Do in NodeStep['do']]: z.ZodType<{ readonly do: Do }> };

const { request, ...others } = STEPS;
const STEP = z.discriminatedUnion('do', [request, ...Object.values(others)]);

const LIMITS = z.partialRecord(z.enum(Object.keys(DRAWN_LIMITS)), WHOLE);

const SETUP = z.object({
  limits: LIMITS.optional(),
  accounts: WHOLE.min(1),
  keys: z.array(z.object({ account: WHOLE, rpm: WHOLE, creditsMicroDa: AMOUNT })),
  models: z.array(
    z.object({
      id: z.string(),
      provider: PROVIDER_NAME,
      fallbacks: z.array(PROVIDER_NAME).optional(),
      pricePerSecondMicroDa: AMOUNT,
      deadlineAfterMs: WHOLE,
    }),
  ),
  settings: z.object({
    openJobsMax: WHOLE,
    idempotencyHours: z.number(),
    retentionDays: z.number(),
    gateTimeLimitMs: WHOLE,
    mailboxMax: WHOLE,
    residentActorsMax: WHOLE,
    residentKeysMax: WHOLE.optional(),
    passivateAfterMs: WHOLE,
    managementRpm: WHOLE,
    addressRpm: WHOLE,
    bodyTimeoutMs: WHOLE,
    drainTimeLimitMs: WHOLE,
    managementPort: WHOLE.optional(),
    commitMsMax: WHOLE,
    resultDeadlineMinutes: WHOLE.min(1).optional(),
    trustedProxies: z.array(z.string()).optional(),
    kept: z
      .object({
        providers: z.array(PROVIDER_NAME),
        bytesMax: WHOLE,
        keptMsMin: WHOLE,
        saidBy: z.enum(['top', 'kinds', 'each_against_top']).optional(),
      })
      .optional(),
  }),
  payments: PAYMENT_SETUP.optional(),
  people: z.object({ signUp: z.enum(['open', 'closed']), hasMail: z.literal(true).optional() }).optional(),
  texts: TEXT_SETUP.optional(),
  providersAreSeen: z.boolean().optional(),
});

const HISTORY = z.object({
  v: z.literal(1),
  model: z.string(),
  seed: WHOLE,
  faults: z.enum(FAULT_LEVELS),
  setup: SETUP,
  steps: z.array(STEP),
});

/** The flaw of the history, in one line that names the place; undefined if it can be run. */
export function checkNodeHistory(history: History | NodeHistory): string | undefined {
  const parsed = HISTORY.safeParse(history);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const index = path[0] === 'steps' && typeof path[1] === 'number' ? path[1] : undefined;
  const where =
    index === undefined ? path.join('.') : `step ${history.steps[index]?.id}: ${path.slice(2).join('.')}`;
  return `${where}: ${issue?.message ?? 'not a history of a node'}`;
}
