/**
 * A partition: whole accounts, with their keys and jobs, in one store behind one gate.
 *
 * A node has one partition. The seam for several is here: a message goes to the partition of the account, key
 * or job that it is for (`PartitionOf`), no turn leaves an account (`Behavior.unitOf`), and
 * `across-accounts/` with `keys/references.ts` is all that would have to ask more than one.
 */
import type { Store } from '../store/store.js';
import type { NodeEffect } from './effects.js';
import type { ActorSystem } from './runtime/system.js';

export interface Partition {
  readonly store: Store;
  /** The actors, and the gate in front of the store. */
  readonly system: ActorSystem<NodeEffect>;
}

/** The partition that holds an account, or a key or job of one, by its id. */
export type PartitionOf = (id: string) => Partition;
