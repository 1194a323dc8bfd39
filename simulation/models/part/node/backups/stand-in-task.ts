/** A process that stands in for one of LMDB's: it says what it is told to, and notes what was asked of it. */
import type { TaskMessage } from '../../../../../src/audit/database/task.js';
import type { ProgramStart } from '../../../../../src/packaged/program.js';

/** @param asked the file that the tasks are noted in, one a line */
export function standIn(
  asked: string,
  copy: readonly TaskMessage[],
  verify: readonly TaskMessage[],
): ProgramStart {
  const say = (messages: readonly TaskMessage[]) =>
    messages.map((message) => `echo '${JSON.stringify(message)}' >&3`).join('\n') || ':';
  // The shell takes the name of the task for its own.
  const script = [
    `echo "$1" >> '${asked}'`,
    `case "$1" in *'"do":"copy"'*)`,
    say(copy),
    ';; *)',
    say(verify),
    ';; esac',
  ].join('\n');
  return { file: '/bin/sh', args: ['-c', script] };
}
