/** The newest keys with their requests of the last minute, as they were; the script keeps them up to date. */
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Badge } from '../components/blocks.js';
import { Live, LiveView } from '../components/live.js';
import { Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { LIVE } from '../texts/overview-texts.js';
import { formatAmount, formatCount, unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';
import type { KeyStanding } from './standing.js';

export function LiveKeys({ keys }: { readonly keys: readonly KeyStanding[] }) {
  const say = useTexts();
  const { language } = useView();
  return (
    <LiveView at="/live">
      <Table
        caption={say(KEYS.title)}
        columns={[
          { head: say(KEYS.name) },
          { head: say(LIVE.lastMinute) },
          { head: say(LIVE.unfinished), align: 'end', isAside: true },
          { head: `${say(KEYS.balance)} (${unitOf(language)})`, align: 'end' },
        ]}
      >
        {keys.map(({ key, lastMinute }) => (
          <tr key={key.id}>
            <th scope="row">
              <a href={`/keys/${key.id}`}>
                <bdi>{key.name ?? say(KEYS.unnamed)}</bdi>
              </a>{' '}
              {key.isRevoked && <Badge tone="plain">{say(KEYS.revoked)}</Badge>}
            </th>
            <td>
              <span class="rate">
                <span>
                  <Live of={`keys|${key.id}|last_minute`}>{formatCount(language, lastMinute)}</Live> /{' '}
                  <Live of={`keys|${key.id}|limit_rpm`}>{formatCount(language, key.rateLimitRpm)}</Live>
                </span>
                <meter
                  aria-label={say(LIVE.lastMinute)}
                  min={0}
                  max={key.rateLimitRpm}
                  value={lastMinute}
                  data-live={`keys|${key.id}|last_minute`}
                />
              </span>
            </td>
            <td class="end aside">
              <Live of={`keys|${key.id}|unfinished_jobs`}>{formatCount(language, key.open.video_job)}</Live>
            </td>
            <td class="end">
              <Live of={`keys|${key.id}|balance`} format="amount">
                {formatAmount(language, balanceOf(key.balances))}
              </Live>
            </td>
          </tr>
        ))}
      </Table>
    </LiveView>
  );
}
