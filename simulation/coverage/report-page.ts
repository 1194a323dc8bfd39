/**
 * The report of coverage as one HTML file that needs nothing beside it and runs nothing.
 *
 * Whatever goes into it is escaped (`html`): names of machines, and what the caller says of the run.
 */

import { Html, html } from '../../src/http/pages/docs/html.js';
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { FAULT_LEVELS } from '../model.js';
import { chartDrawing } from './chart-drawing.js';
import type { Chart } from './chart-of.js';
import { heatMap } from './heat-map.js';
import { numberedReasons } from './reasons.js';
import { REPORT_STYLE } from './report-style.js';
import { describeFinding } from './report-text.js';
import { type CoverageTally, type MoveCount, total } from './tally.js';

const LEGEND = html`<ul class="legend">
<li><b>12<br>3<br>0</b>times without faults, with light, with heavy faults</li>
<li><b class="ignored">12</b>occurred, and the machine ignores it there</li>
<li><b class="never">never</b>can occur and did not</li>
<li><b>[1]</b>cannot occur, for the reason of that number</li>
<li><b class="refuted">12</b>was held to be impossible and occurred</li>
</ul>`;

/** @param about what was run, as names and values; shown on top */
export function coveragePage(tally: CoverageTally, about: readonly (readonly [string, string])[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of the state machines</title>
<style>${new Html(REPORT_STYLE)}</style>
</head>
<body>
<h1>Coverage of the state machines</h1>
<dl class="about">${about.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${tally.subject.charts.length === 0 ? html`<p>No state machine takes part in this model.</p>` : measured(tally)}
</body>
</html>
`;
  return page.text;
}

function measured(tally: CoverageTally): Html {
  return html`${sums(tally)}
${shortfall(tally)}
${tally.subject.charts.map((chart) => section(chart, tally))}`;
}

function sums(tally: CoverageTally): Html {
  const { statesReached, statesAll, transitionsReached, transitionsAll, pairsReached, pairsAll } =
    tally.numbers();
  const sum = (reached: number, all: number, what: string) =>
    html`<div class="${reached === all ? 'all' : 'part'}"><b>${reached} of ${all}</b>${what}</div>`;
  const moves = tally.moves();
  const made = FAULT_LEVELS.map((level) => {
    const times = moves.reduce((all, { counts }) => all + counts[level], 0);
    return html`<div><b>${digitGroups(times)}</b>steps, faults: ${level}</div>`;
  });
  return html`<div class="sums">
${sum(statesReached, statesAll, 'states')}
${sum(transitionsReached, transitionsAll, 'transitions')}
${sum(pairsReached, pairsAll, 'pairs that can occur')}
${made}
</div>`;
}

function shortfall(tally: CoverageTally): Html {
  const missing = tally.missing();
  const findings = tally.findings();
  const list = (head: string, items: readonly Html[]) =>
    items.length === 0 ? html`` : html`<div class="note"><p>${head}</p><ul>${items}</ul></div>`;
  return html`${list(
    'Against what is held of the machines:',
    findings.map((finding) => html`<li>${describeFinding(finding)}</li>`),
  )}${list(
    'Can occur and never did:',
    missing.map(
      ({ machine, state, event }) =>
        html`<li>${machine}: <code>${event}</code> in <code>${state}</code></li>`,
    ),
  )}`;
}

function section(chart: Chart, tally: CoverageTally): Html {
  const reasons = numberedReasons(tally.subject.cannotOccur, chart.machine);
  const items = reasons.map(
    ({ reason, events, states }) =>
      html`<li>${names(events)} in ${names(states)}: ${reason}</li>
`,
  );
  return html`<h2>${chart.machine}</h2>
<h3>States and events</h3>
${LEGEND}
${heatMap(chart, tally)}
${reasons.length === 0 ? '' : html`<h3>What cannot occur, and why</h3><ol>${items}</ol>`}
<h3>State chart</h3>
<p>Each row of a state is a transition, how often it was taken, and a wire to the line of the state to which it
leads. The thicker the wire, the oftener: one step for each factor of ten.</p>
${chartDrawing(chart, tally)}
<h3>Transitions</h3>
${transitions(tally.transitions(chart))}
`;
}

function transitions(moves: readonly MoveCount[]): Html {
  const rows = moves.map(
    ({ from, event, to, counts }) =>
      html`<tr${total(counts) === 0 ? html` class="never"` : ''}><td>${from}</td><td>${event}</td><td>${to}</td>${FAULT_LEVELS.map(
        (level) => html`<td class="n">${digitGroups(counts[level])}</td>`,
      )}</tr>
`,
  );
  return html`<div class="wide" tabindex="0"><table class="moves">
<thead><tr><th>from</th><th>event</th><th>to</th>${FAULT_LEVELS.map((level) => html`<th class="n">${level}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

function names(all: readonly string[]): readonly Html[] {
  return all.map((name, at) => html`${at === 0 ? '' : ', '}<code>${name}</code>`);
}
