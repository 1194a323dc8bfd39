/** Answers by status, requests that windows refused, and errors by code. */

import { ERRORS } from '../../../errors.js';
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Section } from '../components/blocks.js';
import { Table } from '../components/table.js';
import { figureIn, isThere } from '../islands/frame-figures.js';
import { NODE } from '../texts/operators/node-texts.js';
import { useTexts } from '../view/view.js';
import { NodeFigure } from './node-figure.js';

/** One answered while somebody watches shows up, too. */
const CODES = Object.keys(ERRORS);
const ERRORS_PATH = 'requests|errors|';

export function RequestTable({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  const rows = [
    ...['2xx', '4xx', '5xx'].map((name) => [say(NODE.answers), name, `requests|answered|${name}`]),
    [say(NODE.aborted), '', 'requests|aborted'],
    [say(NODE.refusedOfKeys), '', 'limits|api_key|refused'],
    [say(NODE.refusedOfManagement), '', 'limits|management_key|refused'],
    [say(NODE.refusedOfAddresses), '', 'limits|address|refused'],
    ...mostFirst(frame.requests.errors).map((code) => [say(NODE.errors), code, ERRORS_PATH + code]),
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
          <tr key={of} {...(of.startsWith(ERRORS_PATH) ? shownIfThere(frame, of) : {})}>
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

function mostFirst(errors: Readonly<Record<string, number>>): readonly string[] {
  return CODES.toSorted((one, other) => (errors[other] ?? 0) - (errors[one] ?? 0));
}

function shownIfThere(frame: LiveFrame, of: string) {
  return { 'data-live': of, 'data-format': 'shown', hidden: !isThere(figureIn(frame, of)) };
}
