/** The process that a command runs in. */
import { createInterface } from 'node:readline/promises';
import type { CommandIo } from './command.js';

/** Also ends the process as soon as nobody reads its standard output, as in `tollgate keys list | head`. */
export function processIo(): CommandIo {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  return {
    out: process.stdout,
    err: process.stderr,
    environment: process.env,
    folder: process.cwd(),
    ask: process.stdin.isTTY === true && process.stderr.isTTY === true ? ask : undefined,
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
  };
}

/** Once all that was written has been taken: a pipe that is full takes the rest as it is read. */
export function endProcess(status: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
