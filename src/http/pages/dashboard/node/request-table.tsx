/** Answers by status, requests that windows refused, and errors by code. */
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Section } from '../components/blocks.js';
import { Table } from '../components/table.js';
import { NODE } from '../texts/operators/node-texts.js';
import { useTexts } from '../view/view.js';
import { NodeFigure } from './node-figure.js';

const ERRORS_SHOWN = 6;

export function RequestTable({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  const rows = [
    ...['2xx', '4xx', '5xx'].map((name) => [say(NODE.answers), name, `requests|answered|${name}`]),
    [say(NODE.aborted), '', 'requests|aborted'],
    [say(NODE.refusedOfKeys), '', 'limits|api_key|refused'],
    [say(NODE.refusedOfManagement), '', 'limits|management_key|refused'],
    [say(NODE.refusedOfAddresses), '', 'limits|address|refused'],
    ...mostOf(frame.requests.errors).map((code) => [say(NODE.errors), code, `requests|errors|${code}`]),
  ] as const;
  return (
    <Section title={say(NODE.requests)}>
      <Table
        caption={say(NODE.requests)}
        columns={[
          { head: say(NODE.kind) },
          { head: say(NODE.perSecond), align: 'end' },
          { head: say(NODE.sinceStart), align: 'end' },
        ]}
      >
        {rows.map(([title, name, of = '']) => (
          <tr key={of}>
            <th scope="row">
              {title} {name !== '' && <bdi class="mono">{name}</bdi>}
            </th>
            <td class="end">
              <NodeFigure frame={frame} of={of} format="rate" />
            </td>
            <td class="end">
              <NodeFigure frame={frame} of={of} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function mostOf(errors: LiveFrame['requests']['errors']): readonly string[] {
  return Object.entries(errors)
    .sort(([, a], [, b]) => b - a)
    .slice(0, ERRORS_SHOWN)
    .map(([code]) => code);
}
