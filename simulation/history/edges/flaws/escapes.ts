/** JSON in another spelling: with escapes in its strings, names among them, and further white space. */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';

const HISTORIES_CHANCE = 0.25;
const REQUESTS_CHANCE = 0.4;
const STRINGS_AND_MARKS = /"(?:[^"\\]|\\.)*"|[:,]/g;
/** Of so many code units one is escaped, the first of a string among them. */
const ESCAPED_OF = 3;

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
  const units = text
    .split('')
    .map((unit, n) =>
      n % ESCAPED_OF === 0
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        : JSON.stringify(unit).slice(1, -1),
    );
  return `"${units.join('')}"`;
}
