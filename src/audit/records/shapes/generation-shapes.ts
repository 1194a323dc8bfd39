/** The fields of the records of generations. */
import * as z from 'zod';
import { GENERATION_STATUSES } from '../../../actors/generations/generation-messages.js';
import { GENERATION_MACHINE_VERSION } from '../../../machines/generation.js';
import { TEXT_FAILURES } from '../../../providers/text-provider.js';
import { COUNT, HASH, ID, MICRO_DA, VERSION } from './record-shapes.js';

const ROUTE = z.object({ provider: ID, model: ID });

export const GENERATION = z.object({
  v: VERSION,
  machine_version: z.literal(GENERATION_MACHINE_VERSION),
  key: ID,
  account: ID,
  model: ID,
  prices: z.object({ input: MICRO_DA, output: MICRO_DA }),
  reserved: MICRO_DA,
  marked: MICRO_DA.min(1).optional(),
  isStreamed: z.boolean(),
  createdAt: z.int(),
  idempotencyKeyHash: HASH.nullable(),
  status: z.enum(GENERATION_STATUSES),
  machine: z.object({
    value: z.enum(GENERATION_STATUSES),
    context: z.object({
      route: ROUTE,
      fallbacks: z.array(ROUTE),
      end: z
        .object({
          finishReason: z.string().nullable(),
          promptTokens: COUNT,
          completionTokens: COUNT,
          isEstimated: z.boolean(),
          latencyMs: COUNT,
          firstTokenMs: COUNT.nullable(),
        })
        .nullable(),
      failure: z.object({ code: z.enum(TEXT_FAILURES), message: z.string() }).nullable(),
    }),
  }),
  cost: MICRO_DA.nullable(),
});

export const OPEN_GENERATION = z.object({
  v: VERSION,
  key: ID,
  reserved: MICRO_DA,
  marked: MICRO_DA.min(1).optional(),
});
