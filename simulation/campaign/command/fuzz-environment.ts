/** Everything that `fuzz` needs of its process; a test brings a made-up one. */
import type { HttpFuzzEnvironment } from '../../http/fuzz-http.js';
import type { Patience } from '../bounded-run.js';
import type { KeyPresses } from './key-presses.js';
import type { ModelTable } from './models.js';
import type { RunningPart } from './running-part.js';

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
  /** How many campaigns run at a time without taking time from each other. */
  readonly cores: number;
  /** @param args those of `fuzz` */
  startPart(args: readonly string[]): RunningPart;
  /** Replays a trace file in a process of its own. Absent if no other process knows these models. */
  replayAlone?: ((file: string) => RunningPart) | undefined;
  /** Calls again and again, at this distance in ms, until the function that it returns is called. */
  every(ms: number, call: () => void): () => void;
  /** Takes the keys of the terminal; undefined if nobody sits at one. */
  keyPresses(): KeyPresses | undefined;
}
