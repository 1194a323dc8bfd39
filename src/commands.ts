/** Every command of the program, in the order in which the help lists them. Each is loaded when it is needed. */
import type { CommandSection } from './cli/framework/command.js';

export const SECTIONS: readonly CommandSection[] = [
  {
    title: 'Run a node',
    commands: [
      {
        name: 'serve',
        summary: 'Serve the gateway until it is told to stop',
        load: async () => (await import('./cli/commands/node/serve.js')).serve,
      },
      {
        name: 'demo',
        summary: 'Serve with a simulated provider and print an example to paste',
        load: async () => (await import('./cli/commands/node/demo.js')).demo,
      },
      {
        name: 'init',
        summary: 'Write a configuration file with every option in comments',
        load: async () => (await import('./cli/commands/node/init.js')).init,
      },
      {
        name: 'check',
        summary: 'Judge a configuration without starting',
        load: async () => (await import('./cli/commands/node/check.js')).check,
      },
      {
        name: 'top',
        summary: 'Watch a node: requests, refusals, latency, hottest keys, jobs, providers, memory',
        load: async () => (await import('./cli/top/top.js')).top,
      },
    ],
  },
  {
    title: 'Manage keys and credit',
    commands: [
      {
        name: 'keys create',
        summary: 'Create an API key and show its secret, once',
        load: async () => (await import('./cli/commands/keys/keys-create.js')).keysCreate,
      },
      {
        name: 'keys list',
        summary: 'List API keys, newest first',
        load: async () => (await import('./cli/commands/keys/keys-list.js')).keysList,
      },
      {
        name: 'keys show',
        summary: 'Show one API key',
        load: async () => (await import('./cli/commands/keys/keys-show.js')).keysShow,
      },
      {
        name: 'keys limit',
        summary: 'Set how many requests a minute a key may make',
        load: async () => (await import('./cli/commands/keys/keys-limit.js')).keysLimit,
      },
      {
        name: 'keys revoke',
        summary: 'Revoke an API key for good',
        load: async () => (await import('./cli/commands/keys/keys-revoke.js')).keysRevoke,
      },
      {
        name: 'credits add',
        summary: 'Add credit to a key, once for each reference',
        load: async () => (await import('./cli/commands/keys/credits-add.js')).creditsAdd,
      },
      {
        name: 'credits show',
        summary: 'Show what a key received, spent, reserves and has left',
        load: async () => (await import('./cli/commands/keys/credits-show.js')).creditsShow,
      },
      {
        name: 'ledger',
        summary: 'List every movement of the money of a key',
        load: async () => (await import('./cli/commands/keys/ledger.js')).ledger,
      },
      {
        name: 'accounts create',
        summary: 'Create an account and show its management key, once',
        load: async () => (await import('./cli/commands/accounts/accounts-create.js')).accountsCreate,
      },
      {
        name: 'accounts list',
        summary: 'List accounts, newest first',
        load: async () => (await import('./cli/commands/accounts/accounts-list.js')).accountsList,
      },
      {
        name: 'accounts change',
        summary: 'Rename an account, or say whether it is verified',
        load: async () => (await import('./cli/commands/accounts/accounts-change.js')).accountsChange,
      },
    ],
  },
  {
    title: 'Look after jobs',
    commands: [
      {
        name: 'jobs list',
        summary: 'List video jobs, newest first',
        load: async () => (await import('./cli/commands/jobs/jobs-list.js')).jobsList,
      },
      {
        name: 'jobs show',
        summary: 'Show one job: state, deadline, money, last trouble',
        load: async () => (await import('./cli/commands/jobs/jobs-show.js')).jobsShow,
      },
      {
        name: 'jobs fail',
        summary: 'End a job as failed, release its reservation, charge nothing',
        load: async () => (await import('./cli/commands/jobs/jobs-fail.js')).jobsFail,
      },
    ],
  },
  {
    title: 'Look after the data',
    commands: [
      {
        name: 'backup',
        summary: 'Back up the data folder, while its node runs or not',
        load: async () => (await import('./cli/commands/data/backup.js')).backup,
      },
      {
        name: 'restore',
        summary: 'Put a backup into an empty data folder',
        load: async () => (await import('./cli/commands/data/restore.js')).restore,
      },
      {
        name: 'verify',
        summary: 'Rebuild every balance and index, and name what does not agree',
        load: async () => (await import('./cli/commands/data/verify.js')).verify,
      },
    ],
  },
  {
    title: 'Test and measure',
    commands: [
      {
        name: 'fuzz',
        summary: 'Run the gateway in a simulated world, in search of histories that break a rule',
        load: async () => (await import('../simulation/campaign/command/command.js')).fuzz,
      },
      {
        name: 'bench',
        summary: 'Measure the gateway beside other servers and limiters, from the source tree',
        load: async () => (await import('./cli/commands/node/bench.js')).bench,
      },
    ],
  },
  {
    title: 'The command line',
    commands: [
      {
        name: 'completion',
        summary: 'Print a script that completes commands and options in bash, zsh or fish',
        load: async () => (await import('./cli/framework/completion.js')).completionOf(SECTIONS),
      },
    ],
  },
];
