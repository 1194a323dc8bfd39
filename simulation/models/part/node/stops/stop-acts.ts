/** Acts of a history of stops: what clients, a provider and whoever stops a node do. */
import type { StopSignal } from '../../../../../src/node/machine/stop-signals.js';
import type { Random } from '../../../../world/random.js';

export interface StopLimits {
  readonly drainTimeLimitMs: number;
  readonly submitsMax: number;
  /** Of the key of all requests. */
  readonly rpm: number;
}

export type StopAct =
  | { readonly do: 'submit' }
  | { readonly do: 'look' }
  | { readonly do: 'ready' }
  | { readonly do: 'accept'; readonly nth: number }
  | { readonly do: 'requests'; readonly areOpen: boolean }
  | { readonly do: 'signal'; readonly signal: StopSignal }
  /** Of a node that has stopped. */
  | { readonly do: 'start' };

export function stopLimits(random: Random): StopLimits {
  return {
    drainTimeLimitMs: random.pick([200, 900, 2_500]),
    submitsMax: random.pick([1, 2, 4]),
    rpm: random.pick([4, 12, 1_000, 1_000]),
  };
}

export function stopAct(random: Random): StopAct {
  return random.weighted<StopAct>([
    [5, { do: 'submit' }],
    [2, { do: 'look' }],
    [1, { do: 'ready' }],
    [3, { do: 'accept', nth: random.below(4) }],
    [2, { do: 'requests', areOpen: random.chance(0.5) }],
    [1.5, { do: 'signal', signal: random.pick(['SIGTERM', 'SIGINT']) }],
    [3, { do: 'start' }],
  ]);
}
