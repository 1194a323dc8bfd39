/** Orders that clients make, by the API or by a form. */
import type { ClientCall } from '../../history/client-call.js';
import { bodyOf, type Exchange } from '../facts/requests.js';

interface OrderAsked {
  /** Its number. */
  readonly key: number;
  readonly amountDa: number;
}

/** Undefined if the call asks for none. */
export function orderAsked(call: ClientCall): OrderAsked | undefined {
  return call.op === 'order' || (call.op === 'form' && call.act === 'order') ? call : undefined;
}

/** The id of the order that an answer tells of as made, now or by the same request before. */
export function orderMade({ sent: { call }, answer }: Exchange): string | undefined {
  if (answer === undefined || orderAsked(call) === undefined) return undefined;
  if (call.op === 'order') return answer.status === 201 ? String(bodyOf(answer)?.id) : undefined;
  return /^\/top-up\/(order_\w+)$/.exec(answer.headers.location ?? '')?.[1];
}
