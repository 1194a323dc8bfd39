/** How the program as built starts, for what starts it again. `npm test` builds before it tests. */
import { fileURLToPath } from 'node:url';
import type { ProgramStart } from '../src/packaged/program.js';

export const BUILT_PROGRAM: ProgramStart = {
  file: process.execPath,
  args: [fileURLToPath(new URL('../dist/program/main.js', import.meta.url))],
};
