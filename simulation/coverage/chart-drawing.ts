/** The chart of a machine as inline SVG: each move a wire, as thick as it was taken often. */

import { type Html, html } from '../../src/http/pages/docs/html.js';
import { digitGroups } from '../../src/metrics/digit-groups.js';
import {
  BOX_LEFT,
  BOX_RIGHT,
  BOX_WIDTH,
  type Box,
  LABELS_RIGHT,
  type Line,
  layOut,
  type Wire,
} from './chart-layout.js';
import type { Chart } from './chart-of.js';
import { compact } from './figures.js';
import { type CoverageTally, total } from './tally.js';

/** Lines have so many colours; further ones begin again. */
export const LINE_COLOURS = 8;

/** How much larger it is drawn where there is room. */
const WIDE = 1.3;

export function chartDrawing(chart: Chart, tally: CoverageTally): Html {
  const { width, height, boxes, wires, lines } = layOut(chart, tally.transitions(chart));
  const reached = new Set(tally.statesReached(chart));
  const lineTo = new Map(lines.map((line) => [line.to, line]));
  const label = `State chart of ${chart.machine}: each transition with how often it was taken`;
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" width="${Math.round(width * WIDE)}" role="img" aria-label="${label}">
${boxes.slice(0, 1).map(beginning)}
${lines.map(drawLine)}
${wires.map((wire) => drawWire(wire, lineTo.get(wire.move.to)))}
${boxes.map((box) => drawBox(box, chart, reached.has(box.state)))}
</svg>`;
}

function beginning({ top }: Box): Html {
  const x = BOX_LEFT + 14;
  return html`<circle class="start" cx="${x}" cy="6" r="5"/><path class="start" d="M${x} 6V${top}"/>`;
}

function drawBox({ state, top, height }: Box, { states }: Chart, isReached: boolean): Html {
  const isFinal = states.some(({ path, isFinal }) => path === state && isFinal);
  const inner = html`<rect x="${BOX_LEFT + 3}" y="${top + 3}" width="${BOX_WIDTH - 6}" height="${height - 6}" rx="4"/>`;
  return html`<g class="${isReached ? 'state' : 'state never'}"><title>${state}${isReached ? '' : ': never reached'}</title>
<rect x="${BOX_LEFT}" y="${top}" width="${BOX_WIDTH}" height="${height}" rx="6"/>${isFinal ? inner : undefined}
<text x="${BOX_LEFT + 8}" y="${top + 15}">${state}</text></g>`;
}

function drawLine({ x, top, bottom, entryY, number }: Line): Html {
  const tip = BOX_RIGHT + 1;
  return html`<g class="line ${colour(number)}"><path d="M${x} ${top}V${bottom}M${x} ${entryY}H${tip + 6}"/>
<path class="tip" d="M${tip} ${entryY}l8 -4v8z"/></g>`;
}

function drawWire({ move, y }: Wire, line: Line | undefined): Html | undefined {
  if (line === undefined) return undefined;
  const { from, event, to, counts } = move;
  const times = total(counts);
  const shown = `${from}, ${event}, ${to}: ${
    times === 0
      ? 'never taken'
      : `none ${digitGroups(counts.none)}, light ${digitGroups(counts.light)}, heavy ${digitGroups(counts.heavy)}`
  }`;
  return html`<g class="wire ${times === 0 ? 'never' : colour(line.number)}"><title>${shown}</title>
<path d="M${BOX_RIGHT} ${y}H${line.x}" stroke-width="${thickness(times)}"/><circle cx="${line.x}" cy="${y}" r="3.5"/>
<text x="${BOX_RIGHT + 8}" y="${y - 5}">${event}</text>
<text class="count" x="${LABELS_RIGHT}" y="${y - 5}">${times === 0 ? 'never' : compact(times)}</text></g>`;
}

/** One more for each factor of ten. */
function thickness(times: number): number {
  return Math.round((1 + Math.log10(Math.max(1, times)) * 0.8) * 10) / 10;
}

function colour(number: number): string {
  return `line-${number % LINE_COLOURS}`;
}
