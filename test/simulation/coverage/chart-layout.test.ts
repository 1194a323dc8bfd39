import { describe, expect, it } from 'vitest';
import { type ChartLayout, layOut } from '../../../simulation/coverage/chart-layout.js';
import type { Chart } from '../../../simulation/coverage/chart-of.js';
import { IN_A_NODE } from '../../../simulation/coverage/machines.js';
import { CoverageTally } from '../../../simulation/coverage/tally.js';
import { lamp } from './lamp.js';

const LAYOUTS: readonly { readonly machine: string; readonly chart: Chart; readonly layout: ChartLayout }[] =
  [IN_A_NODE, lamp].flatMap((subject) =>
    subject.charts.map((chart) => ({
      machine: chart.machine,
      chart,
      layout: layOut(chart, new CoverageTally(subject).transitions(chart)),
    })),
  );

describe.each(LAYOUTS)('the layout of the chart of $machine', ({ chart, layout }) => {
  const { width, height, boxes, wires, lines } = layout;

  it('has each state once, the initial one on top, one below the other', () => {
    expect(boxes.map(({ state }) => state).toSorted()).toEqual(
      chart.states.map(({ path }) => path).toSorted(),
    );
    expect(boxes[0]?.state).toBe(chart.initial);
    boxes.slice(1).forEach(({ top }, at) => {
      const above = boxes[at];
      expect(top).toBeGreaterThan((above?.top ?? 0) + (above?.height ?? 0));
    });
  });

  it('has each move once, in a row of its own beside its state', () => {
    const moves = new Set(chart.transitions.map(({ from, event, to }) => `${from} ${event} ${to}`));
    expect(wires.map(({ move: { from, event, to } }) => `${from} ${event} ${to}`).toSorted()).toEqual(
      [...moves].toSorted(),
    );
    expect(new Set(wires.map(({ y }) => y)).size).toBe(wires.length);
    for (const { move, y } of wires) {
      const box = boxes.find(({ state }) => state === move.from);
      expect(y).toBeGreaterThan(box?.top ?? Infinity);
      expect(y).toBeLessThan((box?.top ?? 0) + (box?.height ?? 0));
    }
  });

  it('leads each wire to the line of its state, and that into the state; no two lines are one', () => {
    expect(new Set(lines.map(({ x }) => x)).size).toBe(lines.length);
    for (const { move, y } of wires) {
      const line = lines.find(({ to }) => to === move.to);
      expect(line?.top).toBeLessThanOrEqual(y);
      expect(line?.bottom).toBeGreaterThanOrEqual(y);
    }
    for (const { to, entryY, top, bottom, x } of lines) {
      const box = boxes.find(({ state }) => state === to);
      expect(entryY).toBeGreaterThan(box?.top ?? Infinity);
      expect(entryY).toBeLessThan((box?.top ?? 0) + (box?.height ?? 0));
      expect(Math.min(entryY - top, bottom - entryY)).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(width);
      expect(bottom).toBeLessThan(height);
    }
  });
});

it('the layout of the video job goes down from submitting to its ends', () => {
  const [chart] = IN_A_NODE.charts;
  if (chart === undefined) throw new Error('no chart');
  const { boxes } = layOut(chart, []);
  expect(boxes.map(({ state }) => state)).toEqual([
    'submitting',
    'queued.watched',
    'queued.lastCall',
    'running.watched',
    'running.lastCall',
    'completed',
    'failed',
  ]);
});
