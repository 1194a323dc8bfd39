/** The charges of today and of the last seven days, by model. */
import { ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import { Section } from '../components/blocks.js';
import { Amount } from '../components/figures.js';
import { Table } from '../components/table.js';
import { LIVE } from '../texts/overview-texts.js';
import { GROUPINGS, PERIODS, USAGE } from '../texts/usage-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { Standing } from './standing.js';

export function Spend({ byModel, today }: Pick<Standing, 'byModel' | 'today'>) {
  const say = useTexts();
  const { language } = useView();
  if (byModel.groups.length === 0) return null;
  const inUnit = (text: string) => `${text} (${unitOf(language)})`;
  const costToday = new Map(today.groups.map(({ id, cost }) => [id, cost]));
  const rows = byModel.groups.map(({ id, cost }) => ({ title: id, cost, today: costToday.get(id) }));
  const total = { title: say(USAGE.total), cost: byModel.total.cost, today: today.total.cost };
  return (
    <Section title={say(LIVE.spend)} aside={<a href="/usage">{say(LIVE.allUsage)}</a>}>
      <Table
        caption={say(LIVE.spend)}
        columns={[
          { head: say(GROUPINGS.model) },
          { head: inUnit(say(LIVE.today)), align: 'end' },
          { head: inUnit(say(PERIODS[7])), align: 'end' },
        ]}
      >
        {[...rows, ...(rows.length > 1 ? [total] : [])].map(({ title, cost, today = ZERO_MICRO_DA }) => (
          <tr key={title}>
            <th scope="row">
              <bdi>{title}</bdi>
            </th>
            <td class="end">
              <Amount of={today} unit={false} />
            </td>
            <td class="end">
              <Amount of={cost} unit={false} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
