/**
 * Where the parts of a drawn chart go: one state a layer, from the initial one down.
 *
 * Beside its state, each move has a row of its own, from which a wire leads right to the line of the state it
 * leads to; that line leads into its state at the row on top. So no two labels ever overlap, whatever the
 * machine.
 */
import type { Chart } from './chart-of.js';
import type { MoveCount } from './tally.js';

export interface Box {
  readonly state: string;
  readonly top: number;
  readonly height: number;
}

export interface Wire {
  readonly move: MoveCount;
  readonly y: number;
}

/** What all moves into one state share. */
export interface Line {
  readonly to: string;
  /** From 0: tells the lines apart. */
  readonly number: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** Where it enters its state. */
  readonly entryY: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly wires: readonly Wire[];
  readonly lines: readonly Line[];
}

export const BOX_LEFT = 2;
export const BOX_WIDTH = 124;
export const BOX_RIGHT = BOX_LEFT + BOX_WIDTH;
/** Where the labels of the rows end: event on the left, count on the right. */
export const LABELS_RIGHT = BOX_RIGHT + 200;
const MARGIN_TOP = 26;
const ROW = 22;
const GAP = 16;
const LINE_GAP = 10;

/** @param moves those of the chart, in its order */
export function layOut(chart: Chart, moves: readonly MoveCount[]): ChartLayout {
  const boxes: Box[] = [];
  const wires: Wire[] = [];
  let top = MARGIN_TOP;
  for (const state of downwards(chart)) {
    const own = moves.filter(({ from }) => from === state);
    wires.push(...own.map((move, row) => ({ move, y: top + ROW * (row + 1.5) })));
    const height = ROW * (own.length + 1);
    boxes.push({ state, top, height });
    top += height + GAP;
  }
  const lines = linesOf(boxes, wires);
  return { width: LABELS_RIGHT + LINE_GAP * (lines.length + 1), height: top, boxes, wires, lines };
}

/** The shorter a line, the nearer to the states. */
function linesOf(boxes: readonly Box[], wires: readonly Wire[]): readonly Line[] {
  return boxes
    .map(({ state, top }) => {
      const entryY = top + ROW / 2;
      const ends = [entryY, ...wires.filter(({ move }) => move.to === state).map(({ y }) => y)];
      return { to: state, entryY, top: Math.min(...ends), bottom: Math.max(...ends) };
    })
    .filter(({ top, bottom }) => top < bottom)
    .map((line, number) => ({ ...line, number }))
    .sort((a, b) => a.bottom - a.top - (b.bottom - b.top))
    .map((line, at) => ({ ...line, x: LABELS_RIGHT + LINE_GAP * (at + 1) }));
}

/** The states, each before those that it leads to, as far as there are no circles. */
function downwards({ initial, states, transitions }: Chart): readonly string[] {
  const seen = new Set<string>();
  const upwards: string[] = [];
  const visit = (state: string) => {
    if (seen.has(state)) return;
    seen.add(state);
    for (const { to } of transitions.filter(({ from }) => from === state).toReversed()) visit(to);
    upwards.push(state);
  };
  visit(initial);
  const reached = upwards.toReversed();
  return [...reached, ...states.map(({ path }) => path).filter((path) => !seen.has(path))];
}
