/** The forms of API keys: whom each is for, what it asks of the key's actor, and where it leads. */
import { createHash } from 'node:crypto';
import { idOf } from '../orders/drawn-orders.js';
import type { ToldPage } from '../told-page.js';
import { authorOf, manages, type Viewer } from '../viewers.js';
import type { PlacedKey } from './drawn-keys.js';
import type { Due } from './due.js';
import { GRACES, type KeyForm } from './key-acts.js';
import { creationDue, readForm } from './new-key.js';
import { keyDue, keyIn, maySetLimit, refusalOf, wrongIn } from './shown-keys.js';

type Outcome = Partial<Due> & Pick<Due, 'result'>;

const AMOUNTS: Readonly<Record<string, number>> = { '5': 5_000_000, ' 1.000001 ': 1_000_001 };
const WRONG: Readonly<Record<string, string>> = {
  no_such_recipient: 'to',
  reference_reused: 'reference',
  over_lifetime_credit: 'amount',
  insufficient_credits: 'amount',
};
const MOVEMENTS: readonly string[] = ['transfer', 'credit', 'debit'];
const KEPT = /^(chargily|simulated|import):/;

export function formDue(
  viewer: Viewer | undefined,
  act: KeyForm,
  all: readonly PlacedKey[],
  isToppedUp: boolean,
): Due {
  if (act.form === 'create') return { asked: [], ...creationDue(viewer, act) };
  const key = all.find(({ number }) => number === act.key);
  const isPart = act.form === 'rotate' || act.form === 'other' || MOVEMENTS.includes(act.form);
  const to = { path: '/keys/', rest: `${idOf('key', act.key)}${isPart ? `/${act.form}` : ''}` } as const;
  const rotations = String((key?.rotations ?? 0) + (act.isFresh ? 0 : 1));
  const fields = {
    ...(!isPart && { act: act.form }),
    ...(act.grace !== null && { grace: act.grace }),
    name: act.name,
    limit: act.limit,
    rotations,
    to: idOf('key', act.to),
    amount: act.amount,
    reference: act.reference,
  };
  const refused = refusalOf(viewer, key);
  const base = { to, fields, asked: [] };
  if (viewer === undefined || key === undefined || refused !== undefined)
    return { ...base, result: refused ?? '' };
  if (isPart && !isPartFor(viewer, key, act.form)) return { ...base, result: '404' };
  if (act.form === 'rotate') return { ...base, ...rotated(viewer, key, act) };
  if (isPart) return { ...base, ...moved(viewer, key, act, all) };
  if (!manages(viewer, key.account)) return { ...base, result: '403' };
  return {
    ...base,
    ...changed(viewer, key, act, (wrong) => keyDue(viewer, key, { wrong }, all, isToppedUp)),
  };
}

/** Whether the page behind that of the key is there for somebody. */
export function isPartFor(viewer: Viewer, key: PlacedKey, part: string): boolean {
  if (part === 'rotate') return manages(viewer, key.account) && !key.isRevoked;
  if (part === 'transfer') return manages(viewer, key.account);
  return MOVEMENTS.includes(part) && viewer.role === 'operator';
}

function changed(
  viewer: Viewer,
  { number, account }: PlacedKey,
  act: KeyForm,
  again: (wrong: readonly string[]) => unknown,
): Outcome {
  const [id, { by }, { reply }] = [idOf('key', number), authorOf(viewer), act];
  if (act.form === 'revoke') {
    const asked = ['api_key', id, { type: 'revoke', by }];
    return { result: reply === null ? '503' : `303 /keys/${id}`, asked };
  }
  const { name, rpm, wrong } = readForm(act, maySetLimit(viewer, account));
  if (wrong !== undefined) return { result: '400', shown: keyIn, shows: again([wrong]) };
  const asked = [
    'api_key',
    id,
    { type: 'update', by, name, ...(rpm !== undefined && { rateLimitRpm: rpm }) },
  ];
  if (reply === null) return { result: '503', asked };
  return { result: reply.outcome === 'key' ? `303 /keys/${id}?saved` : '404', asked };
}

