/** The texts of a history that was read from a file. */
import * as z from 'zod';
import { USAGE_WORDS, type UsageWords } from '../../../history/texts/chat-call.js';
import {
  EACH_SECOND,
  TEXT_AFTER_ENDS,
  TEXT_BEGINS,
  TEXT_FLAWS,
  TEXT_PROVIDER_NAMES,
  TEXT_USAGES,
} from '../../../history/texts/text-script.js';

const WHOLE = z.int().min(0);

export const TEXT_PRICES = z.object({ input: WHOLE, output: WHOLE });

export const TEXT_SETUP = z.object({
  models: z.array(
    TEXT_PRICES.extend({
      id: z.string(),
      providers: z.array(z.enum(TEXT_PROVIDER_NAMES)).min(1),
      templateTokens: WHOLE,
      furtherTemplateTokens: z.array(WHOLE).optional(),
      contextTokens: WHOLE,
      outputTokensMax: WHOLE,
      outputTokensDefault: WHOLE,
    }),
  ),
  openGenerationsMax: WHOLE,
  firstTokenMaxMs: WHOLE,
  tokenPauseMaxMs: WHOLE,
  abandonedStreamMaxMs: WHOLE,
  generations: z.literal(true).optional(),
});

const TEXT_SCRIPT = z.object({
  begins: z.array(z.object({ do: z.enum(TEXT_BEGINS), delayMs: WHOLE, askAgainAfterMs: WHOLE.optional() })),
  tokens: WHOLE,
  tokenMs: WHOLE,
  bytes: WHOLE.optional(),
  fill: z.string().min(1).optional(),
  isToolCall: z.literal(true).optional(),
  flaw: z.object({ do: z.enum(TEXT_FLAWS), after: WHOLE }).optional(),
  usage: z.enum([...TEXT_USAGES, EACH_SECOND]),
  tailMs: WHOLE,
  isDoneMissing: z.literal(true).optional(),
  afterEnd: z.enum(TEXT_AFTER_ENDS).optional(),
  empties: WHOLE.optional(),
});

const TEXT_PART = z.object({ type: z.string(), text: z.string().optional() });
const TEXT_MESSAGE = z.object({ role: z.string(), content: z.union([z.string(), z.array(TEXT_PART)]) });

export const CHAT_CALL = z.object({
  op: z.literal('chat'),
  key: WHOLE,
  session: WHOLE.optional(),
  model: z.string(),
  prompt: z.string(),
  isStreamed: z.boolean(),
  wantsUsage: z.literal(true).optional(),
  usageWords: z.enum(Object.keys(USAGE_WORDS) as UsageWords[]).optional(),
  more: z.array(TEXT_MESSAGE).optional(),
  cap: WHOLE.optional(),
  capField: z.literal('max_completion_tokens').optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  idempotencyKey: z.string().optional(),
  readPauseMs: WHOLE.optional(),
  script: TEXT_SCRIPT.optional(),
});

export const LOOK_UP_CALL = z.object({
  op: z.literal('generation'),
  key: WHOLE,
  text: WHOLE,
  session: WHOLE.optional(),
});
