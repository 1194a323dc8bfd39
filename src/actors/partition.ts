/**
 * A partition: whole accounts, with their keys and jobs, in one store behind one gate.
 *
 * A node has one partition. The seam for several is here: a message goes to the partition of the account, key
 * or job that it is for (`PartitionOf`), no turn leaves an account (`Behavior.unitOf`), and
 * `across-accounts/` with `keys/references.ts` is all that would have to ask more than one.
 */
import type { Store } from '../store/store.js';
import type { NodeEffect } from './effects.js';
import type { Behavior, Outcome } from './runtime/behavior.js';
import type { ActorSystem } from './runtime/system.js';

export interface Partition {
  readonly store: Store;
  /** The actors, and the gate in front of the store. */
  readonly system: ActorSystem<NodeEffect>;
}

/** The partition that holds an account, or a key or job of one, by its id. */
export type PartitionOf = (id: string) => Partition;

/**
 * How long a message to an actor may wait before it is handled, in ms; one that waited longer is refused, and
 * not done.
 */
export const MESSAGE_PATIENCE_MS = 5_000;

/** Asks an actor, as a promise: for messages that wait for the disk anyway. */
export function asked<State, Message, Reply>(
  { partitionOf }: { readonly partitionOf: PartitionOf },
  behavior: Behavior<State, Message, Reply, NodeEffect>,
  id: string,
  message: Message,
): Promise<Outcome<Reply>> {
  const { system } = partitionOf(id);
  return new Promise((resolve) => system.ask(behavior, id, message, resolve, MESSAGE_PATIENCE_MS));
}
