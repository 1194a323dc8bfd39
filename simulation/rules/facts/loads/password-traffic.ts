/** Whether so many passwords may be at hand at once that one more is refused. */

import type { ClientCall } from '../../../history/client-call.js';
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation } from '../../../history/observation.js';
import { hashingTroubleOf } from '../../../history/people/visits/hashing-words.js';
import { sometimes } from '../../../moments/sometimes.js';

const HASHED: readonly string[] = ['sign_in', 'accept', 'change_password', 'sign_up'];
/** The hashes of an old password and of a new one, and the commit before the next step. */
const MS_EACH = 1_100;

export class PasswordTraffic {
  /** Too many to come together in a history, unless limits are small. */
  readonly #areFew: boolean;
  readonly #open = new Set<number>();
  #busyUntil = Number.NEGATIVE_INFINITY;
  /** The request that ended last, and until when those before it kept the node busy. */
  #last: { readonly request: number; readonly busyUntil: number } | undefined;

  constructor({ limits }: NodeSetup) {
    this.#areFew = limits?.passwordsWaiting !== undefined || limits?.signInsUnderWay !== undefined;
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'sent':
        if (HASHED.includes(seen.call.op)) this.#open.add(seen.request);
        return;
      case 'answered':
      case 'gave_up':
      case 'cut_off':
        if (!this.#open.delete(seen.request)) return;
        this.#last = { request: seen.request, busyUntil: this.#busyUntil };
        this.#busyUntil = Math.max(this.#busyUntil, seen.at) + MS_EACH;
    }
  }

  /** Whether others were under way beside a request that was just answered. */
  mayBeMany({ request, at }: { readonly request: number; readonly at: number }): boolean {
    const busyUntil = this.#last?.request === request ? this.#last.busyUntil : this.#busyUntil;
    const areMany = this.#areFew && (this.#open.size > 0 || at <= busyUntil);
    if (areMany) sometimes('passwords-had-no-room');
    return areMany;
  }
}

/** Whether the password of a request cannot be hashed: it is answered that something is wrong. */
export function mayFailToHash(call: ClientCall): boolean {
  const trouble = hashingTroubleOf(call);
  return trouble === 'ends' || trouble === 'fails';
}
