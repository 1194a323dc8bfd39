/**
 * Why a node does not start, for reasons its operator can see to.
 *
 * These errors are no defects: the program prints its message, which is one line, on standard error and ends
 * with its exit status. Anything else that is thrown while starting is a defect and keeps its stack.
 */
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

export function onOneLine(message: string): string {
  return message.replace(LINE_BREAKS, ' ');
}

/** The folder, the disk or the platform does not allow a start. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
  readonly exitStatus: number = 1;

  constructor(message: string, options?: ErrorOptions) {
    super(onOneLine(message), options);
  }
}

/** A command line, an environment variable or a configuration file is wrong. The message names which. */
export class ConfigError extends StartRefused {
  override readonly name = 'ConfigError';
  override readonly exitStatus = 2;
}
