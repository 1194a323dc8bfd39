/**
 * Counts which moves machines made and in how many histories each moment came, under which faults, and says
 * how much of the charts and of the list of moments that is.
 *
 * Invariants
 *  1. The order of steps does not show in anything read here.
 *  2. A step that the charts do not explain is counted and is a finding; none is passed over.
 */
import { FAULT_LEVELS, type FaultLevel, type MachineStep } from '../model.js';
import type { Moment } from '../moments/moments.js';
import type { Chart } from './chart-of.js';
import { type Oddity, oddityOf, whyNot } from './oddities.js';
import type { Subject } from './subject.js';

export type Counts = Readonly<Record<FaultLevel, number>>;

/** How often a machine made one move. Plain JSON. */
export interface MoveCount extends MachineStep {
  readonly counts: Counts;
}

/** Of all machines together. Pairs are those that can occur, transitions are moves from, with, and to. */
export interface CoverageNumbers {
  readonly statesReached: number;
  readonly statesAll: number;
  readonly transitionsReached: number;
  readonly transitionsAll: number;
  readonly pairsReached: number;
  readonly pairsAll: number;
  readonly momentsReached: number;
  readonly momentsAll: number;
}

/** A pair of state and event, and what is known of it. */
export interface PairCount {
  readonly machine: string;
  readonly state: string;
  readonly event: string;
  readonly counts: Counts;
  /** Whether the machine's chart has a transition for it. */
  readonly isHandled: boolean;
  /** Why it cannot occur; undefined if it can. */
  readonly cannotOccur: string | undefined;
}

/** In how many histories a moment came. */
export interface MomentCount {
  readonly moment: Moment;
  readonly counts: Counts;
}

/** A step against what is held of the machines: that a pair cannot occur, or what the chart says. */
export interface Finding {
  readonly kind: Oddity;
  readonly move: MoveCount;
}

export class CoverageTally {
  readonly subject: Subject;
  readonly #moves = new Map<string, { step: MachineStep; counts: Record<FaultLevel, number> }>();
  readonly #moments = new Map<Moment, Record<FaultLevel, number>>();

  constructor(subject: Subject) {
    this.subject = subject;
  }

  add(step: MachineStep, faults: FaultLevel): void {
    this.#countsOf(step)[faults] += 1;
  }

  /** Once for each history in which the moment came. */
  addMoment(moment: Moment, faults: FaultLevel): void {
    const counts = this.#moments.get(moment) ?? { ...NEVER };
    counts[faults] += 1;
    this.#moments.set(moment, counts);
  }

  /** All that have to come, in the order of their list. */
  moments(): readonly MomentCount[] {
    return this.subject.moments.map((moment) => ({
      moment,
      counts: sumOf([this.#moments.get(moment) ?? NEVER]),
    }));
  }

  missingMoments(): readonly Moment[] {
    return this.moments()
      .filter(({ counts }) => total(counts) === 0)
      .map(({ moment }) => moment);
  }

  /** Every move that was counted, sorted. */
  moves(): readonly MoveCount[] {
    return [...this.#moves]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { step, counts }]) => ({ ...step, counts: { ...counts } }));
  }

  numbers(): CoverageNumbers {
    const { charts, moments } = this.subject;
    const reachable = this.pairs().filter(({ cannotOccur }) => cannotOccur === undefined);
    const transitions = charts.flatMap((chart) => this.transitions(chart));
    return {
      statesReached: charts.flatMap((chart) => this.statesReached(chart)).length,
      statesAll: charts.flatMap(({ states }) => states).length,
      transitionsReached: transitions.filter(({ counts }) => total(counts) > 0).length,
      transitionsAll: transitions.length,
      pairsReached: reachable.filter(({ counts }) => total(counts) > 0).length,
      pairsAll: reachable.length,
      momentsReached: moments.length - this.missingMoments().length,
      momentsAll: moments.length,
    };
  }

  statesReached({ machine, states }: Chart): readonly string[] {
    const seen = new Set(this.#of(machine).flatMap(({ step }) => [step.from, step.to]));
    return states.map(({ path }) => path).filter((path) => seen.has(path));
  }

  /** Every move that the chart has, and how often it was made. */
  transitions(chart: Chart): readonly MoveCount[] {
    const { machine } = chart;
    const moves = new Map<string, MachineStep>();
    for (const { from, event, to } of chart.transitions) {
      const step = { machine, from, event, to, isHandled: true };
      moves.set(keyOf(step), step);
    }
    return [...moves].map(([key, step]) => ({
      ...step,
      counts: sumOf([this.#moves.get(key)?.counts ?? NEVER]),
    }));
  }

  /** Every pair of state and event of every machine, states in the order of the chart, then events. */
  pairs(): readonly PairCount[] {
    return this.subject.charts.flatMap((chart) =>
      chart.states.flatMap(({ path }) => chart.events.map((event) => this.#pair(chart, path, event))),
    );
  }

  /** Pairs that can occur and did not. */
  missing(): readonly PairCount[] {
    return this.pairs().filter(({ counts, cannotOccur }) => cannotOccur === undefined && total(counts) === 0);
  }

  findings(): readonly Finding[] {
    return this.moves().flatMap((move): Finding[] => {
      const kind = oddityOf(move, this.subject);
      return kind === undefined ? [] : [{ kind, move }];
    });
  }

  #pair({ machine, transitions }: Chart, state: string, event: string): PairCount {
    const seen = this.#of(machine).filter(({ step }) => step.from === state && step.event === event);
    return {
      machine,
      state,
      event,
      counts: sumOf(seen.map(({ counts }) => counts)),
      isHandled: transitions.some((one) => one.from === state && one.event === event),
      cannotOccur: whyNot({ machine, from: state, event }, this.subject),
    };
  }

  #of(machine: string): readonly { step: MachineStep; counts: Counts }[] {
    return [...this.#moves.values()].filter(({ step }) => step.machine === machine);
  }

  #countsOf(step: MachineStep): Record<FaultLevel, number> {
    const key = keyOf(step);
    let held = this.#moves.get(key);
    if (held === undefined) {
      held = { step: { ...step }, counts: { ...NEVER } };
      this.#moves.set(key, held);
    }
    return held.counts;
  }
}

export const NEVER: Counts = { none: 0, light: 0, heavy: 0 };

export function total(counts: Counts): number {
  return counts.none + counts.light + counts.heavy;
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = { ...NEVER };
  for (const counts of all) for (const level of FAULT_LEVELS) sum[level] += counts[level];
  return sum;
}

function keyOf({ machine, from, event, to, isHandled }: MachineStep): string {
  return `${machine} ${from} ${event} ${to} ${isHandled}`;
}
