/** The words of the page that orders credit: why it has no form, and why a form was not taken. */
import { homeOf, KEYS, OPERATORS, ROLES, ROOM_LEFT_DA, type Viewer } from './drawn-orders.js';
import type { DeskLimits } from './order-desk.js';

const WORDS = {
  none: 'No payments are taken here',
  ask_operator: 'Ask the operator of this gateway to credit your key',
  configure: 'To take payments, add a section',
  owners_order: 'An owner of the account orders credit.',
  simulated: 'Payments are simulated here',
  test: 'The payment service is in test mode',
  find: 'Find an account or a key above',
  create: 'There is no key to credit yet',
  no_keys: 'This account has no key that can be credited.',
  none_set_aside: 'No order is set aside.',
  no_orders: 'No orders yet',
  finder: 'Its id: acct_',
  all_accounts: '<a href="/top-up">All accounts</a>',
  amount_wanted: 'Choose a whole amount within these bounds.',
  key_wanted: 'This key cannot be credited any more.',
  too_many: 'This key has too many unpaid orders.',
  no_room: 'This one still takes:',
  used: 'This form was sent before with something else in it.',
} as const;

type Words = keyof typeof WORDS;

const REFUSALS: Readonly<Record<string, Words>> = {
  no_such_key: 'key_wanted',
  too_many_orders: 'too_many',
  over_lifetime_credit: 'no_room',
  idempotency_key_reused: 'used',
};

const DIFFERENCES: Readonly<Record<string, string>> = {
  unknown_checkout: 'The payment service does not know the payment',
  checkout: 'Another payment',
  amount: 'Another amount',
  currency: 'Another currency',
  livemode: 'Live and test mode differ',
  unknown_status: 'An unknown state',
  no_room: 'Paid, and the key may receive no more',
  reference: 'Its reference stands for another movement',
};

export function differenceOf({ finding }: { readonly finding: string | null }): string {
  return DIFFERENCES[finding ?? ''] ?? '';
}

export function saidIn(html: string): readonly Words[] {
  return (Object.keys(WORDS) as Words[]).filter((words) => html.includes(WORDS[words]));
}

export interface SaidOn {
  readonly viewer: Exclude<Viewer, 'nobody'>;
  /** The account that the page is of; undefined if that is all of them. */
  readonly scope: string | undefined;
  readonly isFirst: boolean;
  readonly isOfSetAside: boolean;
  /** It lists no order. */
  readonly isEmpty: boolean;
}

export function saidDue(on: SaidOn, { service }: DeskLimits): readonly Words[] {
  const { viewer, scope, isFirst, isOfSetAside, isEmpty } = on;
  if (isOfSetAside) return inOrder(isEmpty ? ['none_set_aside'] : []);
  const isOperator = viewer === 'operator';
  return inOrder([
    ...(isFirst ? formWords(on, service) : []),
    ...(isOperator ? (['finder'] as const) : []),
    ...(isOperator && scope !== undefined && hasList(on, service) ? (['all_accounts'] as const) : []),
    ...(isEmpty && hasList(on, service) ? (['no_orders'] as const) : []),
  ]);
}

/** Without payments, a list that is empty says nothing. */
function hasList({ isFirst, isEmpty }: SaidOn, service: DeskLimits['service']): boolean {
  return service !== null || !isFirst || !isEmpty;
}

function formWords({ viewer, scope }: SaidOn, service: DeskLimits['service']): readonly Words[] {
  const isOperator = viewer === 'operator';
  if (service === null) return ['none', isOperator ? 'configure' : 'ask_operator'];
  if (ROLES[viewer] === 'member') return ['owners_order'];
  const money: readonly Words[] = service.isLive ? [] : [service.kind === 'simulated' ? 'simulated' : 'test'];
  const account = scope ?? OPERATORS;
  if (KEYS.some((key) => key.account === account && !key.isRevoked)) return money;
  if (isOperator && scope === undefined) return [...money, 'find'];
  return [...money, account === homeOf(viewer) ? 'create' : 'no_keys'];
}

/** Why a form was not taken; undefined if its page has no form to say it in. */
export function refusalDue(
  viewer: Exclude<Viewer, 'nobody'>,
  key: number,
  isAmount: boolean,
  outcome: string,
): Words | undefined {
  const { account, isRevoked } = KEYS[key] ?? { account: '', isRevoked: true };
  const isReached = viewer === 'operator' || account === homeOf(viewer);
  if (viewer === 'operator' && isRevoked) return undefined;
  if (!isAmount) return 'amount_wanted';
  const why = isReached ? REFUSALS[outcome] : 'key_wanted';
  return why === 'no_room' && isRevoked ? undefined : why;
}

export function refusalIn(html: string): Words | undefined {
  return saidIn(html).find((words) => words === 'amount_wanted' || Object.values(REFUSALS).includes(words));
}

/** The words by which the form offers a key: it tells what the key takes if an order may be larger. */
export function offerOf({ id, name }: { readonly id: string; readonly name: string | null }): string {
  const most = id === KEYS[1]?.id ? ` · takes at most ${ROOM_LEFT_DA}.00 DA` : '';
  return `\u2068${name ?? 'Unnamed key'}\u2069 · balance 5.00 DA${most}`;
}

function inOrder(words: readonly Words[]): readonly Words[] {
  return (Object.keys(WORDS) as Words[]).filter((one) => words.includes(one));
}
