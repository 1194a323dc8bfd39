/** The parts of the shapes of answers. */
import * as z from 'zod';

export const unixTime = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `${description} Unix seconds.` });
export const amount = (description: string) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description} DA, at most six decimals.` });
export const count = (description: string) => z.int().min(0).meta({ description });
export const id = (shape: RegExp, description: string) => z.string().regex(shape).meta({ description });
export const seconds = (description: string) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description} At most three decimals.` });

export function list<Item extends z.ZodType>(item: Item, description: string) {
  return z
    .strictObject({
      object: z.literal('list'),
      data: z.array(item).meta({ description: 'Newest first.' }),
      has_more: z.boolean().meta({ description: 'Whether there are older items.' }),
      next: z.string().nullable().meta({ description: 'Send it as `after` for the next page.' }),
    })
    .meta({ description });
}
