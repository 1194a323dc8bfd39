/** By their numbers, the keys that the operator made: the account of each, and whether it may be revoked. */
import type { Observation } from '../../history/observation.js';
import type { Exchange } from '../facts/requests.js';

export class KeyOwners {
  readonly #accounts = new Map<number, number>();
  readonly #revoked = new Set<number>();

  observe(seen: Observation, exchange: Exchange | undefined): void {
    if (exchange === undefined) return;
    const { call, ofAccount } = exchange.sent;
    if (call.op === 'revoke' || (call.op === 'form' && call.act === 'revoke_key'))
      this.#revoked.add(call.key);
    if (seen.what !== 'answered' || seen.status !== 201) return;
    if (call.op === 'create_key' && ofAccount === undefined) this.#accounts.set(call.newKey, call.account);
  }

  /** The number of its account; undefined if that is not known. */
  accountOf(key: number): number | undefined {
    return this.#accounts.get(key);
  }

  /** Whether somebody asked for it. */
  mayBeRevoked(key: number): boolean {
    return this.#revoked.has(key);
  }
}
