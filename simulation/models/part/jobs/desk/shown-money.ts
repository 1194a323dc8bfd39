/** The money of a key as its credits and its ledger have to show it. */
import type { Trial } from '../../trial.js';
import { balanceOf, type PlainMoney } from './plain-jobs.js';

/** Ids and references of entries are not compared: they go by the key, and by who gave the credit. */
export function judgeEntries(trial: Trial, told: readonly object[], entries: readonly object[]): void {
  for (const [n, entry] of told.entries()) {
    const shown = Object.entries(entry).filter(([name]) => name !== 'id' && name !== 'reference');
    trial.sameFields('ledger', Object.fromEntries(shown), entries[n]);
  }
}

export function judgeCredits(trial: Trial, told: object, key: PlainMoney): void {
  trial.sameFields('credits', told, {
    object: 'credits',
    balance: balanceOf(key) / 1e6,
    reserved: key.reserved / 1e6,
    total_credits: key.credited / 1e6,
    total_usage: key.charged / 1e6,
    currency: 'DA',
  });
}
