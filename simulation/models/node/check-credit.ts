/** The requests that move credit, in a history that was read from a file. */
import * as z from 'zod';

const WHOLE = z.int().min(0);
const AMOUNT = z.int().min(0);
const AMOUNT_TEXT = z.string().refine(isJson, 'is no JSON').optional();
const MOVEMENT = z.object({
  key: WHOLE,
  amountMicroDa: AMOUNT,
  amountText: AMOUNT_TEXT,
  reference: z.string(),
});

export const CREDIT_CALLS = [
  z.object({
    op: z.literal('create_key'),
    newKey: WHOLE,
    account: WHOLE,
    rpm: WHOLE.optional(),
    creditsMicroDa: AMOUNT.optional(),
    amountText: AMOUNT_TEXT,
    fields: z.record(z.string(), z.unknown()).optional(),
    idempotencyKey: z.string().optional(),
  }),
  MOVEMENT.extend({ op: z.enum(['add_credit', 'debit']) }),
  MOVEMENT.extend({ op: z.literal('transfer'), to: WHOLE }),
] as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
