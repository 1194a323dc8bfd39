/** One account, as an operator sees it. */
import type { AccountState } from '../../../../actors/accounts/account.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { totalBalance } from '../../../../actors/money/totals.js';
import type { Person } from '../../../../actors/people/user-record.js';
import { Card, EmptyState, Notice, PageHead, Section } from '../components/blocks.js';
import { Amount, Figure, Figures, Time } from '../components/figures.js';
import { Button, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Table } from '../components/table.js';
import { KeyTable } from '../keys/keys-page.js';
import { KEYS } from '../texts/key-texts.js';
import { MOVE_DONE } from '../texts/ledger-texts.js';
import { ACCOUNTS, ONE_ACCOUNT } from '../texts/operators/account-texts.js';
import { PEOPLE } from '../texts/people-texts.js';
import { ROLES } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { Verified } from './accounts-page.js';
import { CreditForm, type CreditFormProps } from './credit-form.js';

/** The act that led to the page. */
export type AccountDone =
  | { readonly kind: 'saved' }
  | { readonly kind: 'credit' | 'debit'; readonly key: ApiKeyState };

interface AccountPageProps {
  readonly account: AccountState;
  /** Those of its table: the newest few. */
  readonly keys: readonly ApiKeyState[];
  readonly people: readonly Person[];
  readonly credit: CreditFormProps;
  readonly done: AccountDone | undefined;
  /** As typed; undefined if no name was refused. */
  readonly wrongName: string | undefined;
}

export function AccountPage(props: AccountPageProps) {
  const { account, done } = props;
  const say = useTexts();
  return (
    <Shell title={account.name}>
      <PageHead
        title={account.name}
        above={{ href: '/accounts', title: say(ACCOUNTS.title) }}
        badge={<Verified of={account} />}
      >
        <LinkButton href={`/top-up?account=${account.id}`}>{say(ONE_ACCOUNT.orders)}</LinkButton>
        <LinkButton href={`/people/audit?account=${account.id}`}>{say(ONE_ACCOUNT.audit)}</LinkButton>
        <LinkButton href={`/people/invite?account=${account.id}&role=owner`} kind="primary">
          {say(ONE_ACCOUNT.invite)}
        </LinkButton>
      </PageHead>
      {done !== undefined && <Done of={done} />}
      <Totals of={account} />
      <Keys {...props} />
      <CreditForm {...props.credit} />
      <People {...props} />
      <Settings {...props} />
      <dl class="facts small">
        <dt>ID</dt>
        <dd class="mono">
          <bdi>{account.id}</bdi>
        </dd>
        <dt>{say(ACCOUNTS.created)}</dt>
        <dd>
          <Time at={account.createdAt} />
        </dd>
      </dl>
    </Shell>
  );
}

function Done({ of }: { readonly of: AccountDone }) {
  const say = useTexts();
  if (of.kind === 'saved') return <Notice tone="good">{say(ONE_ACCOUNT.saved)}</Notice>;
  return (
    <Notice tone="good">
      {say(MOVE_DONE[of.kind])}{' '}
      <a href={`/keys/${of.key.id}`}>
        <bdi>{of.key.name ?? say(KEYS.unnamed)}</bdi>
      </a>
    </Notice>
  );
}

function Totals({ of: { totals } }: { readonly of: AccountState }) {
  const say = useTexts();
  const figures = [
    [ACCOUNTS.balance, totalBalance(totals)],
    ...(totals.marked === 0n ? [] : [[KEYS.marked, totals.marked] as const]),
    [ONE_ACCOUNT.credited, totals.credited],
    [KEYS.charged, totals.charged],
    [KEYS.reserved, totals.reserved],
  ] as const;
  return (
    <Figures>
      {figures.map(([label, amount]) => (
        <Figure key={label.en} label={say(label)}>
          <Amount of={amount} />
        </Figure>
      ))}
    </Figures>
  );
}

function Keys({ account, keys }: AccountPageProps) {
  const say = useTexts();
  const create = (
    <LinkButton href={`/keys/new?account=${account.id}`} kind="quiet">
      {say(KEYS.create)}
    </LinkButton>
  );
  return (
    <Section
      title={say(KEYS.title)}
      aside={
        <span class="actions">
          {keys.length > 0 && <a href={`/keys?account=${account.id}`}>{say(ONE_ACCOUNT.allKeys)}</a>}
          {create}
        </span>
      }
    >
      {keys.length === 0 ? (
        <EmptyState icon="keys" title={say(ONE_ACCOUNT.noKeys)} hint={say(ONE_ACCOUNT.noKeysHint)} />
      ) : (
        <KeyTable keys={keys} />
      )}
    </Section>
  );
}

function People({ account, people }: AccountPageProps) {
  const say = useTexts();
  return (
    <Section
      title={say(PEOPLE.title)}
      aside={<a href={`/people?account=${account.id}`}>{say(ONE_ACCOUNT.allPeople)}</a>}
    >
      {people.length === 0 ? (
        <Notice tone="plain">{say(ONE_ACCOUNT.noPeople)}</Notice>
      ) : (
        <Table
          caption={say(PEOPLE.title)}
          columns={[{ head: say(PEOPLE.name) }, { head: say(PEOPLE.role), align: 'end' }]}
        >
          {people.map(({ id, name, role }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`/people/${id}`}>
                  <bdi>{name}</bdi>
                </a>
              </th>
              <td class="end">{say(ROLES[role])}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function Settings({ account, wrongName }: AccountPageProps) {
  const say = useTexts();
  const action = `/accounts/${account.id}`;
  const { isVerified } = account;
  return (
    <Card title={say(ONE_ACCOUNT.settings)}>
      <form class="form" method="post" action={action}>
        <p class="soft">{say(isVerified ? ACCOUNTS.verifiedHint : ACCOUNTS.unverifiedHint)}</p>
        <div class="actions">
          <Button act={isVerified ? 'unverify' : 'verify'}>
            {say(isVerified ? ONE_ACCOUNT.unverify : ONE_ACCOUNT.verify)}
          </Button>
        </div>
      </form>
      <form class="form apart" method="post" action={action}>
        <Field
          name="name"
          label={say(ACCOUNTS.name)}
          error={wrongName === undefined ? undefined : say(ACCOUNTS.nameWanted)}
          value={wrongName ?? account.name}
          maxLength={100}
          autoComplete="off"
          required
        />
        <div class="actions">
          <Button act="rename">{say(ONE_ACCOUNT.rename)}</Button>
        </div>
      </form>
    </Card>
  );
}
