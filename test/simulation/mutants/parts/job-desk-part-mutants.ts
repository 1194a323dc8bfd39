/** Defects of jobs as the API takes, shows, lists and removes them, each seen with its part alone. */
import type { Mutant } from '../mutant.js';

const DISPATCHER = 'src/routing/provider-dispatcher.ts';
const SUBMIT = 'src/http/operations/v1/submit-video.ts';

export const JOB_DESK_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'preferred-route-is-lost-while-it-is-full',
    breaks: 'A job that begins on a later route never comes to the one that was full.',
    edits: [
      {
        file: DISPATCHER,
        find: 'fallbacks: routes.filter((one) => one !== taken)',
        replace: 'fallbacks: fallbacks.filter((one) => one !== taken)',
      },
    ],
    model: 'part',
    caughtBy: ['job-desk-calls', 'job-desk-looked'],
  },
  {
    name: 'room-is-asked-of-the-preferred-route',
    breaks: 'A submit is refused, or taken, for the room of a provider to which it does not go.',
    edits: [
      {
        file: SUBMIT,
        find: '!results.takesMore(routed.route.provider)',
        replace: 'quote.ok && !results.takesMore(quote.route.provider)',
      },
    ],
    model: 'part',
    caughtBy: ['job-desk-submitted', 'job-desk-calls'],
  },
  {
    name: 'removed-job-keeps-its-idempotency-key',
    breaks: 'The Idempotency-Key of a job that is gone stands for it, and another request is refused.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: 'if (job.idempotencyKeyHash !== null) removeResult',
        replace: "if (job.idempotencyKeyHash === '') removeResult",
      },
    ],
    model: 'part',
    caughtBy: ['job-desk-submitted', 'job-desk-defect'],
  },
  {
    name: 'page-goes-on-behind-its-last-match',
    breaks: 'A page of all jobs goes on behind the last job that it shows, not behind the last it looked at.',
    edits: [
      {
        file: 'src/actors/jobs/job-lists.ts',
        find: '    lastId = id;\n',
        replace: '    if (items.length === 0) lastId = id;\n',
      },
    ],
    model: 'part',
    caughtBy: ['job-desk-listed'],
  },
  {
    name: 'last-call-is-shown-as-a-poll',
    breaks: 'An operator reads of a job that is asked for the last time that it is polled.',
    edits: [
      {
        file: 'src/http/operations/management/jobs/print-job.ts',
        find: "includes('lastCall') ? 'last_call'",
        replace: "includes('lastCall') ? 'poll'",
      },
    ],
    model: 'part',
    caughtBy: ['job-desk-looked', 'job-desk-listed'],
  },
];
