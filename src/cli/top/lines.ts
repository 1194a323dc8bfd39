/**
 * Lines for a terminal: spans of text, each in a tone. They are cut to the width of the terminal first and painted then,
 * so what makes a colour counts for nothing.
 */
import stringWidth from 'string-width';
import { safe } from '../framework/format.js';

export type Tone = 'plain' | 'strong' | 'faint' | 'good' | 'warn' | 'bad';
export type Span = readonly [text: string, tone?: Tone];
export type Line = readonly Span[];

const ESC = '\u001b[';
const CODES: Readonly<Record<Tone, string>> = {
  plain: '',
  strong: '1',
  faint: '2',
  good: '32',
  warn: '33',
  bad: '1;31',
};

/** The text of a line in at most `columns` cells. */
export function painted(line: Line, columns: number, isColoured: boolean): string {
  let left = columns;
  let text = '';
  for (const [raw, tone = 'plain'] of line) {
    const part = fitted(safe(raw), left);
    left -= stringWidth(part);
    text += isColoured && CODES[tone] !== '' ? `${ESC}${CODES[tone]}m${part}${ESC}0m` : part;
    if (left <= 0) break;
  }
  return isColoured ? text : text.trimEnd();
}

/** As much of a text as goes into `width` cells. */
function fitted(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const cells = stringWidth(character);
    if (used + cells > width - 1) break;
    kept += character;
    used += cells;
  }
  return width > 0 ? `${kept}…` : '';
}

/** How wide a line is that has all the room it needs. */
export function cellsOf(line: Line): number {
  return line.reduce((sum, [text]) => sum + stringWidth(safe(text)), 0);
}

/** A text in exactly `width` cells. */
export function inCells(text: string, width: number, isNumber = false): string {
  const shown = fitted(safe(text), width);
  const padding = ' '.repeat(Math.max(0, width - stringWidth(shown)));
  return isNumber ? padding + shown : shown + padding;
}
