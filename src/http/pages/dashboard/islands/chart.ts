/** Draws the bars of a page's charts. Loaded by pages that have one; the table beside it says the same. */
import uPlot from 'uplot';

const HEIGHT_PX = 220;
const DAY_S = 86_400;
/** Room above the highest bar. */
const HEADROOM = 1.05;

for (const figure of document.querySelectorAll<HTMLElement>('[data-bars]')) draw(figure);

function draw(figure: HTMLElement): void {
  const place = figure.querySelector('div');
  const told = figure.querySelector('output');
  if (place === null || told === null) return;
  const [days = [], values = []] = JSON.parse(figure.dataset.bars ?? '[]') as number[][];
  figure.hidden = false;
  let chart: uPlot | undefined;
  const again = () => {
    chart?.destroy();
    chart = new uPlot(optionsOf(figure, place, told), [days, values], place);
  };
  again();
  const width = new ResizeObserver(() => chart?.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
  width.observe(place);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
}

function optionsOf(figure: HTMLElement, place: HTMLElement, told: HTMLElement): uPlot.Options {
  const { locale = 'en' } = figure.dataset;
  const { bars } = uPlot.paths;
  const styles = getComputedStyle(place);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const axis = {
    stroke: colour('--text-soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${colour('--font')}`,
  };
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    tzDate: (at) => uPlot.tzDate(new Date(at * 1_000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: {
      x: { range: (_, from, to) => [from - DAY_S / 2, to + DAY_S / 2] },
      y: { range: (_, __, highest) => [0, highest > 0 ? highest * HEADROOM : 1] },
    },
    axes: [
      {
        ...axis,
        space: 64,
        incrs: [1, 2, 7, 14, 30, 60, 90].map((days) => days * DAY_S),
        values: (_, at) => at.map((one) => day.format(one * 1_000)),
      },
      { ...axis, size: 64, values: (_, at) => at.map((one) => amount.format(one)) },
    ],
    series: [
      {},
      {
        fill: colour('--accent'),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars({ size: [0.7, 40] }) }),
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx }, data: [days, values] }) => {
          const [at, value] = [days[idx ?? -1], values?.[idx ?? -1]];
          told.textContent =
            at === undefined ? '' : `· ${day.format(at * 1_000)}: ${amount.format(value ?? 0)}`;
        },
      ],
    },
  };
}
