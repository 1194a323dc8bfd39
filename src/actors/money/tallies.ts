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

/** Marked credit that can be spent, and that which unfinished jobs hold. */
export const MARKED_BALANCE = 'marked/balance';
export const MARKED_RESERVED = 'marked/reserved';

type Sign = -1 | 0 | 1;

/** The signs with which the marked part of a movement counts in either. */
const MARKED: Readonly<Record<EntryType, readonly [balance: Sign, reserved: Sign]>> = {
  credit: [1, 0],
  reserve: [-1, 1],
  charge: [0, -1],
  release: [1, -1],
  debit: [-1, 0],
  transfer_out: [-1, 0],
  transfer_in: [1, 0],
};

/** @param amountMicroDa more than nothing */
export function tallyMarked(
  turn: Pick<Turn<never, never>, 'tally'>,
  type: EntryType,
  amountMicroDa: number,
): void {
  const [balance, reserved] = MARKED[type];
  if (balance !== 0) turn.tally(MARKED_BALANCE, balance * amountMicroDa);
  if (reserved !== 0) turn.tally(MARKED_RESERVED, reserved * amountMicroDa);
}

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
