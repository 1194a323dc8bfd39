/**
 * What a command of the program is.
 *
 * A command is listed in `commands.ts` by name, summary and the module that has it, which is loaded when the
 * command runs, or when its help, completion or documentation is asked for. It declares its arguments and
 * options; from that its help, the completion of the shells and `docs/command-line.md` are made.
 *
 * Rules
 *  1. What a command found out goes to standard output; what it says on the way goes to standard error.
 *  2. It throws `ConfigError` where it was called wrongly, `StartRefused` where its node cannot start, and `CommandFailed`
 *     where it cannot do what was asked; anything else that it throws is a defect.
 *  3. No secret is ever an option or an argument: command lines show in process lists.
 */
import type { EnvironmentVariables } from '../../node/config/config.js';

export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters in a line of the terminal. */
  readonly columns?: number;
}

/** All that a command knows of the process it runs in. */
export interface CommandIo {
  readonly out: TextOutput;
  readonly err: TextOutput;
  readonly environment: EnvironmentVariables;
  /** The folder that relative paths count from. */
  readonly folder: string;
  /** Asks whoever sits at the terminal; undefined where nobody does. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Unix milliseconds. */
  readonly wallMs: () => number;
}

/** What a shell offers for a value: the names of files or folders, or these words. */
export type Completion = 'file' | 'folder' | readonly string[];

export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  /** What stands for the value in the help, in capitals or `a|b`; left out for a switch. */
  readonly placeholder?: string;
  /** One or two sentences. */
  readonly description: string;
  readonly completes?: Completion;
}

export interface ArgumentSpec {
  /** In capitals. */
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  readonly completes?: Completion;
}

/** What can stand on a command line after a command's name. */
export interface Syntax {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
}

export interface Command extends Syntax {
  /** Paragraphs, one string each: what it does, and what an operator should know before. */
  readonly about: readonly string[];
  /** Command lines, without the name of the program, each with what it is for. */
  readonly examples: readonly (readonly [commandLine: string, purpose: string])[];
  /** True where everything after its name is its own affair, `--help` too. */
  readonly readsAll?: boolean;
  /**
   * Resolves with the status to end with; of a node that serves, once it takes requests.
   *
   * @param argv what follows the command's name
   */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
}

export const SECTIONS = [
  'Run a node',
  'Manage keys and credit',
  'Look after jobs',
  'Look after the data',
  'Test and measure',
  'The command line',
] as const;

/** A command as it stands in the list of all. */
export interface ListedCommand {
  /** One word, or two: `keys create`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly section: (typeof SECTIONS)[number];
  load(): Promise<Command>;
}
