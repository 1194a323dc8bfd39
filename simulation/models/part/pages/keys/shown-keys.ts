/** The pages of API keys, as they are and as they ought to be. */
import { idOf, OPERATORS } from '../orders/drawn-orders.js';
import { numbersOf } from '../shown-accounts.js';
import { isoOf } from '../shown-people.js';
import { inDa } from '../told-amounts.js';
import type { ToldPage } from '../told-page.js';
import { manages, OTHER, pathOn, reaches, STUDIO, type Viewer } from '../viewers.js';
import { entryOf, type PlacedKey } from './drawn-keys.js';

const ACCOUNT_NAMES: Readonly<Record<string, string>> = {
  [STUDIO]: 'Studio',
  [OTHER]: 'Other',
  [OPERATORS]: 'Operators',
};
const ON_A_PAGE = 25;
const MOVED = {
  credit: 'Credit',
  reserve: 'Held for a job',
  charge: 'Charged for a job',
  release: 'Given back',
  debit: 'Taken back',
  transfer_out: 'Moved to another key to',
  transfer_in: 'Received from another key from',
} as const;
const MOVED_FOR_TEXTS: Readonly<Record<string, string>> = {
  reserve: 'Held for a text',
  charge: 'Charged for a text',
};

export function titleOf({ name }: PlacedKey): string {
  return (name ?? 'Unnamed key').replace('&', '&amp;').replace('<', '&lt;');
}

export function listIn(page: ToldPage) {
  return {
    keys: page.rows('Keys').map((cells) => {
      const [key, balance] = [cells[0], cells.at(-1)];
      const account = cells.length === 5 ? cells[1] : undefined;
      const [limit, reserved] = cells.slice(-3);
      const isRevoked = key?.html.includes('class="badge plain"');
      const named = [key?.links[0], /<bdi>(.*?)<\/bdi>/.exec(key?.html ?? '')?.[1], isRevoked];
      const of = account && [account.links[0], account.words];
      return [...named, of, limit?.numbers[0], numbersOf(reserved), numbersOf(balance)];
    }),
    leads: page.leads,
    links: page.links.filter((link) => /^\/(accounts\/|keys\/new|keys\/management)/.test(link)),
  };
}

export function listDue(
  viewer: Viewer,
  account: string | undefined,
  after: number | undefined,
  all: readonly PlacedKey[],
) {
  const own = account ?? viewer.account;
  const isAll = viewer.role === 'operator' && account === undefined;
  const behind = all
    .filter((key) => (isAll || key.account === own) && (after === undefined || key.number < after))
    .toSorted((one, other) => other.number - one.number);
  const shown = behind.slice(0, ON_A_PAGE);
  const last = behind.length > ON_A_PAGE ? shown.at(-1) : undefined;
  const lead = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...(account !== undefined && { account }), ...more });
    return query.size === 0 ? '/keys' : `/keys?${query}`;
  };
  const isManager = manages(viewer, own);
  return {
    keys: shown.map((key) => [
      `/keys/${idOf('key', key.number)}`,
      titleOf(key),
      key.isRevoked,
      isAll ? [`/keys?account=${key.account}`, ACCOUNT_NAMES[key.account]] : undefined,
      String(key.rateLimitRpm),
      [inDa(key.reserved)],
      [inDa(key.balance), ...(key.marked > 0 ? [inDa(key.marked)] : [])],
    ]),
    leads: [
      ...(after === undefined ? [] : [lead({})]),
      ...(last === undefined ? [] : [lead({ after: idOf('key', last.number) })]),
    ],
    links: [
      ...(own === viewer.account ? [] : [`/accounts/${own}`]),
      ...(isManager ? ['/keys/management', '/keys/new'].map((to) => pathOn(viewer, own, to)) : []),
    ],
  };
}

/** The fields that are wrong. */
export function wrongIn({ main }: ToldPage): readonly string[] {
  return [...main.matchAll(/class="error" id="field-(\w+)-error"/g)].map(([, name = '']) => name);
}

export function isLimitLocked({ main }: ToldPage): boolean {
  return /<input[^>]*\bname="limit"[^>]*\bdisabled\b/.test(main);
}

export function keyIn(page: ToldPage) {
  return {
    title: /<h1[^>]*>([^<]*)/.exec(page.main)?.[1],
    isRevoked: page.main.includes('class="badge plain"'),
    moves: page.links.filter((link) => /^\/top-up|\/(transfer|credit|debit)$/.test(link)),
    figures: page.values.map(({ numbers, times, words }) => numbers[0] ?? times[0] ?? words),
    account: page.links.filter((link) => link.startsWith('/accounts/')),
    ledger: page.rows('Ledger').map(([what, when, amount, ...others]) => {
      const html = what?.html ?? '';
      const title = /^([^<]*)(?:<small>([^<]*))?/.exec(html);
      const names = [...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);
      const titles = [title?.[1], title?.[2]].map((text) => text?.trim() ?? '').join(' ');
      return [
        titles.trim(),
        ...names,
        what?.links[0],
        when?.times[0],
        numbersOf(amount),
        others.map(numbersOf),
      ];
    }),
    leads: page.leads,
    file: page.links.filter((link) => link.endsWith('.csv')),
    forms: page.forms,
    fields: [...page.field('name').values, ...page.field('limit').values],
    isLimitLocked: isLimitLocked(page),
    good: page.notices.good,
    wrong: wrongIn(page),
  };
}

