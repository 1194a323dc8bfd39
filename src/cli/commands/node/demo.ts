/** `tollgate demo` */
import type { Command } from '../../framework/command.js';
import { NODE_OPTIONS } from '../../framework/node-options.js';
import { start } from './serve.js';

export const demo: Command = {
  arguments: [],
  options: NODE_OPTIONS,
  about: [
    'The same as "tollgate serve --demo": a node with a simulated provider and a fresh API key with 100 DA. It prints a link that signs in to the dashboard, once, and an example to paste; it needs no network and no configuration.',
    'Each start takes back the demo key and the link of the start before. Everything else stays in the data folder.',
  ],
  examples: [
    ['demo', 'Run on http://127.0.0.1:8080, with the data folder data.'],
    ['demo --port 0 --data demo-data', 'Run on a free port, with a data folder of its own.'],
  ],
  run: (given, io) => start(given, io, true),
};
