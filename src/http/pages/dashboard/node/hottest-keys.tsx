/** The keys with the most requests in their last minute. */
import type { LiveFrame, LiveKey } from '../../../live/frame-shape.js';
import { Section } from '../components/blocks.js';
import { LiveIf } from '../components/live.js';
import { Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { NODE } from '../texts/operators/node-texts.js';
import { LIVE } from '../texts/overview-texts.js';
import { useTexts } from '../view/view.js';
import { NodeFigure } from './node-figure.js';

/** Rows without a key are hidden until a frame has one for them. */
const ROWS = Array.from({ length: 10 }, (_, at) => at);

export function HottestKeys({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  return (
    <Section title={say(NODE.hottestKeys)}>
      <LiveIf of="hottest_keys" is="hidden" now={frame.hottest_keys}>
        <p class="soft">{say(NODE.noHotKeys)}</p>
      </LiveIf>
      <LiveIf of="hottest_keys" is="shown" now={frame.hottest_keys}>
        <Table
          caption={say(NODE.hottestKeys)}
          columns={[{ head: say(KEYS.name) }, { head: say(LIVE.lastMinute) }]}
        >
          {ROWS.map((at) => (
            <HotKey key={at} at={at} frame={frame} />
          ))}
        </Table>
      </LiveIf>
    </Section>
  );
}

function HotKey({ at, frame }: { readonly at: number; readonly frame: LiveFrame }) {
  const say = useTexts();
  const path = (figure: keyof LiveKey) => `hottest_keys|${at}|${figure}`;
  const key = frame.hottest_keys[at];
  return (
    <tr data-live={path('id')} data-format="shown" hidden={key === undefined}>
      <th scope="row">
        <NodeFigure frame={frame} of={path('name')} format="text" />
        <small class="mono">
          <a
            {...(key?.kind === 'api_key' && { href: `/keys/${key.id}` })}
            data-live={path('id')}
            data-format="text"
          >
            {key?.id}
          </a>
        </small>
      </th>
      <td>
        <span class="rate">
          <span>
            <NodeFigure frame={frame} of={path('last_minute')} /> /{' '}
            <NodeFigure frame={frame} of={path('limit_rpm')} />
          </span>
          <meter
            aria-label={say(LIVE.lastMinute)}
            min={0}
            max={key?.limit_rpm ?? 1}
            value={key?.last_minute ?? 0}
            data-live={path('last_minute')}
            data-max={path('limit_rpm')}
          />
        </span>
      </td>
    </tr>
  );
}
