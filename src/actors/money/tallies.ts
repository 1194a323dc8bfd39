/** Sums of the money that moved, over all keys of a node, in micro-DA. */
import type { Turn } from '../runtime/behavior.js';
import type { EntryType } from './ledger.js';

/** Ready-made: a text that is put together anew is hashed anew in each map that it is looked up in. */
const MOVED: Readonly<Record<EntryType, string>> = {
  credit: 'moved/credit',
  reserve: 'moved/reserve',
  charge: 'moved/charge',
  release: 'moved/release',
  debit: 'moved/debit',
  transfer_out: 'moved/transfer_out',
  transfer_in: 'moved/transfer_in',
};

export function tallyMovement(
  turn: Pick<Turn<never, never>, 'tally'>,
  type: EntryType,
  amountMicroDa: number,
): void {
  turn.tally(MOVED[type], amountMicroDa);
}

export function movedTally(type: EntryType): string {
  return MOVED[type];
}
