/**
 * A command: what it takes, what it says of itself, and how it runs.
 *
 * `src/commands.ts` lists every command by name, summary and the module that has it. The module is loaded
 * when the command runs, or when its help, its completion or its documentation is asked for. A command
 * declares its arguments and options; its help, the completion scripts and `docs/command-line.md` are made
 * from that.
 *
 * Rules
 *  1. Results go to standard output; everything else goes to standard error.
 *  2. A command throws `ConfigError` if it was called wrongly, `StartRefused` if its node cannot start, and
 *     `CommandFailed` if it cannot do what was asked. Anything else that it throws is a defect.
 *  3. No secret is ever an option or an argument: command lines show in process lists.
 */
import type { EnvironmentVariables } from '../../node/config/config.js';

export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Characters in a line of the terminal. */
  readonly columns?: number;
}

/** Everything that a command knows of its process. */
export interface CommandIo {
  readonly out: TextOutput;
  readonly err: TextOutput;
  readonly environment: EnvironmentVariables;
  /** The folder that relative paths count from. */
  readonly folder: string;
  /** Asks the user at the terminal; undefined if there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Unix milliseconds. */
  readonly wallMs: () => number;
}

/** The values that a shell offers: the names of files or folders, or these words. */
export type Completion = 'file' | 'folder' | readonly string[];

export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  /** Stands for the value in the help, in capitals or `a|b`; left out for a switch. */
  readonly placeholder?: string;
  /** One or two sentences. */
  readonly description: string;
  readonly completes?: Completion;
  /** The heading of the help that it stands under; `Options` if left out. */
  readonly heading?: string;
  /** True if the command does not run without it. */
  readonly isRequired?: boolean;
  /** True if the option can be given several times. */
  readonly isRepeatable?: boolean;
}

export interface ArgumentSpec {
  /** In capitals. */
  readonly name: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /** True for a last argument that takes all words that are left, be it none. */
  readonly isRepeatable?: boolean;
  readonly completes?: Completion;
}

/** The arguments and options of a command. */
export interface Syntax {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
}

export interface GivenArguments {
  /** In the order of the declaration; as many as were given. */
  readonly words: readonly string[];
  /** Whether the switch was given. */
  has(name: string): boolean;
  /** The option's value; undefined if the option was not given. */
  value(name: string): string | undefined;
  /** The values of an option that can be given several times. */
  values(name: string): readonly string[];
}

export interface Command extends Syntax {
  /** Paragraphs, one string each: what the command does, and what an operator should know before. */
  readonly about: readonly string[];
  /** Command lines, without the name of the program, each with its purpose. */
  readonly examples: readonly (readonly [commandLine: string, purpose: string])[];
  /**
   * True if another program reads everything after the command's name, `--help` too; all of it is given as
   * words.
   */
  readonly isPassedOn?: boolean;
  /** Resolves with the status to end with; for a node that serves, as soon as it takes requests. */
  run(given: GivenArguments, io: CommandIo): Promise<number>;
}

/** A command as the program lists it. */
export interface ListedCommand {
  /** One word, or two: `keys create`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** Commands under one heading of the help. */
export interface CommandSection {
  readonly title: string;
  readonly commands: readonly ListedCommand[];
}
