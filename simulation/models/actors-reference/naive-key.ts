/** A key of the naive books, and the movements that happen once for their reference. */
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';

export interface NaiveKey {
  readonly account: string;
  readonly rpm: number;
  /** Less what was taken back. */
  readonly credited: number;
  readonly withdrawn: number;
  /** The part of the balance that simulated payments brought. */
  readonly marked: number;
  readonly charged: number;
  readonly reserved: number;
  readonly open: number;
  readonly isRevoked: boolean;
  /** Its secrets by hash, each with the steady ms until which it works. */
  readonly secrets: readonly (readonly [hash: string, until: number])[];
}

type Movement = Extract<ApiKeyMessage, { readonly referenceHash: string }>;

const LIFETIME_CREDIT_MAX = 10 ** 15;
const EARLIER_SECRETS_MAX = 8;
const SAYS = { credit: 'credited', debit: 'debited', transfer: 'transferred' } as const;

export function newKey(account: string, rpm: number, credited: number, hash: string): NaiveKey {
  const secrets = [[hash, Number.POSITIVE_INFINITY] as const];
  return {
    account,
    rpm,
    credited,
    withdrawn: 0,
    marked: 0,
    charged: 0,
    reserved: 0,
    open: 0,
    isRevoked: false,
    secrets,
  };
}

/** A new secret works for good, those of before until `until` at the longest. */
export function rotated(key: NaiveKey, hash: string, until: number): NaiveKey {
  const before = key.secrets.map(([known, end]) => [known, Math.min(end, until)] as const);
  return {
    ...key,
    secrets: [[hash, Number.POSITIVE_INFINITY], ...before.slice(0, EARLIER_SECRETS_MAX)],
  };
}

/** The number of keys of an account that are not revoked. */
export function activeKeys(keys: ReadonlyMap<string, NaiveKey>, account: string): number {
  return [...keys.values()].filter((key) => key.account === account && !key.isRevoked).length;
}

export function balanceOf({ credited, charged, reserved }: NaiveKey): number {
  return credited - charged - reserved;
}

export function balancesText({ credited, charged, reserved }: NaiveKey): string {
  return `${credited}/${charged}/${reserved}`;
}

/** The sameness of a reference, in a line. */
export function standsFor(id: string, message: Movement): string {
  const to = message.type === 'transfer' ? ` ${message.to}` : '';
  return `${message.type} ${id} ${message.amount}${to}`;
}

/** @returns the expected reply, and the keys as they are from now on: none if nothing moves */
export function referencedMovement(
  keys: ReadonlyMap<string, NaiveKey>,
  references: ReadonlyMap<string, string>,
  id: string,
  message: Movement,
): { readonly says: string; readonly moved: readonly (readonly [id: string, key: NaiveKey])[] } {
  const { amount, referenceHash, type } = message;
  const key = keys.get(id);
  if (key === undefined) return refused('no_such_key');
  const known = references.get(referenceHash);
  if (known === standsFor(id, message)) return refused(`${type}_replayed ${balancesText(key)}`);
  const receivingId = type === 'transfer' ? message.to : id;
  const receiving = keys.get(receivingId);
  if (type === 'transfer' && receiving?.isRevoked !== false) return refused('no_such_recipient');
  if (known !== undefined) return refused('reference_reused');
  if (type !== 'debit' && receiving !== undefined && isOverLifetime(receiving, amount))
    return refused('over_lifetime_credit');
  if (type !== 'credit' && balanceOf(key) < amount)
    return refused(`insufficient_credits ${amount} of ${balanceOf(key)}`);
  const moved: (readonly [string, NaiveKey])[] = [];
  if (type !== 'credit') moved.push([id, withdrawn(key, amount)]);
  const isMarked = type === 'credit' && message.marked === true;
  const marked = isMarked ? amount : type === 'transfer' ? Math.min(key.marked, amount) : 0;
  if (type !== 'debit' && receiving !== undefined)
    moved.push([receivingId, received(receiving, amount, marked)]);
  const [[, after] = [id, key]] = moved;
  return { says: `${SAYS[type]} ${balancesText(after)}`, moved };
}

function refused(says: string) {
  return { says, moved: [] };
}

function isOverLifetime(key: NaiveKey, amount: number): boolean {
  return key.credited + key.withdrawn + amount > LIFETIME_CREDIT_MAX;
}

function received(key: NaiveKey, amount: number, marked: number): NaiveKey {
  return { ...key, credited: key.credited + amount, marked: key.marked + marked };
}

function withdrawn(key: NaiveKey, amount: number): NaiveKey {
  const marked = key.marked - Math.min(key.marked, amount);
  return { ...key, credited: key.credited - amount, withdrawn: key.withdrawn + amount, marked };
}
