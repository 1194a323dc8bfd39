/** The report of coverage as text, for a terminal or a log: what `report-page.ts` shows, in lines. */
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { FAULT_LEVELS } from '../model.js';
import type { Chart } from './chart-of.js';
import { numberedReasons } from './reasons.js';
import {
  type Counts,
  type CoverageTally,
  type Finding,
  type MoveCount,
  type PairCount,
  total,
} from './tally.js';

const EVENT_WIDTH = 24;
const COUNT_WIDTH = 12;

/** @param about what was run, as names and values; printed on top */
export function coverageText(tally: CoverageTally, about: readonly (readonly [string, string])[]): string {
  const lines = [
    'Coverage of the state machines',
    ...about.map(([name, value]) => `  ${name}: ${value}`),
    '',
    ...(tally.subject.charts.length === 0 ? ['No state machine takes part in this model.'] : measured(tally)),
  ];
  return `${lines.join('\n')}\n`;
}

function measured(tally: CoverageTally): readonly string[] {
  const { statesReached, statesAll, transitionsReached, transitionsAll, pairsReached, pairsAll } =
    tally.numbers();
  return [
    `states               ${statesReached} of ${statesAll}`,
    `transitions          ${transitionsReached} of ${transitionsAll}`,
    `pairs (state, event) ${pairsReached} of the ${pairsAll} that can occur`,
    ...listed('Never occurred, though they can:', tally.missing().map(namePair)),
    ...listed('Findings, against what is held of the machines:', tally.findings().map(describeFinding)),
    ...tally.subject.charts.flatMap((chart) => machineLines(chart, tally)),
  ];
}

export function describeFinding({ kind, move }: Finding): string {
  const { machine, from, event, to, isHandled, counts } = move;
  const step = isHandled ? `${from} --${event}--> ${to}` : `${event} ignored in ${from}`;
  const what = kind === 'refuted' ? 'is held to be impossible' : 'is not in the chart';
  return `${machine}: ${step} ${what}, and occurred ${times(total(counts))}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${digitGroups(count)} times`;
}

function namePair({ machine, state, event }: PairCount): string {
  return `${machine}: ${event} in ${state}`;
}

function listed(head: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', head, ...items.map((item) => `  ${item}`)];
}

function machineLines(chart: Chart, tally: CoverageTally): readonly string[] {
  const { machine } = chart;
  const reasons = numberedReasons(tally.subject.cannotOccur, machine);
  const numberOf = new Map(reasons.map(({ reason, number }) => [reason, number]));
  const moves = tally.moves().filter((move) => move.machine === machine);
  const known = tally.transitions(chart);
  const pairs = tally.pairs().filter((pair) => pair.machine === machine);
  return [
    '',
    machine,
    ...chart.states.flatMap(({ path }) => [
      '',
      `  ${path.padEnd(EVENT_WIDTH + 2)}${FAULT_LEVELS.map((level) => level.padStart(COUNT_WIDTH)).join('')}`,
      ...pairs
        .filter(({ state }) => state === path)
        .flatMap((pair) => pairLines(pair, known, moves, numberOf.get(pair.cannotOccur ?? ''))),
    ]),
    ...(reasons.length === 0 ? [] : ['', '  cannot occur:']),
    ...reasons.map(({ number, reason }) => `  [${number}] ${reason}`),
  ];
}

function pairLines(
  pair: PairCount,
  known: readonly MoveCount[],
  moves: readonly MoveCount[],
  reason: number | undefined,
): readonly string[] {
  const isOfPair = ({ from, event }: MoveCount) => from === pair.state && event === pair.event;
  const seen = moves.filter(isOfPair);
  if (seen.length === 0 && reason !== undefined) return [line(pair.event, `cannot occur [${reason}]`)];
  const ways = known.filter(isOfPair);
  const strange = seen.filter(({ to, isHandled }) => !isHandled || ways.every((way) => way.to !== to));
  const all = [...ways, ...strange];
  if (all.length === 0) return [line(pair.event, 'NEVER')];
  return all.map(({ counts, to, isHandled }) => {
    const end = isHandled ? `  ${to}` : '  ignored';
    return line(
      pair.event,
      `${total(counts) === 0 ? 'NEVER'.padStart(COUNT_WIDTH * 3) : columns(counts)}${end}`,
    );
  });
}

function line(event: string, rest: string): string {
  return `    ${event.padEnd(EVENT_WIDTH)}${rest}`;
}

function columns(counts: Counts): string {
  return FAULT_LEVELS.map((level) => digitGroups(counts[level]).padStart(COUNT_WIDTH)).join('');
}
