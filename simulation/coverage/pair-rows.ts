/** The rows of a report: how often each event met each state of a machine, and what came of it. */
import type { Chart } from './chart-of.js';
import { numberedReasons } from './reasons.js';
import { type Counts, type CoverageTally, NEVER, total } from './tally.js';

export interface PairRow {
  readonly state: string;
  readonly event: string;
  readonly counts: Counts;
  /** The state it leads to, or `ignored`; empty if the chart has no transition and it never occurred. */
  readonly end: string;
  /** The number of the reason why the pair cannot occur; undefined if it can, or did. */
  readonly reason: number | undefined;
}

/** By state, then event. An event that leads to several states has a row for each. */
export function pairRows(chart: Chart, tally: CoverageTally): readonly PairRow[] {
  const numberOf = new Map(
    numberedReasons(tally.subject.cannotOccur, chart.machine).map(({ reason, number }) => [reason, number]),
  );
  const known = tally.transitions(chart);
  const isKnown = new Set(known.map(endOf));
  const strange = tally
    .moves()
    .filter((move) => move.machine === chart.machine && !(move.isHandled && isKnown.has(endOf(move))));
  const moves = [...known, ...strange];
  return tally
    .pairs()
    .filter(({ machine }) => machine === chart.machine)
    .flatMap(({ state, event, counts, cannotOccur }): PairRow[] => {
      const reason = total(counts) > 0 ? undefined : numberOf.get(cannotOccur ?? '');
      const ofPair = moves.filter((move) => move.from === state && move.event === event);
      if (ofPair.length === 0) return [{ state, event, counts: NEVER, end: '', reason }];
      return ofPair.map((move) => ({
        state,
        event,
        counts: move.counts,
        end: move.isHandled ? move.to : 'ignored',
        reason,
      }));
    });
}

function endOf({ from, event, to }: { readonly from: string; readonly event: string; readonly to: string }) {
  return `${from} ${event} ${to}`;
}
