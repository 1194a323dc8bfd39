/** The list of all accounts. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import { totalBalance } from '../../../../actors/money/totals.js';
import { Badge, PageHead } from '../components/blocks.js';
import { Amount, Count, MarkedPart, Time } from '../components/figures.js';
import { LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages, Table } from '../components/table.js';
import { ACCOUNTS } from '../texts/operators/account-texts.js';
import { unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

interface AccountsPageProps {
  readonly accounts: readonly AccountState[];
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

export function AccountsPage({ accounts, newest, older }: AccountsPageProps) {
  const say = useTexts();
  const { language } = useView();
  return (
    <Shell title={say(ACCOUNTS.title)}>
      <PageHead title={say(ACCOUNTS.title)} lead={say(ACCOUNTS.lead)}>
        <LinkButton href="/accounts/new" kind="primary">
          {say(ACCOUNTS.create)}
        </LinkButton>
      </PageHead>
      <Table
        caption={say(ACCOUNTS.title)}
        columns={[
          { head: say(ACCOUNTS.name) },
          { head: say(ACCOUNTS.state), isAside: true },
          { head: say(ACCOUNTS.created), isAside: true },
          { head: say(ACCOUNTS.keys), align: 'end', isAside: true },
          { head: `${say(ACCOUNTS.balance)} (${unitOf(language)})`, align: 'end' },
        ]}
      >
        {accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              <a href={`/accounts/${account.id}`}>
                <bdi>{account.name}</bdi>
              </a>
              <small class="mono aside">
                <bdi>{account.id}</bdi>
              </small>
              <small class="narrow-only">
                <Verified of={account} />
              </small>
            </th>
            <td class="aside">
              <Verified of={account} />
            </td>
            <td class="aside">
              <Time at={account.createdAt} />
            </td>
            <td class="end aside">
              <Count of={account.activeKeys} />
            </td>
            <td class="end">
              <Amount of={totalBalance(account.totals)} unit={false} />
              <MarkedPart of={account.totals.marked} />
            </td>
          </tr>
        ))}
      </Table>
      <Pages newest={newest} older={older} />
    </Shell>
  );
}

export function Verified({ of }: { readonly of: AccountState }) {
  const say = useTexts();
  return (
    <Badge tone={of.isVerified ? 'good' : 'plain'}>
      {say(of.isVerified ? ACCOUNTS.verified : ACCOUNTS.unverified)}
    </Badge>
  );
}
