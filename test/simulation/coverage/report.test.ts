import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chartDrawing } from '../../../simulation/coverage/chart-drawing.js';
import { compact } from '../../../simulation/coverage/figures.js';
import { heatMap } from '../../../simulation/coverage/heat-map.js';
import { IN_A_NODE } from '../../../simulation/coverage/machines.js';
import { coveragePage } from '../../../simulation/coverage/report-page.js';
import { coverageText } from '../../../simulation/coverage/report-text.js';
import { CoverageTally } from '../../../simulation/coverage/tally.js';
import { lamp, lampChart, step } from './lamp.js';

const CHROMIUM = '/usr/bin/chromium';

function someLamps(): CoverageTally {
  const tally = new CoverageTally(lamp);
  tally.addMoves([
    { ...step('off', 'PRESS', 'on'), counts: { none: 1_234, light: 56, heavy: 7 } },
    { ...step('on', 'DROP', 'broken'), counts: { none: 0, light: 0, heavy: 3 } },
    { ...step('on', 'DROP', 'on', false), counts: { none: 0, light: 2, heavy: 0 } },
    { ...step('broken', 'PRESS', 'broken', false), counts: { none: 0, light: 0, heavy: 1 } },
  ]);
  return tally;
}

describe('the report as text', () => {
  it('names what was run, what was reached, each pair by fault level, and why pairs cannot occur', () => {
    expect(coverageText(someLamps(), [['seed', '7']])).toBe(`Coverage of the state machines
  seed: 7

states               3 of 3
transitions          2 of 4
pairs (state, event) 3 of the 5 that can occur

Never occurred, though they can:
  lamp: PRESS in on
  lamp: DROP in off

lamp

  on                                none       light       heavy
    PRESS                                                  NEVER  off
    DROP                                                   NEVER  on
    DROP                               0           0           3  broken
    DROP                               0           2           0  ignored

  off                               none       light       heavy
    PRESS                          1,234          56           7  on
    DROP                    NEVER

  broken                            none       light       heavy
    PRESS                              0           0           1  ignored
    DROP                    cannot occur [1]

  cannot occur:
  [1] It lies already.
`);
  });

  it('names what goes against what is held of a machine', () => {
    const tally = someLamps();
    tally.add(step('broken', 'DROP', 'broken', false), 'heavy');
    tally.add(step('off', 'PRESS', 'broken'), 'heavy');
    const text = coverageText(tally, []);
    expect(text).toContain('  lamp: DROP ignored in broken is held to be impossible, and occurred once\n');
    expect(text).toContain('  lamp: off --PRESS--> broken is not in the chart, and occurred once\n');
    expect(text).toMatch(/^ {4}DROP +0 +0 +1 {2}ignored$/m);
  });
});

it('a report of no machine says so', () => {
  const none = new CoverageTally({ charts: [], cannotOccur: [] });
  for (const report of [
    coverageText(none, [['model', 'window']]),
    coveragePage(none, [['model', 'window']]),
  ]) {
    expect(report).toContain('window');
    expect(report).toContain('No state machine takes part in this model.');
    expect(report).not.toMatch(/0 of/);
  }
});

describe('the report as a page', () => {
  it('needs nothing beside it and runs nothing', () => {
    const page = coveragePage(someLamps(), []);
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\bon\w+=|style="|@import|url\(|href=|src=|https?:/i);
  });

  it('escapes whatever it is told', () => {
    const nasty = `<b>"'&`;
    const evil = new CoverageTally({
      charts: [
        {
          ...lampChart,
          machine: nasty,
          initial: nasty,
          states: lampChart.states.map((state) => ({ ...state, path: nasty })),
          events: [nasty],
          transitions: [
            {
              from: nasty,
              event: nasty,
              to: nasty,
              guard: nasty,
              actions: [],
              reenters: false,
              declaredIn: '',
            },
          ],
        },
      ],
      cannotOccur: [{ machine: nasty, state: nasty, event: nasty, reason: nasty }],
    });
    evil.add({ machine: nasty, from: nasty, event: nasty, to: nasty, isHandled: true }, 'none');
    const page = coveragePage(evil, [[nasty, nasty]]);
    expect(page).not.toContain('<b>"');
    expect(page).not.toContain(`"'&`);
    expect(page).toContain('<h2>&lt;b&gt;&quot;&#39;&amp;</h2>');
  });

  it('tells apart pairs that occurred, were ignored, are missing, cannot occur, and do so all the same', () => {
    const tally = someLamps();
    const cells = () =>
      [...heatMap(lampChart, tally).text.matchAll(/<td class="([^"]*)"/g)].map(([, kind]) => kind);
    expect(cells()).toEqual(['never', 'heat-1', 'heat-4', 'never', 'heat-1 ignored', 'cannot']);
    tally.add(step('broken', 'DROP', 'broken', false), 'heavy');
    expect(cells().at(-1)).toBe('refuted');
    expect(heatMap(lampChart, tally).text).toContain(
      'title="PRESS in off: none 1,234, light 56, heavy 7."><span>1.2k</span><span>56</span><span>7</span>',
    );
  });

  it('draws each move once, the thicker the oftener, and marks what was never taken or reached', () => {
    const drawing = chartDrawing(lampChart, someLamps()).text;
    const wires = [...drawing.matchAll(/<g class="wire ([^"]*)"[\s\S]*?stroke-width="([^"]*)"/g)];
    expect(wires.map(([, kind, width]) => [kind === 'never', Number(width)])).toEqual([
      [false, 3.5],
      [true, 1],
      [true, 1],
      [false, 1.4],
    ]);
    expect(drawing.match(/class="state"/g)).toHaveLength(3);
    expect(chartDrawing(lampChart, new CoverageTally(lamp)).text.match(/class="state never"/g)).toHaveLength(
      3,
    );
  });

  it.runIf(existsSync(CHROMIUM))(
    'is as wide as the window, on a phone too, and asks a browser for nothing more',
    { timeout: 60_000 },
    async () => {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
      try {
        for (const { width, colorScheme } of [
          { width: 360, colorScheme: 'dark' },
          { width: 1_200, colorScheme: 'light' },
        ] as const) {
          const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
          const page = await context.newPage();
          const wrong: string[] = [];
          page.on('console', (message) => wrong.push(message.text()));
          page.on('pageerror', (error) => wrong.push(String(error)));
          page.on('request', (request) => wrong.push(request.url()));
          await page.setContent(coveragePage(new CoverageTally(IN_A_NODE), [['model', 'node']]));
          const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
          expect(widths).toEqual([width, width]);
          expect(await page.getByText('LAST_CALL_UNSETTLED').first().isVisible()).toBe(true);
          const chart = await page.locator('svg.chart').boundingBox();
          expect(chart?.width).toBeGreaterThan(300);
          expect(wrong).toEqual([]);
        }
      } finally {
        await browser.close();
      }
    },
  );
});

describe('counts', () => {
  it('are printed in four characters at most where room is short, never more than there were', () => {
    expect([0, 999, 1_000, 1_999, 9_999, 10_000, 999_999, 1_000_000, 12_345_678].map(compact)).toEqual([
      '0',
      '999',
      '1k',
      '1.9k',
      '9.9k',
      '10k',
      '999k',
      '1M',
      '12M',
    ]);
  });
});
