/** `tollgate bench`: the benchmark, which is part of the source tree and not of the product. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from '../../framework/command.js';
import { BAD, CommandFailed, UNREACHABLE } from '../../framework/exit-status.js';

export const bench: Command = {
  arguments: [],
  options: [],
  about: [],
  examples: [],
  isPassedOn: true,
  async run({ words }) {
    // From dist/program: the bundle is what runs.
    const script = fileURLToPath(new URL('../../scripts/bench.sh', import.meta.url));
    if (!existsSync(script)) {
      throw new CommandFailed('the benchmark needs the source tree: run "npm run bench" there', UNREACHABLE);
    }
    const child = spawn('sh', [script, ...words], { stdio: 'inherit' });
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (status) => resolve(status ?? BAD));
    });
  },
};
