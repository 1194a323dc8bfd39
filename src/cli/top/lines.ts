/**
 * Lines for a terminal: spans of text, each in a tone. A line is cut to the width of the terminal before it
 * is painted, so the codes of colours take no room.
 */
import stringWidth from 'string-width';
import { cut, padded } from '../framework/cells.js';
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
    const part = cut(safe(raw), left);
    left -= stringWidth(part);
    text += isColoured && CODES[tone] !== '' ? `${ESC}${CODES[tone]}m${part}${ESC}0m` : part;
    if (left <= 0) break;
  }
  return isColoured ? text : text.trimEnd();
}

/** Without the spans at the end that do not fit whole. */
export function wholeSpans(line: Line, columns: number): Line {
  let used = 0;
  const end = line.findIndex((span) => {
    used += cellsOf([span]);
    return used > columns;
  });
  return end === -1 ? line : line.slice(0, Math.max(1, end));
}

/** The width of a line that is not cut. */
export function cellsOf(line: Line): number {
  return line.reduce((sum, [text]) => sum + stringWidth(safe(text)), 0);
}

/** A text from outside in exactly `width` cells. */
export function inCells(text: string, width: number, isNumber = false): string {
  return padded(cut(safe(text), width), width, isNumber);
}
