/**
 * Every command of the program, in the order in which the help lists them. Each is loaded when it is needed.
 */
import type { CommandSection } from './cli/framework/command.js';

export const SECTIONS: readonly CommandSection[] = [
  {
    title: 'Run a node',
    commands: [
      {
        name: 'serve',
        summary: 'Run a node until it is stopped',
        load: async () => (await import('./cli/commands/node/serve.js')).serve,
      },
      {
        name: 'demo',
        summary: 'Run a node with a simulated provider and print an example',
        load: async () => (await import('./cli/commands/node/demo.js')).demo,
      },
      {
        name: 'init',
        summary: 'Write a configuration file that explains every option',
        load: async () => (await import('./cli/commands/node/init.js')).init,
      },
      {
        name: 'check',
        summary: 'Check a configuration without starting a node',
        load: async () => (await import('./cli/commands/node/check.js')).check,
      },
      {
        name: 'providers test',
        summary: 'Ask the services of providers whether URL and key are right',
        load: async () => (await import('./cli/commands/providers/providers-test.js')).providersTest,
      },
      {
        name: 'top',
        summary: 'Watch a running node: requests, latency, hottest keys, jobs',
        load: async () => (await import('./cli/top/top.js')).top,
      },
    ],
  },
  {
    title: 'Manage keys and credit',
    commands: [
      {
        name: 'keys create',
        summary: 'Create an API key and show its secret once',
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
        summary: 'Set how many requests a minute an API key may make',
        load: async () => (await import('./cli/commands/keys/keys-limit.js')).keysLimit,
      },
      {
        name: 'keys revoke',
        summary: 'Revoke an API key for good',
        load: async () => (await import('./cli/commands/keys/keys-revoke.js')).keysRevoke,
      },
      {
        name: 'keys rotate',
        summary: 'Give an API key another secret',
        load: async () => (await import('./cli/commands/keys/keys-rotate.js')).keysRotate,
      },
      {
        name: 'keys transfer',
        summary: 'Move credit to another API key of the account',
        load: async () => (await import('./cli/commands/keys/keys-transfer.js')).keysTransfer,
      },
      {
        name: 'keys debit',
        summary: 'Take credit back from an API key, once per reference',
        load: async () => (await import('./cli/commands/keys/keys-debit.js')).keysDebit,
      },
      {
        name: 'credits add',
        summary: 'Add credit to an API key, once per reference',
        load: async () => (await import('./cli/commands/keys/credits-add.js')).creditsAdd,
      },
      {
        name: 'credits show',
        summary: 'Show what an API key received, spent, reserved and has left',
        load: async () => (await import('./cli/commands/keys/credits-show.js')).creditsShow,
      },
      {
        name: 'ledger',
        summary: 'List every movement of money of an API key',
        load: async () => (await import('./cli/commands/keys/ledger.js')).ledger,
      },
      {
        name: 'accounts create',
        summary: 'Create an account and show its management key once',
        load: async () => (await import('./cli/commands/accounts/accounts-create.js')).accountsCreate,
      },
      {
        name: 'accounts list',
        summary: 'List accounts, newest first',
        load: async () => (await import('./cli/commands/accounts/accounts-list.js')).accountsList,
      },
      {
        name: 'accounts change',
        summary: 'Rename an account, or set whether it is verified',
        load: async () => (await import('./cli/commands/accounts/accounts-change.js')).accountsChange,
      },
      {
        name: 'accounts audit',
        summary: 'List what was done in an account, by whom and from where',
        load: async () => (await import('./cli/commands/accounts/accounts-audit.js')).accountsAudit,
      },
      {
        name: 'users invite',
        summary: 'Invite a person to the dashboard and show the link once',
        load: async () => (await import('./cli/commands/users/users-invite.js')).usersInvite,
      },
      {
        name: 'users list',
        summary: 'List the people of an account',
        load: async () => (await import('./cli/commands/users/users-list.js')).usersList,
      },
      {
        name: 'users role',
        summary: 'Set the role of a user',
        load: async () => (await import('./cli/commands/users/users-role.js')).usersRole,
      },
      {
        name: 'users remove',
        summary: 'Remove a user and end all sessions of the user',
        load: async () => (await import('./cli/commands/users/users-remove.js')).usersRemove,
      },
    ],
  },
  {
    title: 'Manage jobs',
    commands: [
      {
        name: 'jobs list',
        summary: 'List video jobs, newest first',
        load: async () => (await import('./cli/commands/jobs/jobs-list.js')).jobsList,
      },
      {
        name: 'jobs show',
        summary: 'Show one video job: status, deadline, money, last error',
        load: async () => (await import('./cli/commands/jobs/jobs-show.js')).jobsShow,
      },
      {
        name: 'jobs fail',
        summary: 'End a video job as failed and release its reservation',
        load: async () => (await import('./cli/commands/jobs/jobs-fail.js')).jobsFail,
      },
    ],
  },
  {
    title: 'Look into payments',
    commands: [
      {
        name: 'orders list',
        summary: 'List the orders of credit, newest first',
        load: async () => (await import('./cli/commands/orders/orders-list.js')).ordersList,
      },
      {
        name: 'orders show',
        summary: 'Show one order: its status and its payment page',
        load: async () => (await import('./cli/commands/orders/orders-show.js')).ordersShow,
      },
      {
        name: 'credits void-simulated',
        summary: 'Take back the credit that simulated payments brought',
        load: async () =>
          (await import('./cli/commands/orders/credits-void-simulated.js')).creditsVoidSimulated,
      },
    ],
  },
  {
    title: 'Back up and verify',
    commands: [
      {
        name: 'backup',
        summary: 'Back up the data folder; its node may run',
        load: async () => (await import('./cli/commands/data/backup.js')).backup,
      },
      {
        name: 'restore',
        summary: 'Restore a backup into an empty data folder',
        load: async () => (await import('./cli/commands/data/restore.js')).restore,
      },
      {
        name: 'verify',
        summary: 'Check every balance and index of a data folder',
        load: async () => (await import('./cli/commands/data/verify.js')).verify,
      },
    ],
  },
  {
    title: 'Test and measure',
    commands: [
      {
        name: 'providers stand-in',
        summary: 'Stand in for the service of a provider, on loopback',
        load: async () => (await import('./cli/commands/providers/providers-stand-in.js')).providersStandIn,
      },
      {
        name: 'fuzz',
        summary: 'Search for defects: run the gateway in a simulated world',
        load: async () => (await import('../simulation/campaign/command/command.js')).fuzz,
      },
      {
        name: 'bench',
        summary: 'Measure the gateway beside others; needs the source tree',
        load: async () => (await import('./cli/commands/node/bench.js')).bench,
      },
    ],
  },
  {
    title: 'Set up the shell',
    commands: [
      {
        name: 'completion',
        summary: 'Print a completion script for bash, zsh or fish',
        load: async () => (await import('./cli/framework/completion/completion.js')).completionOf(SECTIONS),
      },
    ],
  },
];
