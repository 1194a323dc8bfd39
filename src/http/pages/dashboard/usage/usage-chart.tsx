/** The charges of each day, as bars. The script draws them; the table on the page has the same figures. */
import { printDa } from '../../../../money/micro-da.js';
import { LOCALES } from '../texts/language.js';
import { USAGE } from '../texts/usage-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { UsageGroup } from './read-usage.js';

const DAY_S = 86_400;

interface UsageChartProps {
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  /** By day; those without usage are left out. */
  readonly groups: readonly UsageGroup[];
}

export function UsageChart({ from, to, groups }: UsageChartProps) {
  const say = useTexts();
  const { language, assets } = useView();
  const byDay = new Map(groups.map(({ id, cost }) => [secondsOf(id), Number(printDa(cost))]));
  const days: number[] = [];
  for (let day = secondsOf(from); day <= secondsOf(to); day += DAY_S) days.push(day);
  const points = [days, days.map((day) => byDay.get(day) ?? 0)];
  return (
    <>
      <figure
        class="chart"
        hidden
        aria-hidden="true"
        data-bars={JSON.stringify(points)}
        data-locale={LOCALES[language]}
      >
        <figcaption class="small soft">
          {say(USAGE.chart)} ({unitOf(language)}) <output />
        </figcaption>
        <div dir="ltr" />
      </figure>
      <script type="module" src={assets.chart} />
    </>
  );
}

function secondsOf(day: string): number {
  return Date.parse(day) / 1_000;
}
