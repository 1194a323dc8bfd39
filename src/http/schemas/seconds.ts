/** The length of a video as a client sends it. */
import * as z from 'zod';
import { DECIMAL_SECONDS, parseSeconds } from '../../routing/seconds.js';

const WANTED =
  'seconds must be a number above 0 with at most three decimals, or a string like one: 8, 7.5 or "8".';

/** Milliseconds out of seconds. */
export const SECONDS = z
  .union([z.number().meta({ exclusiveMinimum: 0 }), z.string().regex(DECIMAL_SECONDS, WANTED)], {
    error: WANTED,
  })
  .transform((value, context): number => {
    const lengthMs = parseSeconds(value);
    if (lengthMs !== undefined) return lengthMs;
    context.addIssue(WANTED);
    return z.NEVER;
  })
  .meta({
    description:
      "Length of the video in seconds, with at most three decimals, within the model's bounds; left out, the model's default.",
  });
