/** Steps at the bounds of what the contract takes, from streams of chance of their own. */
import type { ClientCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';

/** Apart from the clients of the other steps: theirs is another address. */
const CLIENT = 6;
/** By then what waited behind a failed commit is on disk. */
export const WELL_AGAIN_MS = 3_300;

export function edgeStep(at: number, call: ClientCall): RequestStep {
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: CLIENT };
}

/** A key of the operators' account that can pay for all that a generator asks for. */
export function richKey(newKey: number, creditsMicroDa: number, rpm = 10_000): ClientCall {
  return { op: 'create_key', newKey, account: 0, rpm, creditsMicroDa };
}
