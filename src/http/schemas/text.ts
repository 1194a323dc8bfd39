/** Text fields, whose length is counted in Unicode code points, as JSON Schema counts it too. */
import * as z from 'zod';
import { digitGroups } from '../../metrics/digit-groups.js';

export interface TextRule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Ends the message of every refusal: what the field is, or what to do. */
  readonly hint: string;
  readonly description: string;
  /** True if white space alone is not enough. */
  readonly isNotBlank?: boolean;
  /** Beginnings that only the gateway itself may use. */
  readonly reservedPrefixes?: readonly string[];
}

/** A `\p{Surrogate}` under the `u` flag is one without its other half: no UTF-8 can carry it. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_WHITE_SPACE = /\S/u;

export function text(rule: TextRule): z.ZodType<string, string> {
  const wanted = `${rule.name} must be a text of ${rule.min} to ${digitGroups(rule.max)} characters; ${rule.hint}.`;
  return z
    .string({
      error: ({ input }) => (input === undefined ? `${rule.name} is missing; ${rule.hint}.` : wanted),
    })
    .superRefine((value, context) => {
      const why = whyNot(value, rule, wanted);
      if (why !== undefined) context.addIssue(why);
    })
    .meta({ minLength: rule.min, maxLength: rule.max, description: rule.description });
}

function whyNot(value: string, rule: TextRule, wanted: string): string | undefined {
  if (!isWithin(value, rule.min, rule.max)) return wanted;
  if (LONE_SURROGATE.test(value)) return `${rule.name} must be well-formed Unicode, without lone surrogates.`;
  if (rule.isNotBlank === true && !NOT_WHITE_SPACE.test(value)) {
    return `${rule.name} must not be blank; ${rule.hint}.`;
  }
  const reserved = rule.reservedPrefixes?.find((prefix) => value.startsWith(prefix));
  if (reserved === undefined) return undefined;
  return `${rule.name} must not begin with ${reserved}, which the gateway keeps for itself; choose another one.`;
}

/** Counts only where the UTF-16 length, which is one or two units a code point, leaves it open. */
function isWithin(value: string, min: number, max: number): boolean {
  if (value.length < min || value.length > 2 * max) return false;
  const isPlain = value.length <= max && value.length >= 2 * min;
  return isPlain || isCountWithin([...value].length, min, max);
}

function isCountWithin(count: number, min: number, max: number): boolean {
  return count >= min && count <= max;
}
