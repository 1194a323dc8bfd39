/** Defects that show in arranged lives of jobs: repeats, promises of routes, dear jobs, models left alone. */
import type { Mutant } from '../mutant.js';

const MACHINE = 'src/machines/video-job.ts';
const ATTEMPTS = 'src/machines/submit-attempts.ts';
const BREAKER = 'src/providers/calls/slots/breaker.ts';

export const LIFE_MUTANTS: readonly Mutant[] = [
  {
    name: 'promise-of-the-route-before',
    breaks: 'A job that went on to another route is repeated for as long as its first provider promised.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: 'route === before.context.route ? state.repeatUntil : repeatUntil(route, turn.now)',
        replace: 'state.repeatUntil',
      },
    ],
    faults: 'light',
    caughtBy: ['repeat-limits'],
  },
  {
    name: 'one-submit-too-few',
    breaks: 'A job that its provider puts off is given up after seven submits.',
    edits: [{ file: ATTEMPTS, find: 'SUBMIT_ATTEMPTS_MAX = 8', replace: 'SUBMIT_ATTEMPTS_MAX = 7' }],
    faults: 'light',
    caughtBy: ['submit-repeats'],
  },
  {
    name: 'pauses-without-a-bound',
    breaks: 'The pauses between the submits of a job go on to double.',
    edits: [{ file: ATTEMPTS, find: 'RETRY_MAX_MS = 5_000', replace: 'RETRY_MAX_MS = 50_000' }],
    faults: 'light',
    caughtBy: ['submit-repeats'],
  },
  {
    name: 'pauses-that-do-not-double',
    breaks: 'The pauses between the submits of a job grow by a tenth of a second.',
    edits: [{ file: ATTEMPTS, find: '2 ** (attempt - 2)', replace: '(attempt - 1)' }],
    faults: 'light',
    caughtBy: ['submit-repeats'],
  },
  {
    name: 'job-given-up-unbound-for-its-age',
    breaks: 'A job that its provider surely does not have is given up once a repeat would come too late.',
    edits: [{ file: MACHINE, find: '!(context.isBound && isTooLate)', replace: '!isTooLate' }],
    faults: 'light',
    caughtBy: ['submit-repeats'],
  },
  {
    name: 'price-at-its-bound-refused',
    breaks: 'A job that costs as much as a key can ever hold is refused.',
    edits: [
      {
        file: 'src/money/micro-da.ts',
        find: '  const roundedUp = (product + 999n) / 1000n;\n  return roundedUp > ',
        replace: '  const roundedUp = (product + 999n) / 1000n;\n  return roundedUp >= ',
      },
    ],
    faults: 'light',
    caughtBy: ['refusal-order'],
  },
  {
    name: 'many-find-out-at-once',
    breaks: 'All that wait for a provider that was left alone find out together whether it answers again.',
    edits: [
      {
        file: BREAKER,
        find: "case 'half_open':\n        return Number.POSITIVE_INFINITY;",
        replace: "case 'half_open':\n        return this.#probeFrom;",
      },
    ],
    faults: 'light',
    caughtBy: ['jobs-left-alone'],
  },
  {
    name: 'next-poll-in-tenths',
    breaks: 'An operator reads the time until the next poll of a job in tenths of a second.',
    edits: [
      {
        file: 'src/http/operations/management/jobs/print-job.ts',
        find: 'Math.ceil(polls.nextInMs / 100) / 10',
        replace: 'Math.ceil(polls.nextInMs / 100)',
      },
    ],
    faults: 'light',
    caughtBy: ['job-looks'],
  },
];
