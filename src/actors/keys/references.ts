/**
 * References of credits, debits and transfers, each unique on the whole node: these records span accounts.
 *
 * A turn reads and writes the reference of a movement beside the records of its own account. That holds while
 * one store has all accounts. Over several stores a reference is to be claimed first, in a commit of its own.
 */
import type { MicroDa } from '../../money/micro-da.js';
import type { TurnRecords } from '../runtime/behavior.js';

/** A reference is of the same movement if all of this is the same. */
export interface ReferencedMovement {
  readonly kind: 'credit' | 'debit' | 'transfer';
  readonly key: string;
  readonly amount: MicroDa;
  /** The key that a transfer goes to. */
  readonly to?: string;
}

/** In table `references`, keyed by the hash of the reference. Without a kind it is of a credit. */
interface ReferenceRecord extends Omit<ReferencedMovement, 'kind'> {
  readonly v: 1;
  readonly entry: number;
  readonly kind?: 'debit' | 'transfer';
}

export type ReferenceLookup =
  | { readonly kind: 'new' }
  /** The reference stands for another movement. */
  | { readonly kind: 'reused' }
  /** The same movement again: the number of its entry in the ledger of `key`. */
  | { readonly kind: 'replay'; readonly entry: number };

export function lookupReference(
  turn: TurnRecords,
  referenceHash: string,
  { kind, key, amount, to }: ReferencedMovement,
): ReferenceLookup {
  const known = turn.get('references', referenceHash);
  if (known === undefined) return { kind: 'new' };
  const first = JSON.parse(known) as ReferenceRecord;
  if (first.key !== key || first.amount !== amount) return { kind: 'reused' };
  if ((first.kind ?? 'credit') !== kind || first.to !== to) return { kind: 'reused' };
  return { kind: 'replay', entry: first.entry };
}

export function recordReference(
  turn: TurnRecords,
  referenceHash: string,
  { kind, key, amount, to }: ReferencedMovement,
  entry: number,
): void {
  const ofKind = kind === 'credit' ? {} : { kind };
  const record: ReferenceRecord = {
    v: 1,
    key,
    amount,
    entry,
    ...ofKind,
    ...(to === undefined ? {} : { to }),
  };
  turn.insert('references', referenceHash, JSON.stringify(record));
}
