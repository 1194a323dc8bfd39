/** Everything that `fuzz` needs of its process; a test brings a made-up one. */
import type { HttpFuzzEnvironment } from '../../http/fuzz-http.js';
import type { Patience } from '../bounded-run.js';
import type { KeyPresses } from './key-presses.js';
import type { ModelTable } from './models.js';

export interface FuzzEnvironment extends HttpFuzzEnvironment {
  readonly models: ModelTable;
  /** A seed for a campaign that was given none. */
  chanceSeed(): number;
  /** Lets the event loop have its turn. */
  pause(): Promise<void>;
  readonly patience: Patience;
  readFile(path: string): string;
  /** Throws if `writeFile` would; leaves everything as it was. */
  probeFile(path: string): void;
  /** Takes the keys of the terminal; undefined if nobody sits at one. */
  keyPresses(): KeyPresses | undefined;
}
