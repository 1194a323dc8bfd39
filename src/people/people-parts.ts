/** The parts of a node that the facade of people stands on. */
import type { PartitionOf } from '../actors/partition.js';
import type { InvitationBehavior } from '../actors/people/invitation.js';
import type { UserBehavior } from '../actors/people/user-messages.js';
import type { IdMaker } from '../actors/storage/ids.js';
import type { RollingWindows } from '../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../actors/windows/window-journal.js';
import type { Limits } from '../limits/limits.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import type { World } from '../time/world.js';
import type { DeviceSeal } from './device-marks.js';

export interface PeopleParts {
  readonly world: World;
  readonly ids: IdMaker;
  readonly partitionOf: PartitionOf;
  readonly windows: RollingWindows;
  readonly journal: Pick<WindowJournal, 'admitted'>;
  readonly user: UserBehavior;
  readonly invitation: InvitationBehavior;
  readonly hasher: PasswordHasher;
  readonly seal: DeviceSeal;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}
