/** The settings of a model, whether it stands in the section `models` or with its provider. */
import * as z from 'zod';
import { type MicroDa, parseDa } from '../../../money/micro-da.js';

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
const LENGTH_SECONDS_MAX = 86_400;

export const PRICE = z
  .union([z.number(), z.string()], { error: 'must be an amount in DA' })
  .transform((value, context): MicroDa => {
    const parsed = parseDa(value);
    if (parsed.ok) return parsed.amount;
    context.addIssue(parsed.why);
    return z.NEVER;
  });

const LENGTH_WHY = `must be a number of seconds above 0, at most ${LENGTH_SECONDS_MAX}, with at most three decimals`;

/** Seconds in the file, whole milliseconds inside. */
const LENGTH = z.number({ error: LENGTH_WHY }).transform((seconds, context): number => {
  const lengthMs = Math.round(seconds * 1000);
  if (lengthMs > 0 && seconds <= LENGTH_SECONDS_MAX && lengthMs / 1000 === seconds) return lengthMs;
  context.addIssue(LENGTH_WHY);
  return z.NEVER;
});

const ALLOWED_WHY = 'must be a list of lengths';
const ALLOWED = z
  .array(LENGTH, { error: ALLOWED_WHY })
  .nonempty(ALLOWED_WHY)
  .transform((lengths) => [...new Set(lengths)].sort((a, b) => a - b));

/** The lengths that a model takes; undefined leaves what is there. */
export interface Lengths {
  readonly lengthMinMs: number | undefined;
  readonly lengthMaxMs: number | undefined;
  readonly lengthDefaultMs: number | undefined;
  /** In rising order: no others are taken. */
  readonly lengthsAllowedMs: readonly number[] | undefined;
}

export const SECONDS = z
  .strictObject(
    {
      allowed: ALLOWED.optional(),
      min: LENGTH.optional(),
      max: LENGTH.optional(),
      default: LENGTH.optional(),
    },
    { error: mapWanted },
  )
  .refine(
    ({ allowed, min, max }) => allowed === undefined || (min === undefined && max === undefined),
    'must have either allowed lengths, or min and max',
  )
  .refine(
    ({ min, max }) => min === undefined || max === undefined || min <= max,
    'must have a min of at most its max',
  )
  .refine(
    ({ allowed, default: usual }) => allowed === undefined || usual === undefined || allowed.includes(usual),
    'must have a default among its allowed lengths',
  )
  .refine(
    ({ min, max, default: usual }) =>
      usual === undefined || (usual >= (min ?? usual) && usual <= (max ?? usual)),
    'must have a default between its min and its max',
  )
  .transform(
    ({ allowed, min, max, default: usual }): Lengths => ({
      lengthMinMs: allowed?.[0] ?? min,
      lengthMaxMs: allowed?.at(-1) ?? max,
      lengthDefaultMs: usual,
      lengthsAllowedMs: allowed,
    }),
  );

const DEADLINE_WHY = `must be a whole number from 1 to ${7 * DAY_MINUTES}`;

/** All that a model may have but its routes. */
export const MODEL_SETTINGS = {
  'price-per-second': PRICE.optional(),
  seconds: SECONDS.optional(),
  offered: z.boolean({ error: 'must be true or false' }).optional(),
  'deadline-minutes': z
    .int({ error: DEADLINE_WHY })
    .min(1, DEADLINE_WHY)
    .max(7 * DAY_MINUTES, DEADLINE_WHY)
    .transform((minutes) => minutes * MINUTE_MS)
    .optional(),
};

/** The settings of one model; undefined leaves what its provider offers. */
export interface ModelOverride extends Lengths {
  readonly pricePerSecondMicroDa: MicroDa | undefined;
  readonly deadlineAfterMs: number | undefined;
  /** False takes the model off sale; its unfinished jobs go on. */
  readonly isOffered: boolean | undefined;
}

export function modelOverride(
  model: {
    readonly [Name in keyof typeof MODEL_SETTINGS]?: z.output<(typeof MODEL_SETTINGS)[Name]>;
  },
): ModelOverride {
  const { seconds } = model;
  return {
    pricePerSecondMicroDa: model['price-per-second'],
    lengthMinMs: seconds?.lengthMinMs,
    lengthMaxMs: seconds?.lengthMaxMs,
    lengthDefaultMs: seconds?.lengthDefaultMs,
    lengthsAllowedMs: seconds?.lengthsAllowedMs,
    deadlineAfterMs: model['deadline-minutes'],
    isOffered: model.offered,
  };
}

/** Unknown keys have a message of their own, made by `parseGiven`, which can name the key. */
export function mapWanted(issue: { readonly code?: string | undefined }): string | undefined {
  return issue.code === 'invalid_type' ? 'must be a map' : undefined;
}
