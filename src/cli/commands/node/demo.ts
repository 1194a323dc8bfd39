/** `tollgate demo` */
import type { Command } from '../../framework/command.js';
import { NODE_OPTIONS } from '../../framework/node-options.js';
import { start } from './serve.js';

export const demo: Command = {
  arguments: [],
  options: NODE_OPTIONS,
  about: [
    'The same as "tollgate serve --demo": a node on http://127.0.0.1:8080 with a simulated provider, and a fresh key with 100 DA. What it prints can be pasted as it stands. It needs no network and no configuration.',
    'Each demo start revokes the demo key of the one before. What was made stays in the data folder.',
  ],
  examples: [
    ['demo', 'On http://127.0.0.1:8080, data in the folder data.'],
    ['demo --port 0 --data demo-data', 'On a free port, in a folder of its own.'],
  ],
  run: (given, io) => start(given, io, true),
};
