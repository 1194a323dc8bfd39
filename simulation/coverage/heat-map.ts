/** The table state × event of a machine: the more often a pair occurred, the darker its cell. */

import { type Html, html } from '../../src/http/pages/docs/html.js';
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { FAULT_LEVELS } from '../model.js';
import type { Chart } from './chart-of.js';
import { compact } from './figures.js';
import { type NumberedReason, numberedReasons } from './reasons.js';
import { type CoverageTally, type PairCount, total } from './tally.js';

/** Cells have so many degrees of heat, one for each factor of ten. */
export const HEAT_MAX = 6;

export function heatMap(chart: Chart, tally: CoverageTally): Html {
  const reasons = numberedReasons(tally.subject.cannotOccur, chart.machine);
  const pairs = tally.pairs().filter(({ machine }) => machine === chart.machine);
  const rows = chart.states.map(
    ({ path }) => html`<tr><th scope="row">${path}</th>${pairs
      .filter(({ state }) => state === path)
      .map((pair) => cell(pair, reasons))}</tr>
`,
  );
  return html`<div class="wide" tabindex="0"><table class="heat">
<thead><tr><td></td>${chart.events.map((event) => html`<th scope="col"><span>${event}</span></th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function cell(pair: PairCount, reasons: readonly NumberedReason[]): Html {
  const times = total(pair.counts);
  const { cannotOccur } = pair;
  const name = `${pair.event} in ${pair.state}`;
  if (cannotOccur !== undefined && times === 0) {
    const number = reasons.find(({ reason }) => reason === cannotOccur)?.number;
    return html`<td class="cannot" title="${name} cannot occur: ${cannotOccur}">[${number}]</td>`;
  }
  if (times === 0) return html`<td class="never" title="${name} can occur and never did">never</td>`;
  const ignored = pair.isHandled ? '' : ' The machine ignores it there.';
  const refuted = cannotOccur === undefined ? '' : ` Held to be impossible: ${cannotOccur}`;
  const counts = FAULT_LEVELS.map((level) => html`<span>${compact(pair.counts[level])}</span>`);
  const title = `${name}: ${FAULT_LEVELS.map((level) => `${level} ${digitGroups(pair.counts[level])}`).join(', ')}.${ignored}${refuted}`;
  const kind =
    cannotOccur !== undefined ? 'refuted' : `heat-${heatOf(times)}${pair.isHandled ? '' : ' ignored'}`;
  return html`<td class="${kind}" title="${title}">${counts}</td>`;
}

function heatOf(times: number): number {
  return Math.min(HEAT_MAX, String(times).length);
}