function rotated(viewer: Viewer, key: PlacedKey, act: KeyForm): Outcome {
  const { reply } = act;
  if (!act.isFresh) return { result: '200', hasSecret: false };
  const grace = Number(act.grace ?? 0);
  if (!Number.isInteger(grace) || grace < 0 || grace > 86_400)
    return { result: '400', shown: rotateFormIn, shows: rotateFormDue(key) };
  const message = {
    type: 'rotate',
    by: authorOf(viewer).by,
    graceMs: grace * 1_000,
    rotations: key.rotations,
  };
  const asked = ['api_key', idOf('key', key.number), message];
  if (reply === null) return { result: '503', asked };
  if (reply.outcome === 'rotated_before') return { result: '200', asked, hasSecret: false };
  return reply.outcome === 'key' ? { result: '200', asked, hasSecret: true } : { result: '404', asked };
}

export function rotateFormIn(page: ToldPage) {
  const grace = page.field('grace');
  return [page.forms, page.field('rotations').values, grace.values, grace.chosen];
}

export function rotateFormDue({ number, rotations }: PlacedKey) {
  return [[`/keys/${idOf('key', number)}/rotate`], [String(rotations)], GRACES, ['0']];
}

function moved(viewer: Viewer, key: PlacedKey, act: KeyForm, all: readonly PlacedKey[]): Outcome {
  const { form, to, amount, reply } = act;
  const reference = act.reference.trim();
  const id = idOf('key', key.number);
  const typed = { to, amount: amount.trim(), reference };
  const refused = (wrong: string, asked: readonly unknown[] = []) => ({
    result: '400',
    asked,
    shown: moveFormIn,
    shows: moveFormDue(key, form, typed, [wrong], all),
  });
  const isOther = to !== key.number && all.some((one) => one.number === to && one.account === key.account);
  if (form === 'transfer' && !isOther) return refused('to');
  const microDa = AMOUNTS[amount];
  if (microDa === undefined) return refused('amount');
  const isReference = reference !== '' && reference.length <= 200 && !KEPT.test(reference);
  if (!isReference) return refused('reference');
  const referenceHash = createHash('sha256').update(reference).digest('hex');
  const kind = { type: form, ...(form === 'transfer' && { to: idOf('key', to) }) };
  const message = { ...kind, by: authorOf(viewer).by, amount: microDa, reference, referenceHash };
  const asked = ['api_key', id, message];
  if (reply === null) return { result: '503', asked };
  const wrong = WRONG[reply.outcome];
  return wrong === undefined ? { result: `303 /keys/${id}?${form}`, asked } : refused(wrong, asked);
}

export function moveFormIn(page: ToldPage) {
  const { forms, values } = page;
  const [to, amount, reference] = ['to', 'amount', 'reference'].map((name) => page.field(name));
  const proposed = reference?.values[0]?.replace(/^(transfer|credit|debit)-[\w-]{12}$/, '$1-*');
  return {
    forms,
    balance: values.map(({ numbers }) => numbers[0]),
    to: to?.values,
    chosen: to?.chosen,
    typed: [...(amount?.values ?? []), ...(proposed === undefined ? [] : [proposed])],
    wrong: wrongIn(page),
  };
}

export function moveFormDue(
  { number, account, balance }: PlacedKey,
  form: string,
  typed: { readonly to?: number; readonly amount: string; readonly reference: string },
  wrong: readonly string[],
  all: readonly PlacedKey[],
) {
  const others = all
    .filter((one) => one.account === account && !one.isRevoked && one.number !== number)
    .toSorted((one, other) => other.number - one.number);
  const recipients = form === 'transfer' ? others : [];
  if (form === 'transfer' && recipients.length === 0)
    return { forms: [], balance: [], to: [], chosen: [], typed: [], wrong: [] };
  const digits = String(balance).padStart(7, '0');
  return {
    forms: [`/keys/${idOf('key', number)}/${form}`],
    balance: [`${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`],
    to: recipients.map((one) => idOf('key', one.number)),
    chosen: recipients.filter((one) => one.number === typed.to).map((one) => idOf('key', one.number)),
    typed: [typed.amount, typed.reference],
    // A key alone cannot be one that does not receive.
    wrong: wrong.filter((field) => field !== 'to' || form === 'transfer'),
  };
}
