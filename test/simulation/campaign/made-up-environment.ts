import type { FuzzEnvironment } from '../../../simulation/campaign/command/fuzz-environment.js';
import type { Press } from '../../../simulation/campaign/command/key-presses.js';
import type { Model } from '../../../simulation/model.js';

/** An environment in memory. Its clock goes forward by `pauseMs` with each pause, and by nothing else. */
export class MadeUpEnvironment implements FuzzEnvironment {
  readonly files = new Map<string, string>();
  readonly models;
  readonly out = { write: (text: string) => this.#stdout.push(text) };
  readonly err = { write: (text: string) => this.#stderr.push(text) };
  readonly pauseMs: number;
  /** Keys that the user presses; undefined if nobody sits at a terminal. */
  presses: Press[] | undefined;
  /** Told of each pause, with the way to stop the campaign. */
  paused: (pauses: number, stop: (exitStatus: number) => void) => void = () => {};
  isDiskFull = false;
  /** The paths that are refused before the first run. */
  readonly unwritable = new Set<string>();
  isListening = false;
  readonly #stdout: string[] = [];
  readonly #stderr: string[] = [];
  #nowMs = 5_000;
  #pauses = 0;
  #stop: (exitStatus: number) => void = () => {};

  constructor(model: Model, pauseMs = 100) {
    this.models = { window: () => Promise.resolve(model) };
    this.pauseMs = pauseMs;
  }

  get stdout(): string {
    return this.#stdout.join('');
  }

  get stderr(): string {
    return this.#stderr.join('');
  }

  nowMs(): number {
    return this.#nowMs;
  }

  chanceSeed(): number {
    return 4_242;
  }

  pause = async (): Promise<void> => {
    this.#nowMs += this.pauseMs;
    this.#pauses += 1;
    this.paused(this.#pauses, this.#stop);
  };

  patience: FuzzEnvironment['patience'] = () => async () => [];

  readonly cores = 2;
  /** The campaigns that were started, by their arguments, and how each ends. */
  readonly parts: string[] = [];
  endOfPart: (args: string) => { readonly status: number; readonly text: string } = (args) => ({
    status: 0,
    text: `fuzzed ${args}\n`,
  });
  readonly stopped: string[] = [];

  startPart(args: readonly string[]) {
    const line = args.join(' ');
    this.parts.push(line);
    return { ended: Promise.resolve(this.endOfPart(line)), stop: () => this.stopped.push(line) };
  }

  replayAlone = (file: string) => this.startPart(['--replay', file, '--json']);

  every = () => () => {};

  readFile(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new Error('ENOENT: no such file or directory');
    return text;
  }

  writeFile(path: string, text: string): void {
    if (this.isDiskFull) throw new Error('ENOSPC: no space left on device');
    this.files.set(path, text);
  }

  probeFile(path: string): void {
    if (this.unwritable.has(path)) throw new Error('EISDIR: illegal operation on a directory');
  }

  keyPresses() {
    if (this.presses === undefined) return undefined;
    const left = [...this.presses];
    return { next: () => Promise.resolve(left.shift() ?? 'quit'), end: () => {} };
  }

  onStop(stop: (exitStatus: number) => void): () => void {
    this.#stop = stop;
    this.isListening = true;
    return () => {
      this.isListening = false;
    };
  }
}
