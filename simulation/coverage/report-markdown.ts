/** The report of coverage as Markdown: each machine as a chart that Mermaid draws, and as a table. */
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { FAULT_LEVELS } from '../model.js';
import { MOMENTS } from '../moments/moments.js';
import type { Chart } from './chart-of.js';
import { markdownTable, stateDiagram } from './markdown.js';
import { type PairRow, pairRows } from './pair-rows.js';
import { numberedReasons } from './reasons.js';
import { MOMENTS_HEAD, NO_MACHINE, shortfalls, sums } from './report-text.js';
import { type CoverageTally, total } from './tally.js';

/** @param about what was run, as names and values; shown on top */
export function coverageMarkdown(
  tally: CoverageTally,
  about: readonly (readonly [string, string])[],
): string {
  const { charts } = tally.subject;
  const facts = charts.length === 0 ? about : [...about, ...sums(tally)];
  return [
    `# Coverage of state machines and moments\n\n${bullets(facts.map(([name, value]) => `${name}: ${value}`))}`,
    ...(charts.length === 0 ? [`${NO_MACHINE}\n`] : []),
    ...shortfalls(tally).map(([head, items]) => `## ${head}\n\n${bullets(items)}`),
    ...momentSection(tally),
    ...charts.map((chart) => section(chart, tally)),
  ].join('\n');
}

function section(chart: Chart, tally: CoverageTally): string {
  const moves = tally.transitions(chart);
  const diagram = stateDiagram(chart, ({ from, event, to }) => {
    const move = moves.find((one) => one.from === from && one.event === event && one.to === to);
    const times = move === undefined ? 0 : total(move.counts);
    return `${event} ${times === 0 ? 'never' : digitGroups(times)}`;
  });
  const reasons = numberedReasons(tally.subject.cannotOccur, chart.machine);
  const listed = reasons.map(({ number, reason }) => `${number}. ${reason}\n`).join('');
  return `## \`${chart.machine}\`

${diagram}
${markdownTable(['in', 'on', ...FAULT_LEVELS, 'goes to'], pairRows(chart, tally).map(cells))}${
  reasons.length === 0 ? '' : `\nCannot occur:\n\n${listed}`
}`;
}

function momentSection(tally: CoverageTally): readonly string[] {
  const moments = tally.moments();
  if (moments.length === 0) return [];
  const rows = moments.map(({ moment, counts }) => [
    `\`${moment}\``,
    MOMENTS[moment],
    ...(total(counts) === 0
      ? ['', '', '**never**']
      : FAULT_LEVELS.map((level) => digitGroups(counts[level]))),
  ]);
  return [`## ${MOMENTS_HEAD}\n\n${markdownTable(['moment', '', ...FAULT_LEVELS], rows)}`];
}

function cells({ state, event, counts, end, reason }: PairRow): readonly string[] {
  const goesTo = end === '' || end === 'ignored' ? end : `\`${end}\``;
  const pair = [`\`${state}\``, `\`${event}\``];
  if (reason !== undefined) return [...pair, '', '', '', `cannot occur [${reason}]`];
  if (total(counts) === 0) return [...pair, '', '', '**never**', goesTo];
  return [...pair, ...FAULT_LEVELS.map((level) => digitGroups(counts[level])), goesTo];
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}\n`).join('');
}
