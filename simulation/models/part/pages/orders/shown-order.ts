/** The page of one order: what it shows, and what it has to show to each who may look. */
import { cellOf, linksIn } from '../../../node/clients/pages/told-pages.js';
import {
  ACCOUNTS,
  checkoutUrl,
  type DeskKey,
  DISMISSED_AFTER_S,
  type DrawnOrder,
  hasCheckout,
  homeOf,
  idOf,
  KEYS,
  MADE_AT_S,
  messageOf,
  noteOf,
  PAID_AFTER_S,
  ROLES,
  referenceOf,
  refusalOf,
  type Viewer,
} from './drawn-orders.js';

export interface ShownOrder {
  readonly status: string | undefined;
  /** In a list of labels and values: who it is for, how it is paid, and the receipt. */
  readonly facts: readonly string[];
  readonly amounts: readonly (string | undefined)[];
  readonly times: readonly string[];
  /** The way to the payment page, and to another order like this. */
  readonly links: readonly string[];
  /** The finding that a form says is dealt with. */
  readonly dismisses: string | undefined;
  readonly tells: readonly boolean[];
  /** The page that it leads to by itself after a while. */
  readonly again: string | undefined;
}

const STATES = {
  made: 'Being prepared',
  awaiting_payment: 'To be paid',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  expired: 'Expired',
} as const;
const LOOKING_UP = 'Looking up the payment';
const BALANCE_AFTER = '1234.50';

export function orderIn(html: string, number: number): ShownOrder {
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const [title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const values = [...main.matchAll(/<dd\b[^>]*>(.*?)<\/dd>/gs)].map(([, value = '']) => cellOf(value));
  const amount = cellOf(main).numbers[0];
  return {
    status: Object.values({ ...STATES, LOOKING_UP }).find((words) => title.includes(`${words} ·`)),
    facts: values.map(({ words }) => words).filter((words) => !/^\d+ \w+ \d+, /.test(words)),
    amounts: values.length === 0 ? [] : [amount],
    times: cellOf(main).times,
    links: linksIn(main).filter((link) => link.startsWith('https:') || link.startsWith('/top-up?key')),
    dismisses: /name="kind" value="([^"]*)"/.exec(main)?.[1],
    tells: [messageOf(number), noteOf(number), refusalOf(number)].map((text) => main.includes(text)),
    again: /http-equiv="refresh" content="\d+; url=([^"]*)"/.exec(html)?.[1],
  };
}

/** @param look how often the page has loaded itself */
export function orderDue(drawn: DrawnOrder, number: number, viewer: Viewer, look: number): ShownOrder {
  const { status, finding, isDismissed, amountDa } = drawn;
  const key = KEYS[drawn.key] as DeskKey;
  const id = idOf('order', number);
  const isAwaited = status === 'made' || status === 'awaiting_payment';
  const again = isAwaited && look < 40 ? `/top-up/${id}?look=${look + 1}` : undefined;
  const isSeen = viewer === 'operator' || (viewer !== 'nobody' && homeOf(viewer) === key.account);
  const nothing = { facts: [], amounts: [], times: [], links: [], dismisses: undefined };
  if (!isSeen) {
    const state = status === 'awaiting_payment' ? LOOKING_UP : STATES[status];
    return { status: state, ...nothing, tells: [false, false, false], again };
  }
  const isOperator = viewer === 'operator';
  const mayPay = ROLES[viewer] !== 'member';
  const madeAt = MADE_AT_S + number * 60;
  const paidAt = madeAt + PAID_AFTER_S;
  const isDone = finding !== null && isDismissed;
  const account = ACCOUNTS.find((one) => one.id === key.account);
  return {
    status: STATES[status],
    facts: [
      id,
      `${account?.name} ${account?.id}`,
      `${(key.name ?? 'Unnamed key').replace('&', '&amp;').replace('<', '&lt;')} ${key.id}`,
      serviceWords(drawn),
      ...(status === 'paid'
        ? [
            referenceOf(number, drawn),
            `le_${key.id.slice('key_'.length)}_${number + 1}`,
            `${BALANCE_AFTER} DA`,
          ]
        : []),
    ].map((words) => words.replace('1234.50', '1,234.50')),
    amounts: [`${amountDa}.00`],
    times: [
      ...(isOperator && isDone ? [madeAt + DISMISSED_AFTER_S] : []),
      ...(status === 'paid' ? [paidAt] : []),
      madeAt,
      ...(status === 'paid' ? [paidAt] : []),
    ].map((seconds) => new Date(seconds * 1_000).toISOString()),
    links: linksDue(drawn, number, mayPay && finding === null),
    dismisses: isOperator && finding !== null && !isDismissed ? finding : undefined,
    tells: [isOperator && finding !== null, isOperator && isDone, drawn.isRefused && finding === null],
    again,
  };
}

function linksDue(drawn: DrawnOrder, number: number, mayPay: boolean): readonly string[] {
  const { status, amountDa, key } = drawn;
  if (!mayPay || status === 'made' || status === 'paid') return [];
  if (status === 'awaiting_payment') return hasCheckout(drawn) ? [checkoutUrl(number)] : [];
  return [`/top-up?key=${KEYS[key]?.id}&amount=${amountDa}`];
}

function serviceWords({ service: { kind, isLive } }: DrawnOrder): string {
  if (kind === 'simulated') return 'Simulated · No money moves.';
  return isLive ? 'Chargily Pay' : 'Chargily Pay · Test mode · No money moves.';
}
