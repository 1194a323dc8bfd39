/** Rows of files for spreadsheets, read by RFC 4180. */

/** The cells of one row; `undefined` if it ends in the middle of one, or goes on behind its end. */
export function cellsOf(row: string): readonly string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const [whole = ''] = /^(?:"(?:[^"]|"")*"|[^",\r\n]*)/.exec(row.slice(at)) ?? [];
    cells.push(whole.startsWith('"') ? whole.slice(1, -1).replaceAll('""', '"') : whole);
    at += whole.length;
    if (row.slice(at) === '\r\n') return cells;
    if (row[at] !== ',') return undefined;
  }
}
