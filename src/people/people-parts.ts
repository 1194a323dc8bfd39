/** The parts of a node that the facade of people stands on. */
import type { NodeEffect } from '../actors/effects.js';
import type { PartitionOf } from '../actors/partition.js';
import type { InvitationBehavior } from '../actors/people/invitation.js';
import type { UserBehavior } from '../actors/people/user-messages.js';
import type { Behavior, Outcome } from '../actors/runtime/behavior.js';
import type { IdMaker } from '../actors/storage/ids.js';
import type { RollingWindows } from '../actors/windows/rolling-windows.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { World } from '../time/world.js';
import type { DeviceSeal } from './device-marks.js';

export interface PeopleParts {
  readonly world: World;
  readonly ids: IdMaker;
  readonly partitionOf: PartitionOf;
  readonly windows: RollingWindows;
  readonly user: UserBehavior;
  readonly invitation: InvitationBehavior;
  readonly hasher: PasswordHasher;
  readonly seal: DeviceSeal;
  /** How long a message may wait before it is handled, in ms. */
  readonly patienceMs: number;
}

/** Asks an actor, as a promise. */
export function askActor<State, Message, Reply>(
  { partitionOf, patienceMs }: PeopleParts,
  behavior: Behavior<State, Message, Reply, NodeEffect>,
  id: string,
  message: Message,
): Promise<Outcome<Reply>> {
  const { system } = partitionOf(id);
  return new Promise((resolve) => system.ask(behavior, id, message, resolve, patienceMs));
}
