/** Tables as CSV (RFC 4180), to be opened by a spreadsheet. */

import { PLAIN_FIELDS } from '../../page.js';

export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? cell : csvCell(cell))).join(',')}\r\n`;
}

/** A text that people chose: a spreadsheet would run one that begins like a formula. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The fields of an answer that a browser saves under this name. */
export function csvFields(fileName: string): readonly (readonly [name: string, value: string])[] {
  return [['Content-Disposition', `attachment; filename="${fileName}"`], ...PLAIN_FIELDS];
}
