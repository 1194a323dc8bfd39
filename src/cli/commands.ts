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
    name: 'init',
    summary: 'Write a configuration file with every option in comments',
    section: 'Run a node',
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'check',
    summary: 'Judge a configuration without starting',
    section: 'Run a node',
    load: async () => (await import('./check.js')).check,
  },
  {
    name: 'top',
    summary: 'Watch a node: requests, refusals, latency, hottest keys, jobs, providers, memory',
    section: 'Run a node',
    load: async () => (await import('./top.js')).top,
  },
  {
    name: 'keys create',
    summary: 'Create an API key and show its secret, once',
    section: 'Manage keys and credit',
    load: async () => (await import('./keys-create.js')).keysCreate,
  },
  {
    name: 'keys list',
    summary: 'List API keys, newest first',
    section: 'Manage keys and credit',
    load: async () => (await import('./keys-list.js')).keysList,
  },
  {
    name: 'keys show',
    summary: 'Show one API key',
    section: 'Manage keys and credit',
    load: async () => (await import('./keys-show.js')).keysShow,
  },
  {
    name: 'keys limit',
    summary: 'Set how many requests a minute a key may make',
    section: 'Manage keys and credit',
    load: async () => (await import('./keys-limit.js')).keysLimit,
  },
  {
    name: 'keys revoke',
    summary: 'Revoke an API key for good',
    section: 'Manage keys and credit',
    load: async () => (await import('./keys-revoke.js')).keysRevoke,
  },
  {
    name: 'credits add',
    summary: 'Add credit to a key, once for each reference',
    section: 'Manage keys and credit',
    load: async () => (await import('./credits-add.js')).creditsAdd,
  },
  {
    name: 'credits show',
    summary: 'Show what a key received, spent, reserves and has left',
    section: 'Manage keys and credit',
    load: async () => (await import('./credits-show.js')).creditsShow,
  },
  {
    name: 'ledger',
    summary: 'List every movement of the money of a key',
    section: 'Manage keys and credit',
    load: async () => (await import('./ledger.js')).ledger,
  },
  {
    name: 'jobs list',
    summary: 'List video jobs, newest first',
    section: 'Look after jobs',
    load: async () => (await import('./jobs-list.js')).jobsList,
  },
  {
    name: 'jobs show',
    summary: 'Show one job: state, deadline, money, last trouble',
    section: 'Look after jobs',
    load: async () => (await import('./jobs-show.js')).jobsShow,
  },
  {
    name: 'jobs fail',
    summary: 'End a job as failed, release its reservation, charge nothing',
    section: 'Look after jobs',
    load: async () => (await import('./jobs-fail.js')).jobsFail,
  },
  {
    name: 'backup',
    summary: 'Back up the data folder, while its node runs or not',
    section: 'Look after the data',
    load: async () => (await import('./backup.js')).backup,
  },
  {
    name: 'restore',
    summary: 'Put a backup into an empty data folder',
    section: 'Look after the data',
    load: async () => (await import('./restore.js')).restore,
  },
  {
    name: 'verify',
    summary: 'Rebuild every balance and index, and name what does not agree',
    section: 'Look after the data',
    load: async () => (await import('./verify.js')).verify,
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