export interface Seen {
  readonly after?: number | undefined;
  readonly good?: number;
  readonly wrong?: readonly string[];
}

export function keyDue(
  viewer: Viewer,
  key: PlacedKey,
  { after, good = 0, wrong = [] }: Seen,
  all: readonly PlacedKey[],
  isToppedUp: boolean,
) {
  const [id, path] = [idOf('key', key.number), `/keys/${idOf('key', key.number)}`];
  const { account, isRevoked, balance, marked, entries } = key;
  const [isManager, isOperator] = [manages(viewer, account), viewer.role === 'operator'];
  const isSettable = isManager && !isRevoked;
  const isOther = account !== viewer.account;
  const first = after === undefined || after > entries ? entries : after - 1;
  const numbers = Array.from({ length: Math.min(first, ON_A_PAGE) }, (_, nth) => first - nth);
  const last = numbers.at(-1) ?? 1;
  const shown = numbers.map((nth) => entryOf(key.number, nth));
  const hasMarked = shown.some((entry) => entry.marked > 0);
  return {
    title: titleOf(key),
    isRevoked,
    moves: [
      ...(isSettable && isToppedUp ? [`/top-up?key=${id}`] : []),
      ...(isManager && balance > 0 ? [`${path}/transfer`] : []),
      ...(isOperator ? [`${path}/credit`] : []),
      ...(isOperator && balance > 0 ? [`${path}/debit`] : []),
    ],
    figures: [
      inDa(balance),
      ...(marked > 0 ? [inDa(marked)] : []),
      inDa(key.reserved),
      inDa(key.charged),
      String(key.rateLimitRpm),
      id,
      ...(isOther ? [ACCOUNT_NAMES[account]] : []),
      isoOf(key.createdAt),
    ],
    account: isOther ? [`/accounts/${account}`] : [],
    ledger: shown.map(({ type, amount, balance: left, reserved, job, reference, at, ...entry }) => {
      const other = all.find(({ number }) => idOf('key', number) === entry.other);
      const word = (entry.isText ? MOVED_FOR_TEXTS[type] : undefined) ?? MOVED[type];
      const part = entry.marked > 0 ? [inDa(entry.marked)] : [];
      return [
        word,
        ...(entry.other === undefined ? [] : [other?.name == null ? entry.other : titleOf(other)]),
        job ?? reference?.replaceAll('"', '&quot;'),
        entry.other && `/keys/${entry.other}`,
        isoOf(at),
        [inDa(amount), ...part, inDa(left)],
        [...(hasMarked ? [part] : []), [inDa(reserved)], [inDa(left)]],
      ];
    }),
    leads: [
      ...(after === undefined || after > entries ? [] : [path]),
      ...(last > 1 ? [`${path}?after=${last}`] : []),
    ],
    file: shown.length > 0 ? [`${path}/ledger.csv`] : [],
    forms: isSettable ? [`${path} change`, `${path} revoke`] : [],
    fields: isSettable ? [key.name ?? '', String(key.rateLimitRpm)] : [],
    isLimitLocked: isSettable && !maySetLimit(viewer, account),
    good,
    wrong: isSettable ? wrong : [],
  };
}

/** `Other` is not verified, so that its owners set none. */
export function maySetLimit(viewer: Viewer, account: string): boolean {
  return viewer.role === 'operator' || (account !== OTHER && manages(viewer, account));
}

/** The whole ledger as a file, the newest entry first. */
export function fileDue({ number, entries }: PlacedKey): string {
  const head =
    'entry,created_at,type,amount_da,balance_after_da,reserved_after_da,job_id,reference,other_key,marked_da,generation_id';
  const rows = Array.from({ length: entries }, (_, nth) => {
    const entry = entryOf(number, entries - nth);
    const { type, at, job, reference, other, isText } = entry;
    const [amount, balance, reserved, marked] = [
      entry.amount,
      entry.balance,
      entry.reserved,
      entry.marked,
    ].map(plainDa);
    const cell = reference === '=1,"x"' ? `"'=1,""x"""` : (reference ?? '');
    return [entries - nth, isoOf(at), type, amount, balance, reserved, isText ? '' : (job ?? ''), cell]
      .concat(other ?? '', marked ?? '', isText ? (job ?? '') : '')
      .join(',');
  });
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

function plainDa(microDa: number): string {
  return (microDa / 1_000_000).toFixed(6).replace(/\.?0+$/, '');
}

/** Why somebody does not see a key; undefined if they do. */
export function refusalOf(viewer: Viewer | undefined, key: PlacedKey | undefined): string | undefined {
  if (viewer === undefined) return '303 /sign-in';
  return key === undefined || !reaches(viewer, key.account) ? '404' : undefined;
}

/** Whatever a sign-in leads back to. */
export function resultOf({ result }: ToldPage): string {
  return result.startsWith('303 /sign-in?') ? '303 /sign-in' : result;
}
