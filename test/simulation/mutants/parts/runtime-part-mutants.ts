/** Defects of the actors' runtime that whole nodes seldom meet. */
import type { Mutant } from '../mutant.js';

export const RUNTIME_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'rest-ends-with-the-third-failure-alone',
    breaks: 'Each rest after a failure is as long as the first.',
    edits: [
      {
        file: 'src/actors/runtime/supervisor.ts',
        find: 'QUARANTINE_FIRST_MS * 2 ** (activation.failures - FAILURES_BEFORE_QUARANTINE)',
        replace: 'QUARANTINE_FIRST_MS',
      },
    ],
    model: 'part',
    caughtBy: ['system-turns', 'system-call', 'system-outcome', 'system-throws'],
  },
  {
    name: 'success-forgives-the-caller-alone',
    breaks: 'Failures of actors that were called are not forgiven by a success.',
    edits: [
      {
        file: 'src/actors/runtime/turn-runner.ts',
        find: 'for (const one of joint.enlisted) this.#supervisor.succeeded(one.activation);',
        replace: 'this.#supervisor.succeeded(activation);',
      },
    ],
    model: 'part',
    caughtBy: ['system-turns', 'system-call', 'system-outcome', 'system-counts', 'system-throws'],
  },
  {
    name: 'patience-of-mail-begins-when-its-turn-comes',
    breaks: 'Mail that waited for longer than its asker has patience is handled all the same.',
    edits: [
      {
        file: 'src/actors/runtime/mailboxes.ts',
        find: '      handle(activation, envelope);\n',
        replace: '      envelope.queuedAt = 0;\n      handle(activation, envelope);\n',
      },
    ],
    model: 'part',
    caughtBy: ['system-turns', 'system-outcome'],
  },
];
