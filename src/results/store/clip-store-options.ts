/** The environment of the store of kept clips, and its limits. */
import type { World } from '../../time/world.js';
import type { ClipOwner } from './clip-files.js';
import type { Files } from './files.js';
import type { KeepingObserver } from './keeping-state.js';

export interface ClipStoreOptions extends KeepingObserver {
  readonly folder: string;
  /** Those of the disk if left out. */
  readonly files?: Files;
  /** Tells the data folder that the folder belongs to. */
  readonly ownerMark: string;
  readonly world: World;
  /** Read anew whenever they are needed. */
  readonly limits: ClipStoreLimits;
  /** Told of each file operation that fails and that nobody waits for. */
  readonly onFault: (error: unknown) => void;
  /** Told once of a kept clip whose file somebody else has removed, when it is asked for. */
  readonly onMissing: (owner: ClipOwner) => void;
}

export interface ClipStoreLimits {
  readonly bytesMax: number;
  readonly keptMsMin: number;
  /** Of the disk. */
  readonly freeBytesMin: number;
}
