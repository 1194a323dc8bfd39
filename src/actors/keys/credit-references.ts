/**
 * References of credits, each unique on the whole node: these records span accounts.
 *
 * A turn reads and writes the reference of a credit beside the records of its own account, which holds while
 * one store has all accounts. Over several stores a reference is to be claimed first, in a commit of its own.
 */
import type { MicroDa } from '../../money/micro-da.js';
import type { TurnRecords } from '../runtime/behavior.js';

/** In table `references`, keyed by the hash of the reference. */
interface ReferenceRecord {
  readonly v: 1;
  readonly key: string;
  readonly amount: MicroDa;
  readonly entry: number;
}

/** The credit of a key that a reference stands for. */
export interface ReferencedCredit {
  readonly key: string;
  readonly amount: MicroDa;
}

export type ReferenceLookup =
  | { readonly kind: 'new' }
  /** The reference stands for a credit of another key or amount. */
  | { readonly kind: 'reused' }
  /** The same credit again: the number of its ledger entry. */
  | { readonly kind: 'replay'; readonly entry: number };

export function lookupReference(
  turn: TurnRecords,
  referenceHash: string,
  { key, amount }: ReferencedCredit,
): ReferenceLookup {
  const known = turn.get('references', referenceHash);
  if (known === undefined) return { kind: 'new' };
  const first = JSON.parse(known) as ReferenceRecord;
  if (first.key !== key || first.amount !== amount) return { kind: 'reused' };
  return { kind: 'replay', entry: first.entry };
}

export function recordReference(
  turn: TurnRecords,
  referenceHash: string,
  { key, amount }: ReferencedCredit,
  entry: number,
): void {
  const record: ReferenceRecord = { v: 1, key, amount, entry };
  turn.insert('references', referenceHash, JSON.stringify(record));
}
