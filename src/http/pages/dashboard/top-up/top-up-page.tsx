/** The page that orders credit, with the orders so far. */

import { type AccountTotals, totalBalance } from '../../../../actors/money/totals.js';
import type { PaymentService } from '../../../../actors/orders/effects.js';
import { EmptyState, Notice, PageHead, Section } from '../components/blocks.js';
import { Amount, Figure, Figures } from '../components/figures.js';
import { Button, Field } from '../components/forms.js';
import { Shell } from '../components/shell.js';
import { Pages } from '../components/table.js';
import { KEYS } from '../texts/key-texts.js';
import { ORDERS, TOP_UP } from '../texts/top-up-texts.js';
import { useTexts } from '../view/view.js';
import { type NewOrderProps, OrderFormCard } from './order-form-card.js';
import type { Orders } from './orders.js';
import { OrdersTable } from './orders-table.js';
import { pathIn, type Scope } from './scope.js';

interface TopUpPageProps {
  /** Undefined if no payments are taken. */
  readonly service: PaymentService | undefined;
  readonly mayOrder: boolean;
  readonly isOperator: boolean;
  readonly newOrder: NewOrderProps;
  readonly scope: Scope;
  readonly orders: Orders;
  /** Of the account in scope; undefined if that is all of them. */
  readonly totals: AccountTotals | undefined;
}

export function TopUpPage(props: TopUpPageProps) {
  const say = useTexts();
  const { orders, isOperator, service } = props;
  if (orders.isOfSetAside) return <SetAsidePage {...props} />;
  const hasList = orders.listed.length > 0 || !orders.isFirst || service !== undefined;
  return (
    <Shell title={say(TOP_UP.title)}>
      <PageHead title={say(TOP_UP.title)} lead={say(TOP_UP.lead)} />
      {isOperator && <Finder {...props} />}
      {props.totals !== undefined && props.totals.marked > 0n && <Balance of={props.totals} />}
      {orders.setAside.items.length > 0 && <SetAside {...props} />}
      {orders.isFirst && <Ordering {...props} />}
      {hasList && <OrderList {...props} />}
    </Shell>
  );
}

/** The form, or why there is none. */
function Ordering({ service, mayOrder, isOperator, newOrder }: TopUpPageProps) {
  const say = useTexts();
  if (service === undefined) {
    const hint = say(isOperator ? TOP_UP.noneForOperators : TOP_UP.noneHint);
    return <EmptyState icon="topUp" title={say(TOP_UP.none)} hint={hint} />;
  }
  if (!mayOrder) return <Notice tone="plain">{say(TOP_UP.membersRead)}</Notice>;
  return (
    <>
      {!service.isLive && (
        <Notice tone="wait">{say(service.kind === 'simulated' ? TOP_UP.simulated : TOP_UP.test)}</Notice>
      )}
      <OrderFormCard {...newOrder} />
    </>
  );
}

/** Of the account, part of which no money was paid for. */
function Balance({ of }: { readonly of: AccountTotals }) {
  const say = useTexts();
  return (
    <Figures>
      <Figure label={say(KEYS.balance)}>
        <Amount of={totalBalance(of)} />
      </Figure>
      <Figure label={say(KEYS.marked)}>
        <Amount of={of.marked} />
      </Figure>
    </Figures>
  );
}

/** An operator's way to the keys and orders of one account. */
function Finder({ scope }: TopUpPageProps) {
  const say = useTexts();
  return (
    <form class="form inline" method="get" action="/top-up">
      <Field
        name="account"
        label={say(ORDERS.find)}
        hint={say(ORDERS.findHint)}
        value={scope.sought}
        error={scope.isUnknown ? say(ORDERS.unknown) : undefined}
        maxLength={40}
        autoComplete="off"
      />
      <Button>{say(ORDERS.show)}</Button>
    </form>
  );
}

function SetAside({ orders }: TopUpPageProps) {
  const say = useTexts();
  const { items, hasMore } = orders.setAside;
  const all = hasMore && <a href="/top-up?set-aside">{say(ORDERS.allSetAside)}</a>;
  return (
    <Section title={say(ORDERS.setAside)} aside={all}>
      <Notice tone="bad">{say(ORDERS.setAsideLead)}</Notice>
      <OrdersTable caption={say(ORDERS.setAside)} orders={items} hasAccounts hasDifferences />
    </Section>
  );
}

function SetAsidePage({ orders }: TopUpPageProps) {
  const say = useTexts();
  const { listed, isFirst, next } = orders;
  const here = '/top-up?set-aside';
  return (
    <Shell title={say(ORDERS.setAside)}>
      <PageHead
        title={say(ORDERS.setAside)}
        lead={say(ORDERS.setAsideLead)}
        above={{ href: '/top-up', title: say(TOP_UP.title) }}
      />
      {listed.length === 0 ? (
        <Notice tone="good">{say(ORDERS.noneSetAside)}</Notice>
      ) : (
        <OrdersTable caption={say(ORDERS.setAside)} orders={listed} hasAccounts hasDifferences />
      )}
      <Pages newest={isFirst ? undefined : here} older={next && `${here}&after=${next}`} />
    </Shell>
  );
}

function OrderList({ orders, isOperator, scope }: TopUpPageProps) {
  const say = useTexts();
  const { listed, isFirst, next } = orders;
  const isOfOne = isOperator && scope.account !== undefined;
  const all = isOfOne && <a href="/top-up">{say(ORDERS.all)}</a>;
  return (
    <Section title={say(ORDERS.title)} aside={all}>
      {listed.length === 0 ? (
        <EmptyState icon="ledger" title={say(ORDERS.empty)} hint={say(ORDERS.emptyHint)} />
      ) : (
        <OrdersTable caption={say(ORDERS.title)} orders={listed} hasAccounts={isOperator && !isOfOne} />
      )}
      <Pages
        newest={isFirst ? undefined : pathIn(scope, isOperator)}
        older={next && pathIn(scope, isOperator, { after: next })}
      />
    </Section>
  );
}
