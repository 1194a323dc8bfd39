/** The list of an account's keys. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Badge, EmptyState, PageHead } from '../components/blocks.js';
import { Amount, Count } from '../components/figures.js';
import { LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

export interface KeysPageProps {
  readonly keys: readonly ApiKeyState[];
  readonly mayCreate: boolean;
  readonly isFirst: boolean;
  /** Id of the last key of this page; undefined if there are no more. */
  readonly next: string | undefined;
}

export function KeysPage({ keys, mayCreate, isFirst, next }: KeysPageProps) {
  const say = useTexts();
  const create = mayCreate && (
    <LinkButton href="/keys/new" kind="primary">
      {say(KEYS.create)}
    </LinkButton>
  );
  const hint = say(mayCreate ? KEYS.noneHint : KEYS.noneForMembers);
  return (
    <Shell title={say(KEYS.title)}>
      <PageHead title={say(KEYS.title)} lead={say(KEYS.lead)}>
        {keys.length > 0 && create}
      </PageHead>
      {keys.length === 0 ? (
        <EmptyState icon="keys" title={say(KEYS.none)} hint={hint}>
          {create}
        </EmptyState>
      ) : (
        <KeyTable keys={keys} />
      )}
      <Pages newest={isFirst ? undefined : '/keys'} older={next && `/keys?after=${next}`} />
    </Shell>
  );
}

export function KeyTable({ keys }: { readonly keys: readonly ApiKeyState[] }) {
  const say = useTexts();
  const { language } = useView();
  const inUnit = (text: string) => `${text} (${unitOf(language)})`;
  return (
    <Table
      caption={say(KEYS.title)}
      columns={[
        { head: say(KEYS.name) },
        { head: say(KEYS.limit), align: 'end', isAside: true },
        { head: inUnit(say(KEYS.reserved)), align: 'end', isAside: true },
        { head: inUnit(say(KEYS.balance)), align: 'end' },
      ]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            <a href={`/keys/${key.id}`}>
              <bdi>{key.name ?? say(KEYS.unnamed)}</bdi>
            </a>{' '}
            {key.isRevoked && <Badge tone="plain">{say(KEYS.revoked)}</Badge>}
            <small class="mono aside" dir="ltr">
              {key.id}
            </small>
          </th>
          <td class="end aside">
            <Count of={key.rateLimitRpm} />
          </td>
          <td class="end aside">
            <Amount of={key.balances.reserved} unit={false} />
          </td>
          <td class="end">
            <Amount of={balanceOf(key.balances)} unit={false} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
