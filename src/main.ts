#!/usr/bin/env node
/** The program: reads the command line, does what it says, and says why where it cannot. */
import { parseCommandLine } from './node/config-command-line.js';
import { StartRefused } from './node/start-refused.js';

async function main(): Promise<void> {
  const command = parseCommandLine(process.argv.slice(2), process.env);
  if (command.command === 'print') {
    process.stdout.write(command.text);
    return;
  }
  if (command.command === 'fuzz') {
    const { fuzzCommand } = await import('./simulation/fuzz/command.js');
    await fuzzCommand(command.argv);
    return;
  }
  const { serve } = await import('./node/serve.js');
  await serve(command.config, command.demo);
}

main().catch((error: unknown) => {
  if (error instanceof StartRefused) {
    process.stderr.write(`tollgate: ${error.message}\n`);
    process.exit(error.exitStatus);
  }
  process.stderr.write(`tollgate: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
