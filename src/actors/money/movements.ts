/**
 * How the money of a key moves: for each movement an entry of its ledger, the sums of the node, and those of its account,
 * all in one turn.
 */
import { unixSeconds } from '../../time/clock.js';
import type { AccountBehavior } from '../accounts/account.js';
import type { Effect } from '../jobs/effects.js';
import type { ApiKeyState } from '../keys/api-key-messages.js';
import { ledgerRecordKey } from '../keys/api-key-record.js';
import type { Turn } from '../runtime/behavior.js';
import { balanceOf, encodeLedgerEntry, type LedgerEntry, type Movement, move } from './ledger.js';
import { tallyMovement } from './tallies.js';

export type KeyTurn = Turn<ApiKeyState, Effect>;

/** The key as it is after them, with `openJobs`; not saved yet. Throws where one breaks the ledger's invariants. */
export function moveMoney(
  state: ApiKeyState,
  movements: readonly Movement[],
  about: { readonly job: string | null; readonly reference: string | null },
  turn: KeyTurn,
  accounts: AccountBehavior,
  openJobs = state.openJobs,
): ApiKeyState {
  let { figures, entries } = state;
  for (const movement of movements) {
    figures = move(figures, movement);
    entries += 1;
    const entry: LedgerEntry = {
      v: 1,
      type: movement.type,
      amount: movement.amount,
      balance: balanceOf(figures),
      reserved: figures.reserved,
      job: about.job,
      reference: about.reference,
      at: unixSeconds(turn.wall),
    };
    turn.insert('ledger', ledgerRecordKey(turn.id, entries), encodeLedgerEntry(entry));
    tallyMovement(turn, movement.type, movement.amount);
    turn.call(accounts, state.account, {
      type: 'moved',
      movement: movement.type,
      amountMicroDa: movement.amount,
    });
  }
  const { id, account, name, rateLimitRpm, isRevoked, createdAt, credentialHash } = state;
  // Field by field: an object that is spread with a change takes several times as long to make.
  return {
    id,
    account,
    name,
    rateLimitRpm,
    isRevoked,
    createdAt,
    figures,
    openJobs,
    entries,
    credentialHash,
  };
}
