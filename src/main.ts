#!/usr/bin/env node
/** The program's entry: the process that a command runs in. */
import { createInterface } from 'node:readline/promises';
import type { CommandIo } from './cli/framework/command.js';
import { runProgram } from './cli/framework/program.js';

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

// Whoever reads may have seen enough: `tollgate keys list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const io: CommandIo = {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
  folder: process.cwd(),
  ask: process.stdin.isTTY === true && process.stderr.isTTY === true ? ask : undefined,
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
};

void runProgram(process.argv.slice(2), io).then((status) => {
  // A node that serves goes on; a start that failed may have left something that would.
  if (status !== 0) process.exit(status);
});
