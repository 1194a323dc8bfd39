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
  {
    name: 'sweep-that-failed-is-the-last',
    breaks: 'Once a sweep met a read that fails, nothing that has been kept long enough is removed.',
    edits: [
      {
        file: 'src/actors/across-accounts/retention.ts',
        find: "      this.#system.reportDefect('retention', error);\n",
        replace: "      this.#system.reportDefect('retention', error);\n      return;\n",
      },
    ],
    model: 'part',
    caughtBy: ['sweeps-late'],
  },
  {
    name: 'sweep-takes-what-is-just-renewed',
    breaks: 'An idempotency key that is being used anew is forgotten with its time before.',
    edits: [
      {
        file: 'src/actors/across-accounts/retention.ts',
        find: "if (this.#system.isUncommitted('idempotency', id)) return Promise.resolve(false);",
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['sweeps-early', 'sweeps-along'],
  },
  {
    name: 'orders-are-read-once',
    breaks: 'Orders of before a start are left, if the disk cannot be read for a moment.',
    edits: [
      {
        file: 'src/actors/across-accounts/take-up.ts',
        find: '    readAgain(options, error, goOn);\n',
        replace: "    system.reportDefect('dispatcher', error);\n",
      },
    ],
    model: 'part',
    caughtBy: ['sweeps-taken-all'],
  },
  {
    name: 'file-of-an-unreadable-job-goes',
    breaks: 'The file of a job whose record cannot be read is removed.',
    edits: [
      {
        file: 'src/node/assembly/results.ts',
        find: 'its file stays.\n      return false;',
        replace: 'its file stays.\n      return true;',
      },
    ],
    model: 'part',
    caughtBy: ['sweeps-unreadable'],
  },
  {
    name: 'stop-leaves-jobs-that-have-news',
    breaks: 'A stop in order does not wait for the answers to submits that are under way.',
    edits: [
      {
        file: 'src/node/assembly.ts',
        find: 'await core.jobs.atRest(drainedBy);',
        replace: 'void drainedBy;',
      },
    ],
    model: 'part',
    caughtBy: ['stops-end', 'stops-resumed', 'stops-asked'],
  },
  {
    name: 'stop-goes-on-submitting',
    breaks: 'A node that stops begins further submits.',
    edits: [{ file: 'src/node/assembly.ts', find: 'core.calls.holdSubmits();', replace: '' }],
    model: 'part',
    caughtBy: ['stops-held', 'stops-resumed', 'stops-asked'],
  },
  {
    name: 'stop-does-not-note-windows',
    breaks: 'A restart in order forgets the last admissions of windows.',
    edits: [{ file: 'src/node/assembly/core.ts', find: 'await core.journal.close();', replace: '' }],
    model: 'part',
    caughtBy: ['stops-window'],
  },
  {
    name: 'signal-repeated-after-a-second-to-the-ms',
    breaks: 'A repeat of the signal to stop ends the process if it comes a second after the first.',
    edits: [
      {
        file: 'src/node/machine/stop-signals.ts',
        find: 'at - this.#firstAt <= SAME_SIGNAL_MS',
        replace: 'at - this.#firstAt < SAME_SIGNAL_MS',
      },
    ],
    model: 'part',
    caughtBy: ['signals-step', 'stops-signal'],
  },
  {
    name: 'pace-forgets-nobody-waits',
    breaks: 'Work is held back for as long as before when nobody wanted the core for a while.',
    edits: [
      {
        file: 'src/node/machine/pace.ts',
        find: `      this.#heldBackUntilMs = nowMs;
      this.#heldBackMs = HELD_BACK_MS_MIN;`,
        replace: '      this.#heldBackUntilMs = nowMs;',
      },
    ],
    model: 'part',
    caughtBy: ['pace-rest', 'pace-rested'],
  },
];
