/** The style of the report of coverage: light or dark as the reader's system is, and readable on a phone. */
import { LINE_COLOURS } from './chart-drawing.js';
import { HEAT_MAX } from './heat-map.js';

/** One hue a line of a chart; none of them red, which stands for what is missing. */
const HUES = [215, 32, 145, 275, 187, 318, 60, 95];

const LINES = Array.from(
  { length: LINE_COLOURS },
  (_, at) => `.line-${at}{--line:hsl(${HUES[at % HUES.length]} var(--line-tone))}`,
).join('\n');

const HEATS = Array.from(
  { length: HEAT_MAX },
  (_, at) => `.heat-${at + 1}{background:hsl(var(--heat) / ${((at + 1) * 0.8) / HEAT_MAX})}`,
).join('\n');

export const REPORT_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--faint:#5c6570;--edge:#cfd5dc;--panel:#f5f7f9;
--bad:#b3261e;--bad-paper:#fde7e5;--good:#1b6e3c;--heat:150 55% 45%;--line-tone:65% 38%;--odd:#7a2bb8}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e6e9ed;--faint:#9aa4af;--edge:#3a424b;
--panel:#1d2228;--bad:#ff8a80;--bad-paper:#4a1d1a;--good:#6fcf97;--heat:150 45% 42%;--line-tone:60% 64%;--odd:#cf9bff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.25rem 1rem 3rem;max-width:64rem;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}
p,ul,ol{margin:.4rem 0}code,.heat,.moves,svg text{font-family:ui-monospace,Menlo,Consolas,monospace}
code{font-size:.9em;overflow-wrap:anywhere}
dl.about{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.5rem 0;color:var(--faint)}
dl.about dd{margin:0;color:var(--ink);overflow-wrap:anywhere}
.sums{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.6rem;margin:1rem 0}
.sums div{background:var(--panel);border:1px solid var(--edge);border-radius:6px;padding:.5rem .75rem}
.sums b{display:block;font-size:1.25rem}.sums .all b{color:var(--good)}.sums .part b{color:var(--bad)}
.note{border-left:4px solid var(--bad);background:var(--panel);padding:.4rem .8rem;margin:.8rem 0}
.wide{width:fit-content;max-width:100%;overflow-x:auto;border:1px solid var(--edge);border-radius:6px}
table{border-collapse:collapse}
.heat{font-size:11px;line-height:1.3}
.heat td,.heat th{border:1px solid var(--edge);padding:2px 4px;text-align:right}
.heat tbody th{position:sticky;left:0;background:var(--panel);text-align:left;font-weight:600;white-space:nowrap}
.heat thead td{position:sticky;left:0;background:var(--panel)}
.heat thead th{vertical-align:bottom;text-align:center;padding:4px 2px;background:var(--panel);font-weight:600}
.heat thead span{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap;text-align:left}
.heat td{min-width:38px;height:50px}.heat td span{display:block}
.heat .never{background:var(--bad-paper);color:var(--bad);font-weight:700;text-align:center;box-shadow:inset 0 0 0 2px var(--bad)}
.heat .cannot{color:var(--faint);text-align:center;
background:repeating-linear-gradient(45deg,transparent 0 5px,var(--panel) 5px 10px)}
.heat .refuted{color:var(--odd);font-weight:700;box-shadow:inset 0 0 0 2px var(--odd)}
.heat .ignored{font-style:italic;color:var(--faint)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;font-size:.85rem;color:var(--faint);padding:0;list-style:none}
.legend li{display:flex;align-items:center}
.legend b{min-width:1.6em;padding:0 .3em;margin-right:.35em;border:1px solid var(--edge);
text-align:center;font-size:.85em;font-weight:600;line-height:1.3}
.legend .never{background:var(--bad-paper);color:var(--bad);border:2px solid var(--bad)}
.legend .refuted{color:var(--odd);border:2px solid var(--odd)}.legend .ignored{font-style:italic;font-weight:400}
.moves{font-size:12px;width:100%}.moves th,.moves td{padding:2px 8px;border-bottom:1px solid var(--edge);text-align:left}
.moves .n{text-align:right;font-variant-numeric:tabular-nums}.moves thead th{background:var(--panel)}
.moves .never td{color:var(--bad);font-weight:700}
.chart{display:block;max-width:100%;height:auto}
.chart text{font-size:11.5px;fill:var(--ink)}.chart .count{text-anchor:end;fill:var(--faint)}
.state rect{fill:var(--panel);stroke:var(--faint);stroke-width:1.2}.state rect+rect{fill:none}.state text{font-weight:700}
.state.never rect{stroke:var(--bad);stroke-dasharray:4 3}.state.never text,.wire.never text{fill:var(--bad)}
.start{fill:var(--ink);stroke:var(--ink)}
.line path,.wire path{fill:none;stroke:var(--line)}.line path{stroke-width:1.6}.line .tip{fill:var(--line);stroke:none}
.wire circle{fill:var(--line)}.wire.never{--line:var(--bad)}.wire.never path{stroke-dasharray:4 3}
${LINES}
${HEATS}
`;
