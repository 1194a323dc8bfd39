/** Tables and lists of fields. Cells are made safe here: names and messages come from outside. */
import stringWidth from 'string-width';
import { cut, padded } from './cells.js';
import type { TextOutput } from './command.js';
import { safe } from './format.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** For numbers, which are aligned at their decimal points. */
  readonly isNumber?: boolean;
  /** Cut short if the terminal is too narrow for the row. At most one of a table. */
  readonly isElastic?: boolean;
  /** Left out if cutting is not enough, from right to left; another command shows it. */
  readonly mayBeLeftOut?: boolean;
}

const GAP = '  ';
const ELASTIC_WIDTH_MIN = 12;

/**
 * Prints rows in chunks under one head. The widths are those of the first chunk, and grow if a later chunk
 * needs more.
 */
export class Table<Row> {
  readonly #out: TextOutput;
  #columns: readonly Column<Row>[];
  #widths: number[] = [];
  #decimals: number[] = [];

  constructor(out: TextOutput, columns: readonly Column<Row>[]) {
    this.#out = out;
    this.#columns = columns;
  }

  print(rows: readonly Row[]): void {
    const isFirst = this.#widths.length === 0;
    if (isFirst) this.#columns = this.#fitting(rows);
    const cells = rows.map((row) => this.#columns.map(({ cell }) => safe(cell(row))));
    if (isFirst) this.#widths = this.#columns.map(({ head }) => stringWidth(head));
    this.#decimals = this.#columns.map((column, at) =>
      column.isNumber === true
        ? Math.max(this.#decimals[at] ?? 0, ...cells.map((row) => decimalsOf(row[at] ?? '')))
        : 0,
    );
    const aligned = cells.map((row) => row.map((cell, at) => inLine(cell, this.#decimals[at] ?? 0)));
    for (const row of aligned)
      for (const [at, cell] of row.entries())
        this.#widths[at] = Math.max(this.#widths[at] ?? 0, stringWidth(cell));
    if (isFirst) {
      this.#fit();
      this.#line(this.#columns.map(({ head }) => head));
    }
    for (const row of aligned) this.#line(row);
  }

  /** The columns that fit the terminal. */
  #fitting(rows: readonly Row[]): readonly Column<Row>[] {
    const { isTTY, columns: room } = this.#out;
    if (isTTY !== true || room === undefined) return this.#columns;
    const widths = new Map(
      this.#columns.map((column) => {
        const needed = Math.max(stringWidth(column.head), ...rows.map((row) => widthOf(column, row)));
        return [column, column.isElastic === true ? ELASTIC_WIDTH_MIN : needed];
      }),
    );
    const kept = [...this.#columns];
    const whole = () =>
      kept.reduce((sum, column) => sum + (widths.get(column) ?? 0) + GAP.length, -GAP.length);
    for (let at = kept.length - 1; at >= 0 && whole() > room; at -= 1)
      if (kept[at]?.mayBeLeftOut === true) kept.splice(at, 1);
    return kept;
  }

  /** Narrows the elastic column until the row fits the terminal. */
  #fit(): void {
    const elastic = this.#columns.findIndex(({ isElastic }) => isElastic === true);
    const { isTTY, columns } = this.#out;
    if (isTTY !== true || columns === undefined || elastic === -1) return;
    const whole = this.#widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
    const width = this.#widths[elastic] ?? 0;
    if (whole > columns) this.#widths[elastic] = Math.max(ELASTIC_WIDTH_MIN, width - (whole - columns));
  }

  #line(cells: readonly string[]): void {
    const line = this.#columns.map((column, at) => {
      const width = this.#widths[at] ?? 0;
      const cell =
        column.isElastic === true && this.#out.isTTY === true
          ? cut(cells[at] ?? '', width)
          : (cells[at] ?? '');
      return padded(cell, width, column.isNumber);
    });
    this.#out.write(`${line.join(GAP).trimEnd()}\n`);
  }
}

/** `name  value`, one a line; a field without a value is left out. */
export function printFields(
  out: TextOutput,
  fields: readonly (readonly [name: string, value: string | undefined])[],
): void {
  const shown = fields.filter((field): field is readonly [string, string] => field[1] !== undefined);
  const width = Math.max(...shown.map(([name]) => stringWidth(name)));
  for (const [name, value] of shown) out.write(`${padded(name, width)}${GAP}${safe(value)}\n`);
}

/** A number may still get decimals, to be aligned with others. */
function widthOf<Row>({ cell, isNumber }: Column<Row>, row: Row): number {
  return stringWidth(safe(cell(row))) + (isNumber === true ? 2 : 0);
}

function decimalsOf(cell: string): number {
  return /^[\d,]+\.(\d+)$/.exec(cell)?.[1]?.length ?? 0;
}

/** Adds zeros to a number, so that the decimal points of all are aligned. */
function inLine(cell: string, decimals: number): string {
  if (decimals === 0 || !/^[\d,]+(\.\d+)?$/.test(cell)) return cell;
  const own = decimalsOf(cell);
  return own === 0 ? `${cell}.${'0'.repeat(decimals)}` : cell + '0'.repeat(decimals - own);
}
