/** Steps at the bounds of what the contract takes, from streams of chance of their own. */
import type { ClientCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';

/** Apart from the clients of the other steps: theirs is another address. */
const CLIENT = 6;

export function edgeStep(at: number, call: ClientCall): RequestStep {
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: CLIENT };
}
