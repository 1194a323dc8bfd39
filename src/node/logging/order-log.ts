import type { SetAside } from '../../actors/orders/effects.js';
import type { Log } from './log.js';

/** Logs findings about payments that were not believed: an operator looks into each. */
export function orderLog(log: Pick<Log, 'error'>): (finding: SetAside) => void {
  return ({ orderId, mismatch }) =>
    log.error({ orderId, kind: mismatch.kind, why: mismatch.message }, 'a payment was set aside');
}
