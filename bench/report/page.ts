/** `docs/benchmarks.md`: its results are made from the JSON of runs, and stand between two marks. */
import { printFigure, printSpread, printTarget } from './format.js';
import { type BenchReport, isReached } from './report.js';
import { MARKDOWN, printReport } from './tables.js';

const BEGIN =
  '<!-- Results: made from the JSON of runs; rewrite with node dist/bench/report/results-page.js FILE... -->';
const END = '<!-- End of results -->';

/** The page with the results of the given runs in place of those it has. Throws if the marks are missing. */
export function withResults(page: string, reports: readonly BenchReport[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('the page has no marks between which its results stand');
  const parts = [printTargets(reports), ...reports.map((report) => printReport(report, MARKDOWN).trimEnd())];
  return `${page.slice(0, begin + BEGIN.length)}\n\n${parts.join('\n\n')}\n\n${page.slice(end)}`;
}

/** All that had something to reach, in one table. */
function printTargets(reports: readonly BenchReport[]): string {
  const rows = reports
    .flatMap(({ sections }) => sections)
    .flatMap(({ name, report }) => (report?.verdicts ?? []).map((verdict) => ({ name, verdict })))
    .filter(({ verdict }) => verdict.target !== undefined)
    .map(({ name, verdict }) => [
      name,
      verdict.what,
      verdict.spread === undefined ? printFigure(verdict.value) : printSpread(verdict.spread),
      printTarget(verdict),
      isReached(verdict) === true ? 'yes' : 'no',
    ]);
  return MARKDOWN.table([['section', 'compared', 'figure', 'target', 'reached'], ...rows]);
}
