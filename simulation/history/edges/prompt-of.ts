/** The prompt and the further fields of a submit, as its body says them. */
import type { SubmitCall } from '../client-call.js';

/** Two UTF-16 units, four bytes and one code point. */
const FILLER = '\u{1f3ac}';

export function promptOf({ prompt, promptLength }: Pick<SubmitCall, 'prompt' | 'promptLength'>): string {
  return promptLength === undefined ? prompt : prompt + FILLER.repeat(promptLength - prompt.length);
}

/** In a form each value is a text. */
export function fieldsOf({ fields, head }: Pick<SubmitCall, 'fields' | 'head'>): SubmitCall['fields'] {
  if (fields === undefined || head?.isForm !== true) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
