/** JSON in another spelling: with escapes in its strings, names among them, and further white space. */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';

const HISTORIES_CHANCE = 0.25;
const REQUESTS_CHANCE = 0.4;
const STRINGS_AND_MARKS = /"(?:[^"\\]|\\.)*"|[:,]/g;
/** Of so many code units one is escaped, the first of a string among them. */
const ESCAPED_OF = 3;
/** Code units of a string beyond these are not escaped, for long texts take long. A multiple of the above. */
const ESCAPED_WITHIN = 3000;

/** In a quarter of the histories, some of the requests of `steps` with escapes in their bodies. */
export function withEscapes(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  if (!random.chance(HISTORIES_CHANCE)) return steps;
  return steps.map((step) =>
    step.do === 'request' && random.chance(REQUESTS_CHANCE) ? { ...step, isEscaped: true } : step,
  );
}

/** The same JSON. */
export function escaped(json: string): string {
  return json.replace(STRINGS_AND_MARKS, (text) =>
    text.startsWith('"') ? escapedString(JSON.parse(text) as string) : ` ${text}\r\n\t`,
  );
}

export function escapedString(text: string): string {
  let spelled = '';
  for (let at = 0; at < Math.min(text.length, ESCAPED_WITHIN); at += ESCAPED_OF)
    spelled += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}${plain(text.slice(at + 1, at + ESCAPED_OF))}`;
  return `"${spelled}${plain(text.slice(ESCAPED_WITHIN))}"`;
}

function plain(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
