/**
 * The text that makes a form unique. It goes with the form's message as an Idempotency-Key would: sent again
 * by a second click or a reload, the form does nothing twice.
 */
import type { GatewayDeps } from '../../../operation.js';

const ONCE_BYTES = 16;

export function newOnce({ world }: Pick<GatewayDeps, 'world'>): string {
  return Buffer.from(world.randomBytes(ONCE_BYTES)).toString('base64url');
}
