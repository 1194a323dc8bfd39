/** How a command ends. Documented in `docs/command-line.md`, which is made from here. */
import { onOneLine } from '../../node/config/start-refused.js';

/** The statuses of every command, and what each says. */
export const EXIT_STATUS = {
  done: { status: 0, says: 'Done.' },
  bad: {
    status: 1,
    says: 'The node refused, or a check found something.',
  },
  usage: { status: 2, says: 'The command line, a variable or a configuration file is wrong.' },
  unreachable: { status: 3, says: 'The node or the data folder cannot be reached, or is in use.' },
} as const;

export type CommandStatus = (typeof EXIT_STATUS)[keyof typeof EXIT_STATUS]['status'];

export const DONE = EXIT_STATUS.done.status;
export const BAD = EXIT_STATUS.bad.status;
export const UNREACHABLE = EXIT_STATUS.unreachable.status;

/** Why a command could not do what was asked: one line for standard error, and the status to end with. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitStatus: CommandStatus;

  constructor(message: string, exitStatus: CommandStatus, options?: ErrorOptions) {
    super(onOneLine(message), options);
    this.exitStatus = exitStatus;
  }
}
