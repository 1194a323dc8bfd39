/** Scripts of histories that were read from a file. */
import * as z from 'zod';
import {
  CREATE_MOVES,
  FALSE_FINDINGS,
  LOOK_MOVES,
  NOTICES,
  PAYMENT_ENDS,
} from '../../history/payment-script.js';
import { PROVIDER_NAMES } from '../../history/provider-kinds.js';
import {
  CANCEL_MOVES,
  FIND_MOVES,
  POLL_MOVES,
  READ_MOVES,
  SUBMIT_MOVES,
} from '../../history/provider-script.js';

const WHOLE = z.int().min(0);

const DELAYED = z.object({ delayMs: WHOLE, askAgainAfterMs: WHOLE.optional() });
export const PROVIDER_NAME = z.enum(PROVIDER_NAMES);

export const SCRIPT = z.object({
  submits: z.array(DELAYED.extend({ do: z.enum(SUBMIT_MOVES) })),
  finds: z.array(DELAYED.extend({ do: z.enum(FIND_MOVES) })).optional(),
  polls: z.array(DELAYED.extend({ do: z.enum(POLL_MOVES) })),
  cancel: z.enum(CANCEL_MOVES).optional(),
  reads: z.array(DELAYED.extend({ do: z.enum(READ_MOVES) })).optional(),
  saidMs: WHOLE.optional(),
  pendingMs: WHOLE,
  runningMs: WHOLE,
  end: z.discriminatedUnion('how', [
    z.object({ how: z.literal('completed'), outputMs: WHOLE }),
    z.object({
      how: z.literal('failed'),
      slug: z.enum(['content_rejected', 'invalid_input', 'provider_error']),
    }),
    z.object({ how: z.literal('never') }),
  ]),
  askAgainAfterMs: WHOLE.optional(),
});

export const PAYMENT_SCRIPT = z.object({
  creates: z.array(z.object({ do: z.enum(CREATE_MOVES), delayMs: WHOLE })),
  isNeverMade: z.literal(true).optional(),
  looks: z.array(z.object({ do: z.enum(LOOK_MOVES), delayMs: WHOLE })),
  atLast: z.enum(FALSE_FINDINGS).optional(),
  ends: z.array(z.object({ status: z.enum(PAYMENT_ENDS), afterMs: WHOLE })),
  notices: z.array(z.object({ how: z.enum(NOTICES), afterMs: WHOLE })),
});

export const PAYMENT_SETUP = z.object({
  kind: z.enum(['chargily', 'simulated']),
  isOwn: z.literal(true).optional(),
  isLive: z.boolean(),
  expiresAfterMs: WHOLE,
  watchedDays: WHOLE,
});

export const MODEL_BOUNDS = z.record(
  z.string(),
  z.object({ lengthMinMs: z.int(), lengthMaxMs: z.int(), lengthDefaultMs: z.int() }),
);
