/** One key: its figures, its ledger, its settings. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import type { NumberedEntry } from '../../../../actors/keys/key-lists.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { Badge, Card, Notice, PageHead } from '../components/blocks.js';
import { Amount, Count, Figure, Figures, Time } from '../components/figures.js';
import { Button, Confirm, Field, LinkButton } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { KEYS, NEW_KEY, ONE_KEY } from '../texts/key-texts.js';
import { MOVE_DONE, MOVE_TITLES, ROTATE } from '../texts/ledger-texts.js';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';
import { LedgerSection } from './ledger-section.js';
import type { MovementKind } from './movement-page.js';

export interface KeyPageProps {
  readonly of: ApiKeyState;
  readonly entries: readonly NumberedEntry[];
  readonly isFirst: boolean;
  /** Number of the last entry of this page; undefined if there are no more. */
  readonly next: number | undefined;
  readonly mayChange: boolean;
  readonly mayLimit: boolean;
  readonly mayTopUp: boolean;
  /** True for operators. */
  readonly mayCredit: boolean;
  /** Of the key's account, if it is another one than the reader's. */
  readonly accountName: string | undefined;
  /** Names of the keys that transfers came from and went to, by their ids. */
  readonly otherNames: ReadonlyMap<string, string>;
  readonly outcome?: 'saved' | 'name' | 'limit' | MovementKind | undefined;
}

export function KeyPage(props: KeyPageProps) {
  const say = useTexts();
  const { of, outcome } = props;
  const title = of.name ?? say(KEYS.unnamed);
  return (
    <Shell title={title}>
      <PageHead
        title={title}
        above={{ href: '/keys', title: say(KEYS.title) }}
        badge={
          <Badge tone={of.isRevoked ? 'plain' : 'good'}>
            {say(of.isRevoked ? KEYS.revoked : KEYS.active)}
          </Badge>
        }
      >
        {props.mayTopUp && <LinkButton href={`/top-up?key=${of.id}`}>{say(SHELL.topUp)}</LinkButton>}
        <MoneyButtons {...props} />
      </PageHead>
      {outcome !== undefined && outcome in MOVE_DONE && (
        <Notice tone="good">{say(MOVE_DONE[outcome as MovementKind])}</Notice>
      )}
      {outcome === 'saved' && <Notice tone="good">{say(ONE_KEY.saved)}</Notice>}
      {of.isRevoked && <Notice tone="plain">{say(ONE_KEY.revokedHint)}</Notice>}
      <KeyFigures of={of} />
      <LedgerSection {...props} />
      {props.mayChange && !of.isRevoked && <Settings {...props} />}
      <dl class="facts small">
        <dt>ID</dt>
        <dd class="mono">
          <bdi>{of.id}</bdi>
        </dd>
        {props.accountName !== undefined && (
          <>
            <dt>{say(KEYS.account)}</dt>
            <dd>
              <a href={`/accounts/${of.account}`}>
                <bdi>{props.accountName}</bdi>
              </a>
            </dd>
          </>
        )}
        <dt>{say(KEYS.created)}</dt>
        <dd>
          <Time at={of.createdAt} />
        </dd>
      </dl>
    </Shell>
  );
}

function MoneyButtons({ of, mayChange, mayCredit }: KeyPageProps) {
  const say = useTexts();
  const hasBalance = balanceOf(of.balances) > 0;
  const kinds: readonly (readonly [MovementKind, boolean])[] = [
    ['transfer', mayChange && hasBalance],
    ['credit', mayCredit],
    ['debit', mayCredit && hasBalance],
  ];
  return (
    <>
      {kinds.map(
        ([kind, isShown]) =>
          isShown && (
            <LinkButton key={kind} href={`/keys/${of.id}/${kind}`}>
              {say(MOVE_TITLES[kind])}
            </LinkButton>
          ),
      )}
    </>
  );
}

function KeyFigures({ of }: { readonly of: ApiKeyState }) {
  const say = useTexts();
  return (
    <Figures>
      <Figure label={say(KEYS.balance)}>
        <Amount of={balanceOf(of.balances)} />
      </Figure>
      {of.balances.marked > 0 && (
        <Figure label={say(KEYS.marked)}>
          <Amount of={of.balances.marked} />
        </Figure>
      )}
      <Figure label={say(KEYS.reserved)}>
        <Amount of={of.balances.reserved} />
      </Figure>
      <Figure label={say(KEYS.charged)}>
        <Amount of={of.balances.charged} />
      </Figure>
      <Figure label={say(KEYS.limit)}>
        <Count of={of.rateLimitRpm} />
      </Figure>
    </Figures>
  );
}

function Settings({ of, mayLimit, outcome }: KeyPageProps) {
  const say = useTexts();
  const action = `/keys/${of.id}`;
  return (
    <Card title={say(ONE_KEY.settings)}>
      <form class="form" method="post" action={action}>
        <Field
          name="name"
          label={say(KEYS.name)}
          value={of.name ?? ''}
          error={outcome === 'name' ? say(ONE_KEY.nameWanted) : undefined}
          maxLength={100}
          autoComplete="off"
          required
        />
        <Field
          name="limit"
          label={say(KEYS.limit)}
          type="number"
          hint={say(mayLimit ? NEW_KEY.limitHint : NEW_KEY.limitLocked)}
          error={outcome === 'limit' ? say(ONE_KEY.limitWanted) : undefined}
          value={String(of.rateLimitRpm)}
          min={1}
          max={1_000_000}
          disabled={!mayLimit}
        />
        <div class="actions">
          <Button act="change">{say(ONE_KEY.save)}</Button>
        </div>
      </form>
      <div class="apart actions">
        <LinkButton href={`${action}/rotate`}>{say(ROTATE.title)}…</LinkButton>
        <Confirm label={say(ONE_KEY.revoke)} hint={say(ONE_KEY.revokeHint)}>
          <form method="post" action={action}>
            <Button kind="danger" act="revoke">
              {say(ONE_KEY.revokeNow)}
            </Button>
          </form>
        </Confirm>
      </div>
    </Card>
  );
}
