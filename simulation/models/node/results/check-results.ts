/** The requests for results, in a history that was read from a file. */
import * as z from 'zod';
import { ASKED_PATHS } from '../../../history/onlookers/preflight-call.js';
import { LINK_FLAWS } from '../../../history/results/result-calls.js';

const WHOLE = z.int().min(0);
const FETCH = z.object({
  job: z.int(),
  range: z.string().optional(),
  ifRange: z.string().optional(),
  isHead: z.literal(true).optional(),
});

export const RESULT_CALLS = [
  FETCH.extend({ op: z.literal('content'), key: WHOLE }),
  FETCH.extend({ op: z.literal('open_link'), flaw: z.enum(LINK_FLAWS).optional() }),
] as const;

/** It is about a result, too, if its path is one. */
export const PREFLIGHT_CALL = z.object({
  op: z.literal('preflight'),
  path: z.enum(ASKED_PATHS),
  method: z.enum(['GET', 'POST', 'DELETE']),
});
