/** The looks at pages of API keys, and their forms, with the chances of each. */
import type { Random } from '../../../../world/random.js';
import type { Answer } from '../page-desk.js';
import { HOMES, NO_ACCOUNT, VIEWER_NAMES, type ViewerName } from '../viewers.js';
import { drawKey, FIRST, type LedgerKey } from './drawn-keys.js';

export type Movement = 'transfer' | 'credit' | 'debit';

export interface KeyForm {
  readonly do: 'form';
  readonly viewer: ViewerName;
  readonly key: number;
  readonly form: 'create' | 'change' | 'revoke' | 'rotate' | 'other' | Movement;
  /** That the new key is for. */
  readonly account?: string;
  readonly name: string;
  readonly limit: string;
  readonly once: string | null;
  /** True if the key has had as many rotations as the form says. */
  readonly isFresh: boolean;
  readonly grace: string | null;
  readonly to: number;
  readonly amount: string;
  readonly reference: string;
  /** The actor's; null if nothing can be written now. */
  readonly reply: Answer | null;
}

type Look = { readonly viewer: ViewerName; readonly alsoIn?: 'fr' | 'ar' };
export type KeyPagesAct =
  | { readonly do: 'put'; readonly keys: readonly LedgerKey[] }
  | (Look & { readonly do: 'list'; readonly account?: string; readonly after?: number | 'x' })
  | (Look & { readonly do: 'key'; readonly key: number; readonly after: string; readonly done: string })
  | (Look & { readonly do: 'part'; readonly key: number; readonly part: string })
  | (Look & { readonly do: 'new'; readonly account?: string })
  | KeyForm;

const PARTS = ['ledger.csv', 'ledger.csv', 'rotate', 'transfer', 'credit', 'debit', 'other'];
const FORMS = ['create', 'change', 'change', 'revoke', 'rotate', 'transfer', 'credit', 'debit'] as const;
const OUTCOMES = ['reference_reused', 'over_lifetime_credit', 'insufficient_credits', 'no_such_recipient'];
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  create: ['replayed', 'too_many_keys', 'idempotency_key_in_use', 'idempotency_key_reused'],
  change: ['no_such_key'],
  revoke: ['key'],
  rotate: ['rotated_before', 'no_such_key'],
};

export const GRACES = ['0', '3600', '86400'];

export function drawAct(random: Random): KeyPagesAct {
  const viewer = random.chance(0.75)
    ? random.pick(['owner', 'operator'] as const)
    : random.pick(VIEWER_NAMES);
  const alsoIn = random.chance(0.1) ? { alsoIn: random.pick(['fr', 'ar'] as const) } : {};
  const key = random.pick([random.below(7), FIRST + random.below(30)]);
  const drawn = random.pick([undefined, undefined, undefined, ...HOMES, NO_ACCOUNT, 'x']);
  const account = drawn === undefined ? {} : { account: drawn };
  return random.weighted<() => KeyPagesAct>([
    [2, () => ({ do: 'put', keys: Array.from({ length: random.pick([1, 9]) }, () => drawKey(random)) })],
    [
      3,
      () => ({
        do: 'list',
        viewer,
        ...account,
        ...(random.chance(0.5) && { after: random.chance(0.9) ? random.below(60) : ('x' as const) }),
        ...alsoIn,
      }),
    ],
    [
      4,
      () => ({
        do: 'key',
        viewer,
        key,
        after: random.pick(['', '', '1', '2', '3', '26', '27', '51', '52', '0', 'x', '500']),
        done: random.pick(['', '', '', 'saved', 'transfer', 'credit', 'debit', 'other']),
        ...alsoIn,
      }),
    ],
    [2, () => ({ do: 'part', viewer, key, part: random.pick(PARTS) })],
    [1, () => ({ do: 'new', viewer, ...account })],
    [6, () => drawForm(random, { viewer, key, ...account })],
  ])();
}

function drawForm(random: Random, base: Pick<KeyForm, 'viewer' | 'key' | 'account'>): KeyForm {
  const form = random.chance(0.05) ? 'other' : random.pick(FORMS);
  const done = form === 'create' ? 'created' : form === 'change' || form === 'rotate' ? 'key' : 'credited';
  const outcome = random.chance(0.6) ? done : random.pick(REFUSALS[form] ?? OUTCOMES);
  return {
    do: 'form',
    ...base,
    form,
    name: random.chance(0.6) ? ' New & "name" ' : random.pick(['n'.repeat(100), 'n'.repeat(101), ' ', '']),
    limit: random.pick(['120', ' 1 ', '1000000', '1000001', '0', '1.5', 'x', '', '']),
    once: random.chance(0.8) ? `once ${random.below(3)}` : random.pick([null, '']),
    isFresh: random.chance(0.8),
    grace: random.chance(0.7) ? random.pick(GRACES) : random.pick([null, '86401', '-1', '0.5', 'x']),
    to: random.pick([random.below(6), FIRST + random.below(30)]),
    amount: random.chance(0.8) ? random.pick(['5', ' 1.000001 ']) : random.pick(['0', '-1', 'x', '']),
    reference: random.chance(0.7)
      ? random.pick(['invoice 1', ' invoice 2 '])
      : random.pick(['', 'chargily:1', 'import:1', 'r'.repeat(200), 'r'.repeat(201)]),
    reply: random.chance(0.1) ? null : { outcome },
  };
}
