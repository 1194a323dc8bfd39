/** The prompt of a submit, as its body says it. */
import type { SubmitCall } from '../client-call.js';

/** Two UTF-16 units, four bytes and one code point. */
const FILLER = '\u{1f3ac}';

export function promptOf({ prompt, promptLength }: Pick<SubmitCall, 'prompt' | 'promptLength'>): string {
  return promptLength === undefined ? prompt : prompt + FILLER.repeat(promptLength - prompt.length);
}
