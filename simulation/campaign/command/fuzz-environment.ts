/** What `fuzz` needs of the process it runs in; a test brings a made-up one. */
import type { Patience } from '../bounded-run.js';
import type { KeyPresses } from './key-presses.js';
import type { ModelTable } from './models.js';
import type { ProgressOutput } from './progress.js';

export interface FuzzEnvironment {
  readonly models: ModelTable;
  readonly out: { write(text: string): unknown };
  readonly err: ProgressOutput;
  /** Real time, in ms since some point. */
  nowMs(): number;
  /** A seed for a campaign that was given none. */
  chanceSeed(): number;
  /** Lets the event loop have its turn. */
  pause(): Promise<void>;
  readonly patience: Patience;
  readFile(path: string): string;
  /** Makes the folders that the path needs. */
  writeFile(path: string, text: string): void;
  /** Throws where `writeFile` would; leaves everything as it was. */
  probeFile(path: string): void;
  /** Takes the keys of the terminal; undefined where nobody sits at one. */
  keyPresses(): KeyPresses | undefined;
  /** Calls back when the campaign shall end, with the status to end with, until the returned function is called. */
  onStop(stop: (exitStatus: number) => void): () => void;
}
