/** Defects of commands that manage a node, of the secrets of keys, and of the folders of a node. */
import type { Mutant } from '../mutant.js';

export const COMMAND_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'command-waits-once-less',
    breaks: 'A command gives up a busy node after four waits.',
    edits: [
      {
        file: 'src/cli/client/management-api.ts',
        find: 'waits === WAITS_MAX)',
        replace: 'waits === WAITS_MAX - 1)',
      },
    ],
    model: 'part',
    caughtBy: ['commands-status', 'commands-requests'],
  },
  {
    name: 'command-lists-more-than-its-limit',
    breaks: 'Each page of a list is as long as all that is wanted.',
    edits: [
      {
        file: 'src/cli/client/management-api.ts',
        find: '      left -= page.data.length;\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['commands-requests', 'commands-rows', 'commands-document'],
  },
  {
    name: 'command-prefers-the-environment',
    breaks: 'The management key of the environment beats the file that the command line names.',
    edits: [
      {
        file: 'src/cli/client/find-node.ts',
        find: '  if (named !== undefined) {\n',
        replace: '  if (named !== undefined && !environment[MANAGEMENT_KEY_VARIABLE]) {\n',
      },
    ],
    model: 'part',
    caughtBy: ['commands-key'],
  },
  {
    name: 'completed-job-ends-as-failed-for-a-script',
    breaks: 'A script is told that a job was failed that had been completed.',
    edits: [
      {
        file: 'src/cli/commands/jobs/jobs-fail.ts',
        find: "status === 'failed' ? DONE : BAD",
        replace: "status !== 'pending' ? DONE : BAD",
      },
    ],
    model: 'part',
    caughtBy: ['commands-status'],
  },
  {
    name: 'lock-is-taken-twice',
    breaks: 'One who lost a race for a number takes the next one, though the winner lives.',
    edits: [
      {
        file: 'src/node/folder/folder-lock.ts',
        find: "if (state === 'alive') return",
        replace: "if (state === 'alive' && round === 0) return",
      },
    ],
    model: 'part',
    caughtBy: ['folder-lock-holders'],
  },
  {
    name: 'dead-starters-stay',
    breaks: 'What those have left who died while they started is not cleared away.',
    edits: [
      {
        file: 'src/node/folder/folder-lock.ts',
        find: 'if (isOld || isOrphan)',
        replace: 'if (isOld && !isOrphan)',
      },
    ],
    model: 'part',
    caughtBy: ['folder-lock-orphans'],
  },
  {
    name: 'restore-compares-lengths-alone',
    breaks: 'A file of a backup whose bytes have changed is restored if it is as long as it was.',
    edits: [
      {
        file: 'src/audit/backup/restore.ts',
        find: 'found.bytes !== bytes || found.sha256 !== sha256',
        replace: 'found.bytes !== bytes',
      },
    ],
    model: 'part',
    caughtBy: ['restore-outcome'],
  },
  {
    name: 'restore-beside-kept-results',
    breaks: 'A folder that has kept results counts as empty.',
    edits: [
      {
        file: 'src/audit/backup/restore.ts',
        find: 'if (name !== RESULTS_FOLDER) return',
        replace: 'if (name === RESULTS_FOLDER) return true;\n  if (name !== RESULTS_FOLDER) return',
      },
    ],
    model: 'part',
    caughtBy: ['restore-outcome'],
  },
  {
    name: 'one-earlier-secret-less',
    breaks: 'A key keeps seven of its earlier secrets, and not eight.',
    edits: [
      {
        file: 'src/actors/keys/key-rotation.ts',
        find: 'const EARLIER_MAX = 8;',
        replace: 'const EARLIER_MAX = 7;',
      },
    ],
    model: 'part',
    caughtBy: ['rotations-valid', 'rotations-earlier'],
  },
  {
    name: 'cut-secret-stays-in-force',
    breaks: 'A secret that has to make room for newer ones works on until its grace is over.',
    edits: [
      {
        file: 'src/actors/keys/key-rotation.ts',
        find: "else turn.remove('credentials', hash);",
        replace: "else if (until <= turn.now) turn.remove('credentials', hash);",
      },
    ],
    model: 'part',
    caughtBy: ['rotations-valid'],
  },
];
