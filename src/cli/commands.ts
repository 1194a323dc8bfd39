/** Every command, in the order in which the help lists them. */
import type { ListedCommand } from './command.js';

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    summary: 'Serve the gateway until it is told to stop',
    section: 'Run a node',
    load: async () => (await import('./serve.js')).serve,
  },
  {
    name: 'demo',
    summary: 'Serve with a simulated provider and print an example to paste',
    section: 'Run a node',
    load: async () => (await import('./demo.js')).demo,
  },
  {
    name: 'check',
    summary: 'Judge a configuration without starting',
    section: 'Run a node',
    load: async () => (await import('./check.js')).check,
  },
  {
    name: 'fuzz',
    summary: 'Run the gateway in a simulated world, in search of histories that break a rule',
    section: 'Test and measure',
    load: async () => (await import('./fuzz.js')).fuzz,
  },
  {
    name: 'bench',
    summary: 'Measure the gateway beside other servers and limiters, from the source tree',
    section: 'Test and measure',
    load: async () => (await import('./bench.js')).bench,
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands and options in bash, zsh or fish',
    section: 'The command line',
    load: async () => (await import('./completion.js')).completion,
  },
];
