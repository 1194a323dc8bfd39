/** The length of a video as a client sends it. */
import * as z from 'zod';
import { DECIMAL_SECONDS, parseSeconds } from '../../routing/seconds.js';

/** Milliseconds out of the seconds in the field of that name. */
export function secondsIn(name: string, description: string) {
  const wanted = `${name} must be a number above 0 with at most three decimals, or a string like one: 8, 7.5 or "8".`;
  return z
    .union([z.number().meta({ exclusiveMinimum: 0 }), z.string().regex(DECIMAL_SECONDS, wanted)], {
      error: wanted,
    })
    .transform((value, context): number => {
      const lengthMs = parseSeconds(value);
      if (lengthMs !== undefined) return lengthMs;
      context.addIssue(wanted);
      return z.NEVER;
    })
    .meta({ description });
}
