#!/usr/bin/env node
/** The program's entry. */
import { processIo } from './cli/framework/process-io.js';
import { runProgram } from './cli/framework/program.js';
import { SECTIONS } from './commands.js';

void runProgram(process.argv.slice(2), SECTIONS, processIo()).then((status) => {
  // A node that serves goes on; a start that failed may have left something that would.
  if (status !== 0) process.exit(status);
});
