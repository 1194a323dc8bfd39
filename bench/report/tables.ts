/** A report as tables, for a terminal or for a page in Markdown. */

import type { Row, Verdict } from '../section.js';
import { printFigure, printSpread, printTarget } from './format.js';
import { type BenchReport, isReached, type SectionResult } from './report.js';

/** How the parts of a report are written down. */
export interface Style {
  heading(text: string): string;
  /** The first row is the head, the first column names the rows; rows are equally long. */
  table(rows: readonly (readonly string[])[]): string;
  item(text: string): string;
}

export const PLAIN: Style = {
  heading: (text) => `== ${text} ==`,
  item: (text) => `- ${text}`,
  table(rows) {
    const widths = (rows[0] ?? []).map((_, column) =>
      Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
    );
    const padded = (cells: readonly string[]) =>
      cells
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd();
    return rows.map(padded).join('\n');
  },
};

export const MARKDOWN: Style = {
  heading: (text) => `### ${text}`,
  item: (text) => `- ${text}`,
  table(rows) {
    const line = (cells: readonly string[]) =>
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const [head = [], ...body] = rows;
    return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
  },
};

export function printReport(report: BenchReport, style: Style): string {
  return `${[printRun(report), ...report.sections.map((section) => printSection(section, style))].join('\n\n')}\n`;
}

function printRun({ machine, rounds, secondsPerRound, isQuick }: BenchReport): string {
  const parts = Object.entries(machine).map(([what, value]) => `${what} ${value}`);
  const quick = isQuick ? '. A quick run: not to be quoted' : '';
  return `${parts.join('; ')}. ${rounds} rounds of ${secondsPerRound} s each${quick}. Figures are medians, with the least and the greatest.`;
}

export function printSection({ name, summary, report, failure }: SectionResult, style: Style): string {
  const parts = [style.heading(`${name}: ${summary}`)];
  if (failure !== undefined) parts.push(`This section failed: ${failure}`);
  if (report !== undefined) {
    for (const group of alike(report.rows)) parts.push(style.table(tableOf(group)));
    if (report.verdicts.length > 0) parts.push(style.table(verdictTable(report.verdicts)));
    if (report.notes.length > 0) parts.push(report.notes.map(style.item).join('\n'));
  }
  return parts.join('\n\n');
}

/** Rows that follow each other and tell the same figures stand in one table. */
function alike(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && columnsOf(group[0]).join() === columnsOf(row).join()) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function columnsOf({ figures }: Row): readonly string[] {
  return Object.keys(figures);
}

function tableOf(rows: readonly Row[]): readonly (readonly string[])[] {
  const head = rows[0] === undefined ? [] : columnsOf(rows[0]);
  return [
    ['', ...head],
    ...rows.map(({ name, figures }) => [name, ...Object.values(figures).map(printSpread)]),
  ];
}

function verdictTable(verdicts: readonly Verdict[]): readonly (readonly string[])[] {
  const word = { true: 'reached', false: 'not reached', undefined: '' };
  return [
    ['compared', 'figure', 'target', ''],
    ...verdicts.map((verdict) => [
      verdict.what,
      verdict.spread === undefined ? printFigure(verdict.value) : printSpread(verdict.spread),
      printTarget(verdict),
      word[`${isReached(verdict)}`],
    ]),
  ];
}
