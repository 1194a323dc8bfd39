/** The report of coverage as text, for a terminal or a log. */
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { FAULT_LEVELS } from '../model.js';
import { MOMENTS, type Moment } from '../moments/moments.js';
import type { Chart } from './chart-of.js';
import { describeOddity } from './oddities.js';
import { type PairRow, pairRows } from './pair-rows.js';
import { numberedReasons } from './reasons.js';
import { type Counts, type CoverageTally, type Finding, type PairCount, total } from './tally.js';

const EVENT_WIDTH = 24;
const COUNT_WIDTH = 12;
const MOMENT_WIDTH = 48;
export const MOMENTS_HEAD = 'Moments, by histories in which they came';

/** @param about what was run, as names and values; printed on top */
export function coverageText(tally: CoverageTally, about: readonly (readonly [string, string])[]): string {
  const lines = [
    'Coverage of state machines and moments',
    ...about.map(([name, value]) => `  ${name}: ${value}`),
    '',
    ...(tally.subject.charts.length === 0 ? [NO_MACHINE] : measured(tally)),
  ];
  return `${lines.join('\n')}\n`;
}

export const NO_MACHINE = 'No state machine takes part in this model.';

function measured(tally: CoverageTally): readonly string[] {
  return [
    ...sums(tally).map(([name, sum]) => `${name.padEnd(20)} ${sum}`),
    ...shortfalls(tally).flatMap(([head, items]) => ['', `${head}:`, ...items.map((item) => `  ${item}`)]),
    ...momentLines(tally),
    ...tally.subject.charts.flatMap((chart) => machineLines(chart, tally)),
  ];
}

/** How much was reached of what exists, as names and values. */
export function sums(tally: CoverageTally): readonly (readonly [string, string])[] {
  const {
    statesReached,
    statesAll,
    transitionsReached,
    transitionsAll,
    pairsReached,
    pairsAll,
    momentsReached,
    momentsAll,
  } = tally.numbers();
  return [
    ['states', `${statesReached} of ${statesAll}`],
    ['transitions', `${transitionsReached} of ${transitionsAll}`],
    ['pairs (state, event)', `${pairsReached} of the ${pairsAll} that can occur`],
    ...(momentsAll === 0 ? [] : [['moments', `${momentsReached} of ${momentsAll}`] as const]),
  ];
}

/** Lists of what is missing or refuted, each with its heading; none that is empty. */
export function shortfalls(tally: CoverageTally): readonly (readonly [string, readonly string[]])[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Moments that never came, though they must', tally.missingMoments().map(describeMoment)],
    ['Never occurred, though they can', tally.missing().map(namePair)],
    ['Findings, against what is held of the machines', tally.findings().map(describeFinding)],
  ];
  return lists.filter(([, items]) => items.length > 0);
}

function describeMoment(moment: Moment): string {
  return `${moment}: ${MOMENTS[moment]}`;
}

export function describeFinding({ kind, move }: Finding): string {
  return `${describeOddity(move, kind)}, and occurred ${times(total(move.counts))}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${digitGroups(count)} times`;
}

function namePair({ machine, state, event }: PairCount): string {
  return `${machine}: ${event} in ${state}`;
}

function momentLines(tally: CoverageTally): readonly string[] {
  const moments = tally.moments();
  if (moments.length === 0) return [];
  return [
    '',
    `${MOMENTS_HEAD.padEnd(MOMENT_WIDTH)}${FAULT_LEVELS.map((level) => level.padStart(COUNT_WIDTH)).join('')}`,
    '',
    ...moments.map(({ moment, counts }) => `  ${moment.padEnd(MOMENT_WIDTH - 2)}${countsOrNever(counts)}`),
  ];
}

function countsOrNever(counts: Counts): string {
  return total(counts) === 0
    ? 'NEVER'.padStart(COUNT_WIDTH * FAULT_LEVELS.length)
    : FAULT_LEVELS.map((level) => digitGroups(counts[level]).padStart(COUNT_WIDTH)).join('');
}

function machineLines(chart: Chart, tally: CoverageTally): readonly string[] {
  const rows = pairRows(chart, tally);
  const reasons = numberedReasons(tally.subject.cannotOccur, chart.machine);
  return [
    '',
    chart.machine,
    ...chart.states.flatMap(({ path }) => [
      '',
      `  ${path.padEnd(EVENT_WIDTH + 2)}${FAULT_LEVELS.map((level) => level.padStart(COUNT_WIDTH)).join('')}`,
      ...rows.filter(({ state }) => state === path).map(rowLine),
    ]),
    ...(reasons.length === 0 ? [] : ['', '  cannot occur:']),
    ...reasons.map(({ number, reason }) => `  [${number}] ${reason}`),
  ];
}

function rowLine({ event, counts, end, reason }: PairRow): string {
  const rest =
    reason === undefined ? `${countsOrNever(counts)}  ${end}`.trimEnd() : `cannot occur [${reason}]`;
  return `    ${event.padEnd(EVENT_WIDTH)}${rest}`;
}
