#!/usr/bin/env node
/** The program's entry. */
import { DATABASE_TASK } from './audit/database/task.js';
import { endProcess, processIo } from './cli/framework/process-io.js';
import { runProgram } from './cli/framework/program.js';
import { SECTIONS } from './commands.js';

const [command, task = ''] = process.argv.slice(2);
if (command === DATABASE_TASK) {
  void import('./audit/database/child.js').then(({ doTask }) => doTask(task));
} else {
  void runProgram(process.argv.slice(2), SECTIONS, processIo()).then((status) => {
    // A node that serves goes on; a start that failed may have left something that would.
    if (status !== 0) endProcess(status);
  });
}
