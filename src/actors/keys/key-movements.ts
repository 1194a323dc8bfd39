/**
 * How the money of a key moves: for each movement an entry of its ledger, the sums of the node, and those of
 * its account, all in one turn.
 */
import { ZERO_MICRO_DA } from '../../money/micro-da.js';
import { unixSeconds } from '../../time/clock.js';
import type { AccountBehavior } from '../accounts/account.js';
import {
  balanceOf,
  encodeLedgerEntry,
  type LedgerEntry,
  ledgerRecordKey,
  type Movement,
  move,
} from '../money/ledger.js';
import type { Purpose } from '../money/purpose.js';
import { tallyMarked, tallyMovement } from '../money/tallies.js';
import type { Turn } from '../runtime/behavior.js';
import type { ApiKeyState } from './api-key-messages.js';

/** The cause of a movement. */
export interface MovedFor {
  readonly purpose: Purpose | null;
  readonly reference: string | null;
  /** Of a transfer, the other key. */
  readonly other?: string;
}

/**
 * @returns the key afterwards, which is not saved yet. @throws if a movement breaks the ledger's invariants
 */
export function moveMoney(
  state: ApiKeyState,
  movements: readonly Movement[],
  about: MovedFor,
  turn: Turn<ApiKeyState, never>,
  accounts: AccountBehavior,
  open = state.open,
): ApiKeyState {
  let { balances, entries } = state;
  for (const movement of movements) {
    const { type, amount, marked = ZERO_MICRO_DA } = movement;
    balances = move(balances, movement);
    entries += 1;
    const entry: LedgerEntry = {
      v: 1,
      type,
      amount,
      balance: balanceOf(balances),
      reserved: balances.reserved,
      job: about.purpose === null ? null : about.purpose.id,
      reference: about.reference,
      at: unixSeconds(turn.wall),
      other: about.other,
      marked,
    };
    turn.insert('ledger', ledgerRecordKey(turn.id, entries), encodeLedgerEntry(entry));
    tallyMovement(turn, type, amount);
    if (marked > 0) tallyMarked(turn, type, marked);
    turn.call(accounts, state.account, {
      type: 'moved',
      movement: type,
      amountMicroDa: amount,
      markedMicroDa: marked,
    });
  }
  const { id, account, name, rateLimitRpm, isRevoked, createdAt, credentialHash, rotations, earlier } = state;
  // Field by field: an object that is spread with a change takes several times as long to make.
  return {
    id,
    account,
    name,
    rateLimitRpm,
    isRevoked,
    createdAt,
    balances,
    open,
    entries,
    credentialHash,
    rotations,
    earlier,
  };
}
