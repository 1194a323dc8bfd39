/** The charts of a page in a real browser: its script is run, and what it has drawn is looked at. */
import type { Page } from 'playwright-core';
import { readAsset } from '../../../../src/packaged/assets.js';

/** Colours of a canvas may be a little off those of its style sheet. */
const NEAR = 24;

/** The part of a page: how many pixels of each chart have the colour of its bars, and how wide it is. */
const DRAWN = `[...document.querySelectorAll('[data-bars]')].map((figure) => {
  const canvas = figure.querySelector('canvas');
  const brush = canvas.getContext('2d');
  brush.save();
  brush.fillStyle = getComputedStyle(figure).getPropertyValue('--accent').trim();
  const wanted = brush.fillStyle.match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16));
  brush.restore();
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  let bars = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isNear = wanted.every((part, of) => Math.abs(part - data[at + of]) < ${NEAR});
    if (isNear && data[at + 3] > 0) bars += 1;
  }
  return { bars, isShown: figure.clientWidth > 0, hasTable: document.querySelector('main table') !== null };
})`;

interface Drawn {
  readonly bars: number;
  readonly isShown: boolean;
  readonly hasTable: boolean;
}

/** Draws the charts of the page, each of which has to show a bar, and beside it a table. @returns faults */
export async function drawCharts(page: Page): Promise<readonly string[]> {
  if ((await page.locator('[data-bars]').count()) === 0) return [];
  await page.addScriptTag({ content: readAsset('dist/assets/chart.js').toString(), type: 'module' });
  await page.locator('[data-bars] canvas').first().waitFor();
  // The chart draws with the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  const charts = (await page.evaluate(DRAWN)) as readonly Drawn[];
  return charts.flatMap(({ bars, isShown, hasTable }) => [
    ...(isShown ? [] : ['a chart is not shown']),
    ...(bars > 0 ? [] : ['a chart has no bar']),
    ...(hasTable ? [] : ['a chart has no table']),
  ]);
}
