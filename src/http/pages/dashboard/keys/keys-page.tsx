/** The list of an account's keys. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Badge, EmptyState, PageHead } from '../components/blocks.js';
import { Amount, Count, MarkedPart } from '../components/figures.js';
import { LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { MANAGEMENT_KEYS } from '../texts/management-key-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

export interface KeysPageProps {
  readonly keys: readonly ApiKeyState[];
  /** Of the keys' accounts, by id, if there are keys of several. */
  readonly accountNames: ReadonlyMap<string, string> | undefined;
  /** The account that an operator asked for, if it is not their own. */
  readonly of: AccountState | undefined;
  /** The page that creates a key; undefined if the reader may not. */
  readonly create: string | undefined;
  /** The page of management keys; undefined if the reader may not see it. */
  readonly management: string | undefined;
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

export function KeysPage({ keys, accountNames, of, management, newest, older, ...props }: KeysPageProps) {
  const say = useTexts();
  const create = props.create !== undefined && (
    <LinkButton href={props.create} kind="primary">
      {say(KEYS.create)}
    </LinkButton>
  );
  const hint = say(create ? KEYS.noneHint : KEYS.noneForMembers);
  return (
    <Shell title={say(KEYS.title)}>
      <PageHead
        title={say(KEYS.title)}
        lead={say(KEYS.lead)}
        above={of && { href: `/accounts/${of.id}`, title: of.name }}
      >
        {management !== undefined && <LinkButton href={management}>{say(MANAGEMENT_KEYS.title)}</LinkButton>}
        {keys.length > 0 && create}
      </PageHead>
      {keys.length === 0 ? (
        <EmptyState icon="keys" title={say(KEYS.none)} hint={hint}>
          {create}
        </EmptyState>
      ) : (
        <KeyTable keys={keys} accountNames={accountNames} />
      )}
      <Pages newest={newest} older={older} />
    </Shell>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKeyState[];
  readonly accountNames?: KeysPageProps['accountNames'];
}

export function KeyTable({ keys, accountNames }: KeyTableProps) {
  const say = useTexts();
  const { language } = useView();
  const inUnit = (text: string) => `${text} (${unitOf(language)})`;
  return (
    <Table
      caption={say(KEYS.title)}
      columns={[
        { head: say(KEYS.name) },
        ...(accountNames === undefined ? [] : [{ head: say(KEYS.account), isAside: true }]),
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
            <small class="mono aside">
              <bdi>{key.id}</bdi>
            </small>
          </th>
          {accountNames !== undefined && (
            <td class="aside">
              <a href={`/keys?account=${key.account}`}>
                <bdi>{accountNames.get(key.account)}</bdi>
              </a>
            </td>
          )}
          <td class="end aside">
            <Count of={key.rateLimitRpm} />
          </td>
          <td class="end aside">
            <Amount of={key.balances.reserved} unit={false} />
          </td>
          <td class="end">
            <Amount of={balanceOf(key.balances)} unit={false} />
            <MarkedPart of={key.balances.marked} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
